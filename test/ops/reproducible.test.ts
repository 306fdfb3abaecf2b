/**
 * What makes a second build the same bit by bit: packages of a named time, no steps of earlier builds, and a comparison
 * that misses nothing. image-release.test.ts compares whole images.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { ImageEngine } from '@seine/tools/images/release/image-engine.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { ContainerLab, containerTools, debianImage } from './container-lab.ts'
import { ContainerStorage } from './container-tools.ts'
import { firstDifference } from './tree-difference.ts'

const { programs, skip } = containerTools()
const engineOf = (storage: ContainerStorage): ImageEngine =>
  new ImageEngine(async (args) => await storage.buildah(...args))

describe('an installation of packages', { skip }, () => {
  let storage: ContainerStorage

  before(async () => {
    const lab = await ContainerLab.open(programs!)
    await lab.ensureBases()
    storage = lab.storage
  })

  it('takes every package from a snapshot of the archive when one is named', async () => {
    const asked: string[] = []
    // Answers for the archive of snapshots: today's packages, under the name of another time.
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const path = (request.url ?? '').replace('/20260101T000000Z/', '/')
      response.writeHead(302, { location: `http://deb.debian.org${path}` }).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const container = (await storage.buildah('from', '--quiet', debianImage)).trim()
    try {
      const script = join(repositoryRoot, 'docker/images/install-packages.sh')
      await storage.buildah('copy', container, script, '/install-packages.sh')
      const archive = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const settings = ['DEBIAN_SNAPSHOT=20260101T000000Z', `SNAPSHOT_ARCHIVE=${archive}`, 'no_proxy=127.0.0.1']
      await storage.buildah('run', container, '--', 'env', ...settings, 'sh', '/install-packages.sh', 'tini')
      const shown = await storage.buildah(
        'run',
        container,
        '--',
        'sh',
        '-c',
        'command -v tini; ls /tmp /var/lib/apt/lists',
      )
      assert.equal(shown, '/usr/bin/tini\n/tmp:\n\n/var/lib/apt/lists:\n')
      assert.ok(asked.some((path) => path.startsWith('/debian-security/20260101T000000Z/dists/bookworm-security/')))
      assert.ok(asked.some((path) => /^\/debian\/20260101T000000Z\/pool\/.*\/tini_/.test(path)))
      assert.deepEqual(
        asked.filter((path) => !path.includes('/20260101T000000Z/')),
        [],
      )
    } finally {
      await storage.buildah('rm', container)
      server.close()
    }
  })
})

describe('a storage with the images of earlier builds', { skip }, () => {
  let home: string
  let engine: ImageEngine
  const name = 'localhost/seine-small'

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'seine-small-'))
    const storage = new ContainerStorage(programs!, home)
    await storage.open()
    engine = engineOf(storage)
    mkdirSync(join(home, 'context/tree'), { recursive: true })
    writeFileSync(join(home, 'context/tree/file'), 'of the image')
    writeFileSync(join(home, 'secret'), 'of the machine')
    symlinkSync('/file', join(home, 'context/tree/link'))
    symlinkSync(join(home, 'secret'), join(home, 'context/tree/outside'))
    const label = 'LABEL org.opencontainers.image.version="${VERSION}"'
    writeFileSync(join(home, 'context/Dockerfile'), `FROM scratch AS cli\nCOPY tree /\nARG VERSION\n${label}\n`)
  })

  after(async () => {
    if (home !== undefined) await rm(home, { recursive: true, force: true })
  })

  const build = async (epochSecs: number, version: string) => {
    const buildArguments = { VERSION: version }
    await engine.build({ name, target: 'cli', folder: join(home, 'context'), buildArguments, epochSecs })
    return await engine.inspect(name)
  }

  it('gives a build of another time and version none of their layers and labels', async () => {
    const first = await build(1_700_000_000, '1')
    const other = await build(1_800_000_000, '2')
    assert.notDeepEqual(other.layers, first.layers)
    assert.equal(other.labels['org.opencontainers.image.version'], '2')
    assert.deepEqual(await build(1_700_000_000, '1'), first)
  })

  it('gives out a file of an image without running the image, and no file of the machine', async () => {
    assert.equal((await engine.readFile(name, '/file')).toString(), 'of the image')
    assert.equal((await engine.readFile(name, '/link')).toString(), 'of the image')
    await assert.rejects(engine.readFile(name, '/outside'))
  })
})

test('a difference in content, time, mode or name is found, and named by its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seine-trees-'))
  try {
    const tree = (name: string): string => {
      const root = join(folder, name)
      mkdirSync(join(root, 'a'), { recursive: true })
      writeFileSync(join(root, 'a/file'), 'same')
      for (const path of ['a/file', 'a', '.']) utimesSync(join(root, path), 1, 1)
      return root
    }
    const one = tree('one')
    const compare = (change: (root: string) => void): string | null => {
      const other = tree(`other-${Math.random()}`)
      change(other)
      for (const path of ['a', '.']) utimesSync(join(other, path), 1, 1)
      return firstDifference(one, other)
    }
    assert.equal(
      compare(() => undefined),
      null,
    )
    assert.match(
      compare((root) => utimesSync(join(root, 'a/file'), 2, 2)) ?? '',
      /^\/a\/file: its time is 1000 and 2000/,
    )
    assert.match(compare((root) => chmodSync(join(root, 'a/file'), 0o600)) ?? '', /^\/a\/file: its mode is 644 and 600/)
    assert.match(
      compare((root) => writeFileSync(join(root, 'a/more'), '')) ?? '',
      /^\/a\/more: only in the second image/,
    )
    const content = compare((root) => {
      writeFileSync(join(root, 'a/file'), 'else')
      utimesSync(join(root, 'a/file'), 1, 1)
    })
    assert.match(content ?? '', /^\/a\/file: its content is/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Images that are built twice, on storages that share nothing but the bases, are the same bit by bit. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import type { ImageTarget } from '@seine/tools/images/image-targets.ts'
import { ImageEngine } from '@seine/tools/images/release/image-engine.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { ContainerLab, containerTools, contextCopy, debianImage, labBuild, nodeImage } from './container-lab.ts'
import { ContainerStorage } from './container-tools.ts'
import { firstDifference } from './tree-difference.ts'

const { programs, skip } = containerTools()
/** The browser worker differs from these by Chromium alone, which takes minutes to install. */
const targets: readonly ImageTarget[] = ['scrape-worker', 'gateway']

const engineOf = (storage: ContainerStorage): ImageEngine =>
  new ImageEngine(async (args) => await storage.buildah(...args))

/** Name of the copy of an image that is compared. */
const steadyName = (target: ImageTarget): string => `localhost/seine-steady/${target}:test-${process.pid}`

/** Mounts an image of each storage and compares the files. */
async function differenceOf(first: ContainerStorage, second: ContainerStorage, name: string) {
  const mounted = await Promise.all(
    [first, second].map(async (storage) => {
      const container = (await storage.buildah('from', '--quiet', '--pull-never', name)).trim()
      return { storage, container, path: (await storage.buildah('mount', container)).trim() }
    }),
  )
  try {
    return firstDifference(mounted[0]!.path, mounted[1]!.path) ?? 'the same files: a layer has files that another hides'
  } finally {
    await Promise.all(mounted.map(async ({ storage, container }) => await storage.buildah('rm', container)))
  }
}

describe('a second build', { skip }, () => {
  let lab: ContainerLab
  let images: Record<ImageTarget, string>
  let home: string
  let second: ContainerStorage

  before(async () => {
    lab = await ContainerLab.open(programs!)
    images = await lab.build(targets)
    home = await mkdtemp(join(tmpdir(), 'seine-second-'))
    second = new ContainerStorage(programs!, home)
    await second.open()
    for (const base of [debianImage, nodeImage]) await lab.storage.copyTo(second, base)
    const context = join(home, 'context')
    await contextCopy(context)
    // Times of a checkout are those of the checkout.
    await promisify(execFile)('find', [context, '-exec', 'touch', '{}', '+'])
    for (const target of targets) {
      await second.buildahLogged(labBuild(target, `localhost/second/${target}`, context), join(home, `${target}.log`))
      await engineOf(lab.storage).steady(images[target], steadyName(target), '')
      await engineOf(second).steady(`localhost/second/${target}`, steadyName(target), '')
    }
  })

  after(async () => {
    for (const target of targets) await lab?.storage.buildah('rmi', steadyName(target)).catch(() => undefined)
    if (second !== undefined) await second.buildah('rm', '--all')
    if (home !== undefined) await rm(home, { recursive: true, force: true })
  })

  for (const target of targets) {
    it(`of ${target} has the same layers and the same configuration`, async () => {
      const name = steadyName(target)
      const one = await engineOf(lab.storage).inspect(name)
      const other = await engineOf(second).inspect(name)
      if (one.layers.join() !== other.layers.join()) {
        assert.fail(`the layers differ: ${await differenceOf(lab.storage, second, name)}`)
      }
      assert.equal(one.configDigest, other.configDigest)
      assert.equal(one.digest, other.digest)
    })
  }

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
    const container = (await second.buildah('from', '--quiet', debianImage)).trim()
    try {
      const script = join(repositoryRoot, 'docker/images/install-packages.sh')
      await second.buildah('copy', container, script, '/install-packages.sh')
      const archive = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const settings = ['DEBIAN_SNAPSHOT=20260101T000000Z', `SNAPSHOT_ARCHIVE=${archive}`, 'no_proxy=127.0.0.1']
      await second.buildah('run', container, '--', 'env', ...settings, 'sh', '/install-packages.sh', 'tini')
      const shown = await second.buildah(
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
      await second.buildah('rm', container)
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

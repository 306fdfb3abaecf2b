/** `./dev images` on the real programs: what it builds has a provenance that fits, and scans find outdated packages. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ImageEngine } from '@seine/tools/images/release/image-engine.ts'
import type { ProvenanceStatement } from '@seine/tools/images/release/provenance.ts'
import { scanImage } from '@seine/tools/images/scan/scan-image.ts'
import { judgeIssues } from '@seine/tools/images/scan/judge-issues.ts'
import { parseImagesArguments } from '@seine/tools/images-arguments.ts'
import { imagesCommand } from '@seine/tools/images-command.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { acceptedPath, readAccepted } from '@seine/tools/supply-chain/accepted-advisories.ts'
import { askRegistry } from '@seine/tools/supply-chain/ask-registry.ts'
import { findingLines } from '@seine/tools/supply-chain/finding.ts'
import { buildSecrets, ContainerLab, containerTools, debianImage, labEpochSecs, nodeImage } from './container-lab.ts'
import { ContainerStorage } from './container-tools.ts'

const { programs, skip } = containerTools()
/** Tag of the images that this test builds. */
const tag = 'release-test'

describe('a release of images', { skip }, () => {
  let lab: ContainerLab
  /** Of this test alone: a release uses no layers of earlier builds and leaves many behind. */
  let storage: ContainerStorage
  let engine: ImageEngine
  let home: string
  let folder: string

  before(async () => {
    lab = await ContainerLab.open(programs!)
    await lab.ensureBases()
    home = await mkdtemp(join(tmpdir(), 'seine-release-test-'))
    folder = join(home, 'out')
    await mkdir(folder)
    storage = new ContainerStorage(programs!, home)
    await storage.open()
    for (const base of [debianImage, nodeImage]) await lab.storage.copyTo(storage, base)
    engine = new ImageEngine(async (args) => {
      if (args[0] !== 'bud') return await storage.buildah(...args)
      await storage.buildahLogged(args, join(home, 'build.log'))
      return ''
    })
  })

  after(async () => {
    if (storage !== undefined) await storage.buildah('rm', '--all')
    if (home !== undefined) await rm(home, { recursive: true, force: true })
  })

  const run = async (...words: string[]): Promise<{ code: number; printed: string }> => {
    let printed = ''
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(labEpochSecs) }
    const print = (text: string): void => void (printed += text)
    const code = await imagesCommand(parseImagesArguments(words), { root: repositoryRoot, environment, print, engine })
    return { code, printed }
  }

  /** Builds an image in which a command has changed something. @returns its name */
  const changed = async (name: string, command: string): Promise<string> => {
    const lines = [`FROM seine/cli:${tag}`, 'USER 0:0', `RUN ${command}`, '']
    await writeFile(join(folder, 'Dockerfile'), lines.join('\n'))
    const settings = ['--layers', '--format=docker', `--tag=localhost/${name}:${tag}`]
    await storage.buildahLogged(['bud', ...settings, folder], join(home, 'changed.log'))
    return `localhost/${name}:${tag}`
  }

  it('is built from the commit, and its provenance fits the image until one of them is changed', async (t) => {
    const bases = [`--build-arg=BASE=${nodeImage}`, `--build-arg=RUNTIME=${debianImage}`]
    const { code, printed } = await run('build', 'cli', '--out', folder, '--tag', tag, ...bases, ...buildSecrets())
    t.diagnostic(printed)
    assert.equal(code, 0)
    assert.deepEqual(await run('verify', folder), { code: 0, printed: 'cli: the image is as its provenance says\n' })

    const path = join(folder, 'cli.provenance.json')
    const text = await readFile(path, 'utf8')
    const statement = JSON.parse(text) as ProvenanceStatement
    statement.predicate.buildDefinition.resolvedDependencies[0]!.digest['gitCommit'] = '0'.repeat(40)
    await writeFile(path, JSON.stringify(statement))
    const forged = await run('verify', folder)
    assert.equal(forged.code, 1)
    assert.match(forged.printed, /^cli: the image is labelled with the commit [0-9a-f]{40}, not 0{40}$/m)
    await writeFile(path, text)
  })

  it('is scanned: a package older than a fix in the security archive fails', async () => {
    // The record of dpkg says that an old version is installed.
    const name = await changed(
      'seine-outdated',
      `sed -i '/^Package: libc6$/,/^$/s/^Version: .*/Version: 2.36-1/' /var/lib/dpkg/status`,
    )
    const { code, printed } = await run('scan', name)
    assert.equal(code, 1)
    assert.match(
      printed,
      /^ {2}FAIL libc6@2\.36-1 \(high, debian:2\.36-\S+\): the security archive has a fixed version/m,
    )
  })

  it('is not scanned when the archive cannot be asked, which fails too', async () => {
    const unreachable = 'deb http://127.0.0.1:9/debian-security bookworm-security main'
    const name = await changed(
      'seine-cut-off',
      `rm -rf /etc/apt/sources.list.d/* && echo '${unreachable}' > /etc/apt/sources.list`,
    )
    const { code, printed } = await run('scan', name)
    assert.equal(code, 1)
    assert.match(printed, /^ {2}not complete: Debian packages were not compared/m)
  })

  it('is scanned in CI: serious advisories about its npm packages fail, updates of Debian are printed', async (t) => {
    const images = await lab.build(['scrape-worker', 'browser-worker'])
    const labEngine = new ImageEngine(async (args) => await lab.storage.buildah(...args))
    const today = new Date().toISOString().slice(0, 10)
    const { accepted } = readAccepted(await readFile(join(repositoryRoot, acceptedPath), 'utf8'), today)
    for (const image of [images['scrape-worker'], images['browser-worker']]) {
      const ask = async (at: string) => await askRegistry(at, process.env)
      const { issues, gaps, compared } = await scanImage(image, labEngine, ask)
      // Not every registry answers questions about advisories; one that does not is named.
      const isRefused = gaps.some((gap) => gap.startsWith('npm packages were not compared, as the registry returned'))
      assert.ok(compared.npm > 50 || isRefused, JSON.stringify({ compared, gaps }))
      assert.ok(compared.debian > 80, JSON.stringify(compared))
      const { findings, notes } = judgeIssues(issues, accepted, 'high')
      // The tests' Debian may be older than the newest fix; the published one is scanned when it is released.
      for (const line of [...gaps, ...notes, ...findingLines(findings)]) t.diagnostic(`${image}: ${line}`)
      const npm = judgeIssues(
        issues.filter(({ kind }) => kind === 'npm'),
        accepted,
        'high',
      )
      assert.deepEqual(findingLines(npm.findings), [])
      assert.deepEqual(
        gaps.filter((gap) => gap.includes('Debian')),
        [],
      )
    }
  })
})

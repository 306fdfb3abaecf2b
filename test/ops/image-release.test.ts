/**
 * `./dev images` on the real programs: what it builds from nothing but the bases is bit by bit the image that the lab has
 * built, has a provenance that fits, and scans find outdated packages.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { ImageTarget } from '@seine/tools/images/image-targets.ts'
import { ImageEngine } from '@seine/tools/images/release/image-engine.ts'
import type { ProvenanceStatement } from '@seine/tools/images/release/provenance.ts'
import { scanImage, scanNpmPackages } from '@seine/tools/images/scan/scan-image.ts'
import { judgeIssues } from '@seine/tools/images/scan/judge-issues.ts'
import { parseImagesArguments } from '@seine/tools/images-arguments.ts'
import { imagesCommand } from '@seine/tools/images-command.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { acceptedPath, readAccepted } from '@seine/tools/supply-chain/accepted-advisories.ts'
import { askRegistry } from '@seine/tools/supply-chain/ask-registry.ts'
import { findingLines } from '@seine/tools/supply-chain/finding.ts'
import {
  buildSecrets,
  ContainerLab,
  containerTools,
  contextCopy,
  debianImage,
  labBuild,
  labEpochSecs,
  nodeImage,
} from './container-lab.ts'
import { ContainerStorage } from './container-tools.ts'
import { firstDifference } from './tree-difference.ts'

const { programs, skip } = containerTools()
/** Tag of the images that this test builds. */
const tag = 'release-test'
/** The image that is released; it has more than the gateway and the command line have. */
const released = 'scrape-worker'

const run = promisify(execFile)

/** Name of the copy of an image that is compared. */
const steadyName = (target: ImageTarget): string => `localhost/seine-steady/${target}:test-${process.pid}`

/** Commits the files of this checkout, changed ones too, in a repository of its own, as the lab builds from them. */
async function commitCheckout(folder: string): Promise<string> {
  await run('git', ['init', '--quiet', folder])
  const git = async (...args: string[]): Promise<string> => (await run('git', ['-C', folder, ...args])).stdout.trim()
  await git('config', 'core.worktree', repositoryRoot)
  await git('add', '--all')
  await git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=checkout')
  return await git('rev-parse', 'HEAD')
}

/** Mounts an image of each storage and compares the files. */
async function differenceOf(first: ContainerStorage, second: ContainerStorage, names: readonly [string, string]) {
  const mounted = await Promise.all(
    [first, second].map(async (storage, index) => {
      const container = (await storage.buildah('from', '--quiet', '--pull-never', names[index]!)).trim()
      return { storage, container, path: (await storage.buildah('mount', container)).trim() }
    }),
  )
  try {
    return firstDifference(mounted[0]!.path, mounted[1]!.path) ?? 'the same files: a layer has files that another hides'
  } finally {
    await Promise.all(mounted.map(async ({ storage, container }) => await storage.buildah('rm', container)))
  }
}

describe('a release of images', { skip }, () => {
  let lab: ContainerLab
  let images: Record<ImageTarget, string>
  /** Of this test alone: a release uses no layers of earlier builds and leaves many behind. */
  let storage: ContainerStorage
  let engine: ImageEngine
  let home: string
  let folder: string
  let checkout: string
  let commit: string
  /** The files of the checkout without the rest of it. */
  let context: string

  before(async () => {
    lab = await ContainerLab.open(programs!)
    images = await lab.build(['scrape-worker', 'browser-worker', 'gateway'])
    home = await mkdtemp(join(tmpdir(), 'seine-release-test-'))
    folder = join(home, 'out')
    await mkdir(folder)
    checkout = join(home, 'checkout')
    commit = await commitCheckout(checkout)
    context = join(home, 'context')
    contextCopy(context)
    // Times of a checkout are those of the checkout.
    await run('find', [context, '-exec', 'touch', '{}', '+'])
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
    for (const target of ['scrape-worker', 'gateway'] as const) {
      await lab?.storage.buildah('rmi', steadyName(target)).catch(() => undefined)
    }
    if (storage !== undefined) await storage.buildah('rm', '--all')
    if (home !== undefined) await rm(home, { recursive: true, force: true })
  })

  const dev = async (...words: string[]): Promise<{ code: number; printed: string }> => {
    let printed = ''
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(labEpochSecs) }
    const print = (text: string): void => void (printed += text)
    const request = parseImagesArguments(words)
    // Only the repository of the commit is there, not its files.
    const root = request.action === 'build' ? checkout : repositoryRoot
    const code = await imagesCommand(request, { root, environment, print, engine })
    return { code, printed }
  }

  /** Builds an image in which a command has changed something. @returns its name */
  const changed = async (name: string, command: string): Promise<string> => {
    const lines = [`FROM seine/${released}:${tag}`, 'USER 0:0', `RUN ${command}`, '']
    await writeFile(join(folder, 'Dockerfile'), lines.join('\n'))
    const settings = ['--layers', '--format=docker', `--tag=localhost/${name}:${tag}`]
    await storage.buildahLogged(['bud', ...settings, folder], join(home, 'changed.log'))
    return `localhost/${name}:${tag}`
  }

  it('is built from the commit, and its provenance fits the image until one of them is changed', async (t) => {
    const bases = [`--build-arg=BASE=${nodeImage}`, `--build-arg=RUNTIME=${debianImage}`]
    const { code, printed } = await dev('build', released, '--out', folder, '--tag', tag, ...bases, ...buildSecrets())
    t.diagnostic(printed)
    assert.equal(code, 0)
    assert.deepEqual(await dev('verify', folder), {
      code: 0,
      printed: `${released}: the image is as its provenance says\n`,
    })

    const path = join(folder, `${released}.provenance.json`)
    const text = await readFile(path, 'utf8')
    const statement = JSON.parse(text) as ProvenanceStatement
    statement.predicate.buildDefinition.resolvedDependencies[0]!.digest['gitCommit'] = '0'.repeat(40)
    await writeFile(path, JSON.stringify(statement))
    const forged = await dev('verify', folder)
    assert.equal(forged.code, 1)
    assert.match(forged.printed, /^scrape-worker: the image is labelled with the commit [0-9a-f]{40}, not 0{40}$/m)
    await writeFile(path, text)
  })

  /** Compares an image of the lab, as a release of the commit would be labelled, with one that was built apart. */
  const compare = async (target: ImageTarget, apart: string, revision: string): Promise<void> => {
    const labEngine = new ImageEngine(async (args) => await lab.storage.buildah(...args))
    await labEngine.steady(images[target], steadyName(target), revision)
    const one = await labEngine.inspect(steadyName(target))
    const other = await engine.inspect(apart)
    if (one.layers.join() !== other.layers.join()) {
      const names = [steadyName(target), apart] as const
      assert.fail(`the layers differ: ${await differenceOf(lab.storage, storage, names)}`)
    }
    assert.equal(one.configDigest, other.configDigest)
    assert.equal(one.digest, other.digest)
  }

  it('has the same layers and the same configuration as an image of the lab', async () => {
    await compare(released, `seine/${released}:${tag}`, commit)
  })

  it('has the same layers in another image too: a second build of the gateway is the same', async () => {
    await storage.buildahLogged(labBuild('gateway', 'localhost/second/gateway', context), join(home, 'gateway.log'))
    await engine.steady('localhost/second/gateway', steadyName('gateway'), '')
    await compare('gateway', steadyName('gateway'), '')
  })

  it('is scanned: a package older than a fix in the security archive fails', async () => {
    // The record of dpkg says that an old version is installed.
    const name = await changed(
      'seine-outdated',
      `sed -i '/^Package: libc6$/,/^$/s/^Version: .*/Version: 2.36-1/' /var/lib/dpkg/status`,
    )
    const { code, printed } = await dev('scan', name)
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
    const { code, printed } = await dev('scan', name)
    assert.equal(code, 1)
    assert.match(printed, /^ {2}not complete: Debian packages were not compared/m)
  })

  it('is scanned in CI: serious advisories about its npm packages fail, updates of Debian are printed', async (t) => {
    const labEngine = new ImageEngine(async (args) => await lab.storage.buildah(...args))
    const today = new Date().toISOString().slice(0, 10)
    const { accepted } = readAccepted(await readFile(join(repositoryRoot, acceptedPath), 'utf8'), today)
    const ask = async (at: string) => await askRegistry(at, process.env)
    // Their Debian packages are those of the workers as well.
    for (const image of [images.gateway, images.cli]) {
      const { issues, gaps, compared } = await scanNpmPackages(image, labEngine, ask)
      assert.ok(compared > 0 || gaps.length > 0, image)
      for (const gap of gaps) t.diagnostic(`${image}: ${gap}`)
      assert.deepEqual(findingLines(judgeIssues(issues, accepted, 'high').findings), [])
    }
    for (const image of [images['scrape-worker'], images['browser-worker']]) {
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

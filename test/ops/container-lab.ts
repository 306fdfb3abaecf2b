/**
 * Builds and runs the images of the Dockerfile where there is neither a daemon nor a registry: the base is a Debian
 * built from its packages, with the Node that runs the tests. Built images stay in the per-user cache, so the first
 * test builds for all others.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { imageTargets, type ImageTarget } from '@seine/tools/images/image-targets.ts'
import { buildArgumentsOf } from '@seine/tools/images/release/image-engine.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { waitForLock } from '@seine/cli/process/lock.ts'
import { findOnPath } from '@seine/tools/setup/find-tool.ts'
import { ContainerStorage, type ContainerTools } from './container-tools.ts'

export { containerTools } from './container-tools.ts'

const suite = 'bookworm'
/** Names of the local images that replace the published ones. */
export const debianImage = 'localhost/seine-lab/debian:bookworm'
export const nodeImage = `localhost/seine-lab/node:${process.version}`

/** Size above which the storage is emptied before a build, bytes. */
const storageMaxBytes = 12 * 1_073_741_824
/** Age up to which the tests of another checkout may still use an image, milliseconds. */
const recentMs = 2 * 3_600_000

/**
 * Time of all files in the images, seconds since 1970. With a fixed one a second build has the same layers, which
 * `image-release.test.ts` compares.
 */
export const labEpochSecs = 1_767_225_600

/** Names that `.dockerignore` keeps out of these folders. */
const isLeftOut = /^(?:node_modules|testing|dist.*)$|\.test\.ts$/

/** Files used by the images: those that `.dockerignore` lets in. */
function contextFiles(): string[] {
  const folders = ['activities', 'clients/typescript', 'docker/images', 'services', 'shared', 'tools', 'workflows']
  const single = ['.dockerignore', '.npmrc', 'Dockerfile', 'LICENSE', 'package-lock.json', 'package.json']
  const found = globSync(
    folders.map((folder) => `${folder}/**/*`),
    { cwd: repositoryRoot, exclude: (name) => isLeftOut.test(name) },
  )
  const files = found.filter((path) => statSync(join(repositoryRoot, path)).isFile())
  return [...single, 'test/package.json', ...files]
}

/**
 * Files of the context by path: their text, and whether they may be executed, which is all that git keeps of a mode.
 */
type Context = Map<string, { content: Buffer; isProgram: boolean }>

/** Reads the files once, so that all images of a build use the same version even if they are edited meanwhile. */
function readContext(): Context {
  return new Map(
    contextFiles().map((path) => {
      const from = join(repositoryRoot, path)
      return [path, { content: readFileSync(from), isProgram: (statSync(from).mode & 0o100) !== 0 }]
    }),
  )
}

/** Hash of everything that the images are built from. */
function contextKey(context: Context): string {
  const hash = createHash('sha256').update(process.version)
  for (const [path, { content, isProgram }] of [...context].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`\0${path}\0${isProgram ? 'program' : ''}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Writes the files with the modes that they have in a commit. */
function writeContext(context: Context, folder: string): void {
  for (const [path, { content, isProgram }] of context) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
    chmodSync(join(folder, path), isProgram ? 0o755 : 0o644)
  }
}

/** Copies the files of the context. */
export const contextCopy = (folder: string): void => writeContext(readContext(), folder)

/** Files that a build may read and no image may keep: npm's settings, and the user's certificate authority. */
export function buildSecrets(): string[] {
  const ca = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
  const npmrc = process.env['NPM_CONFIG_USERCONFIG'] ?? join(homedir(), '.npmrc')
  return [
    ...(ca !== '' && existsSync(ca) ? [`--secret=id=ca,src=${ca}`] : []),
    ...(existsSync(npmrc) ? [`--secret=id=npmrc,src=${npmrc}`] : []),
  ]
}

/** The tag of an image, which is the hash of what it is built from. */
const keyOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

/** Arguments of buildah for an image of the Dockerfile, on the bases of the lab. */
export const labBuild = (target: ImageTarget, name: string, folder: string): string[] =>
  buildArgumentsOf({
    name,
    target,
    folder,
    buildArguments: { BASE: nodeImage, RUNTIME: debianImage },
    epochSecs: labEpochSecs,
    flags: buildSecrets(),
  })

/** Builds images, and provides commands on them. */
export class ContainerLab {
  readonly storage: ContainerStorage
  readonly #cache: string

  private constructor(storage: ContainerStorage, cache: string) {
    this.storage = storage
    this.#cache = cache
  }

  /** @param cache per-user cache of the command line. @default `SEINE_DEV_CACHE_DIR` */
  static async open(tools: ContainerTools, cache = process.env['SEINE_DEV_CACHE_DIR'] ?? ''): Promise<ContainerLab> {
    if (cache === '') throw new Error('SEINE_DEV_CACHE_DIR is not set: run these tests with `./dev test ops`')
    const storage = new ContainerStorage(tools, join(cache, 'containers'))
    await storage.open()
    return new ContainerLab(storage, cache)
  }

  #log = (name: string): string => join(this.#cache, 'logs', `image-${name}.log`)

  async hasImage(image: string): Promise<boolean> {
    return await this.storage.buildah('inspect', '--type', 'image', image).then(
      () => true,
      () => false,
    )
  }

  /**
   * Builds an image from a folder with a Dockerfile.
   * @throws Error naming the log file.
   */
  async buildFolder(image: string, folder: string, flags: readonly string[] = []): Promise<void> {
    const name = image.replace(/.*\//, '').replaceAll(/[^\w.-]/g, '-')
    const settings = ['--layers', '--format', 'docker', '--tag', image]
    await this.storage.buildahLogged(['bud', ...settings, ...flags, folder], this.#log(name))
  }

  /**
   * Builds an image from files of this machine.
   * @param files absolute path in the image by path here; folders are copied whole.
   * @param lines lines of the Dockerfile after the files.
   */
  async buildFiles(
    image: string,
    base: string,
    files: Record<string, string>,
    lines: readonly string[],
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'seine-image-'))
    try {
      await mkdir(join(folder, 'root'))
      for (const [place, path] of Object.entries(files)) {
        await mkdir(dirname(join(folder, 'root', place)), { recursive: true })
        await cp(await realpath(path), join(folder, 'root', place), { recursive: true })
      }
      await writeFile(join(folder, 'Dockerfile'), [`FROM ${base}`, 'COPY root /', ...lines, ''].join('\n'))
      await this.buildFolder(image, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Builds the replacement for the Debian image, once. */
  async ensureDebian(): Promise<void> {
    if (await this.hasImage(debianImage)) return
    const archive = join(this.#cache, 'containers', `debian-${suite}.tar`)
    if (!existsSync(archive)) {
      const draft = archive.replace(/\.tar$/, `-${process.pid}.tar`)
      await this.storage.debootstrap(suite, draft, this.#log('debootstrap'))
      await rename(draft, archive)
    }
    const folder = await mkdtemp(join(tmpdir(), 'seine-image-'))
    try {
      await copyFile(archive, join(folder, 'debian.tar'))
      await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nADD debian.tar /\nCMD ["bash"]\n')
      await this.buildFolder(debianImage, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Builds the replacement for the Node image: Node and npm as installed here. */
  async #ensureNode(): Promise<void> {
    if (await this.hasImage(nodeImage)) return
    const program = findOnPath('npm', process.env['PATH'])
    if (program === null) throw new Error('npm is not on PATH')
    const npm = join(dirname(await realpath(program)), '..')
    await this.buildFiles(
      nodeImage,
      debianImage,
      { '/usr/local/bin/node': process.execPath, '/usr/local/lib/node_modules/npm': npm },
      ['RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'],
    )
  }

  /** Builds the replacements for the published bases, once. */
  async ensureBases(): Promise<void> {
    const lock = await waitForLock(join(this.#cache, 'locks', 'images.lock'))
    try {
      await this.ensureDebian()
      await this.#ensureNode()
    } finally {
      lock.release()
    }
  }

  /** Empties a storage that has grown too large, unless a container is running on it or will be soon. */
  async #makeRoom(): Promise<void> {
    const folder = join(this.#cache, 'containers', 'storage')
    // It fails when a layer goes away meanwhile, by another test: the next build counts again.
    const { stdout } = await promisify(execFile)('du', ['-sk', folder]).catch(() => ({ stdout: '0' }))
    const isLarge = Number.parseInt(stdout, 10) * 1_024 > storageMaxBytes
    if (!isLarge || (await this.#ownImages()).some(({ isRecent }) => isRecent)) return
    if ((await this.storage.podman('ps', '--quiet')) === '') await this.storage.buildah('rmi', '--all', '--force')
  }

  /**
   * Builds targets of the Dockerfile, unless they have been built from the same files.
   * @returns the image of each.
   * @throws Error naming the log file.
   */
  async build(targets: readonly ImageTarget[] = imageTargets): Promise<Record<ImageTarget, string>> {
    const lock = await waitForLock(join(this.#cache, 'locks', 'images.lock'))
    const folder = await mkdtemp(join(tmpdir(), 'seine-context-'))
    try {
      const context = readContext()
      const key = contextKey(context)
      const images = Object.fromEntries(
        imageTargets.map((target) => [target, `localhost/seine/${target}:${key}`]),
      ) as Record<ImageTarget, string>
      const missing: ImageTarget[] = []
      for (const target of targets) if (!(await this.hasImage(images[target]))) missing.push(target)
      if (missing.length > 0) {
        await this.#makeRoom()
        await this.ensureDebian()
        await this.#ensureNode()
        writeContext(context, folder)
      }
      for (const target of missing) {
        await this.storage.buildahLogged(labBuild(target, images[target], folder), this.#log(target))
      }
      await this.#markUsed(key)
      await this.#dropOthers(key)
      return images
    } finally {
      await rm(folder, { recursive: true, force: true })
      lock.release()
    }
  }

  #usedFile = (key: string): string => join(this.#cache, 'containers', 'used', key)

  /** Records that the images of these sources are in use now; the images themselves have a fixed time. */
  async #markUsed(key: string): Promise<void> {
    const file = this.#usedFile(key)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '', { flag: 'a' })
    await utimes(file, new Date(), new Date())
  }

  async #isRecent(key: string): Promise<boolean> {
    const used = await stat(this.#usedFile(key)).catch(() => null)
    return used !== null && Date.now() - used.mtimeMs < recentMs
  }

  /** Removes images of other sources; their shared layers stay for the next build. */
  async #dropOthers(key: string): Promise<void> {
    for (const { name, isRecent } of await this.#ownImages()) {
      // An image in use by a container stays, and so does one that the tests of another checkout may be about to use.
      if (isRecent || name.endsWith(`:${key}`)) continue
      await this.storage.buildah('rmi', name).catch(() => undefined)
      await rm(this.#usedFile(keyOf(name)), { force: true })
    }
  }

  /** Returns the images of Seine, from any sources, and whether they were built or used recently. */
  async #ownImages(): Promise<{ name: string; isRecent: boolean }[]> {
    const list = JSON.parse(await this.storage.podman('images', '--format', 'json')) as {
      Names?: string[] | null
      Created: number
    }[]
    const own = list.flatMap(({ Names: names, Created: createdSecs }) =>
      (names ?? []).filter((name) => name.startsWith('localhost/seine/')).map((name) => ({ name, createdSecs })),
    )
    return await Promise.all(
      own.map(async ({ name, createdSecs }) => ({
        name,
        isRecent: Date.now() - createdSecs * 1_000 < recentMs || (await this.#isRecent(keyOf(name))),
      })),
    )
  }

  /** Size of an image including its base images, bytes. */
  async sizeBytes(image: string): Promise<number> {
    return Number(await this.storage.podman('image', 'inspect', '--format', '{{.Size}}', image))
  }
}

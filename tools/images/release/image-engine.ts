/** Builds images and looks into them, with buildah, which needs no daemon. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonOrNull } from '@seine/shared/values/json-or-null.ts'
import { fileOfTopLayer } from './image-folder.ts'
import { makeSteady } from './steady-config.ts'

/** Runs buildah with these arguments. @returns its standard output. @throws Error when it fails */
export type RunBuildah = (args: readonly string[]) => Promise<string>

/** An image of the local storage. */
export interface StoredImage {
  /** Digest of its manifest, `sha256:…`. */
  digest: string
  /** Digest of its configuration, which is its id, `sha256:…`. */
  configDigest: string
  /** Digests of its layers, uncompressed, from the base upwards. */
  layers: string[]
  labels: Record<string, string>
}

/** How an image is built. */
export interface ImageBuild {
  /** Name with a tag. */
  name: string
  target: string
  /** Folder with the Dockerfile. */
  folder: string
  buildArguments: Readonly<Record<string, string>>
  /** Time of all files and of the image, seconds since 1970. */
  epochSecs: number
  /** Further flags of buildah, such as secrets. */
  flags?: readonly string[]
}

interface Inspection {
  FromImageID?: string
  FromImageDigest?: string
  OCIv1?: { rootfs?: { diff_ids?: string[] }; config?: { Labels?: Record<string, string> } }
}

/**
 * The arguments by which the layers of a build depend only on its inputs: files get a fixed time. Steps are taken from
 * the cache, which holds for builds with one time and one set of build arguments: buildah compares neither.
 */
export const buildArgumentsOf = ({
  name: image,
  target,
  folder,
  buildArguments,
  epochSecs,
  flags = [],
}: ImageBuild) => [
  'bud',
  '--layers',
  '--format=docker',
  `--timestamp=${epochSecs}`,
  ...Object.entries({ ...buildArguments, SOURCE_DATE_EPOCH: String(epochSecs) }).map(
    ([name, value]) => `--build-arg=${name}=${value}`,
  ),
  ...flags,
  `--tag=${image}`,
  `--target=${target}`,
  folder,
]

/** Commands on images. */
export class ImageEngine {
  readonly #run: RunBuildah

  constructor(run: RunBuildah) {
    this.#run = run
  }

  /** Returns name and version: `buildah 1.28.2`. */
  async version(): Promise<string> {
    const words = (await this.#run(['--version'])).split(' ')
    return `buildah ${words[2] ?? 'of an unknown version'}`
  }

  /**
   * Builds an image that is the same bit by bit when it is built again from the same inputs. No step comes from the
   * cache: it would keep the times, labels and Debian packages of an earlier build.
   */
  async build(build: ImageBuild): Promise<void> {
    await this.#run(buildArgumentsOf({ ...build, flags: ['--no-cache', ...(build.flags ?? [])] }))
    await this.steady(build.name, build.name, build.buildArguments['REVISION'] ?? '')
  }

  /**
   * Gives an image a configuration without ids of the build, which makes it another image with the same layers.
   * @param name of the image that is made
   * @param revision the commit that the image is made of; empty: none
   */
  async steady(image: string, name: string, revision: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'seine-steady-'))
    try {
      await this.#run(['push', '--quiet', '--disable-compression', image, `dir:${folder}`])
      makeSteady(folder, revision)
      const id = (await this.#run(['pull', '--quiet', `dir:${folder}`])).trim()
      await this.#run(['tag', id, name])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** @throws Error for an image that is not in the local storage */
  async inspect(image: string): Promise<StoredImage> {
    const found = jsonOrNull(await this.#run(['inspect', '--type=image', image])) as Inspection | null
    const { FromImageID: id, FromImageDigest: digest, OCIv1: config } = found ?? {}
    if (id === undefined || digest === undefined) throw new Error(`${image} cannot be inspected`)
    return {
      digest,
      configDigest: `sha256:${id}`,
      layers: config?.rootfs?.diff_ids ?? [],
      labels: config?.config?.Labels ?? {},
    }
  }

  /** Inspects an image by its digest, which is pulled when it is not in the local storage. */
  async obtain(name: string, digest: string): Promise<StoredImage> {
    const reference = `${name}@${digest}`
    try {
      return await this.inspect(reference)
    } catch {
      await this.#run(['pull', '--quiet', `docker://${reference}`])
      return await this.inspect(reference)
    }
  }

  /** Returns the size of an image with its base, as buildah prints it: `310 MB`. */
  async size(image: string): Promise<string> {
    const found = jsonOrNull(await this.#run(['images', '--json', image])) as { size?: string }[] | null
    return found?.[0]?.size ?? 'unknown'
  }

  /**
   * Returns a file of an image and runs nothing of it: a container of nothing gets a copy, which is read from a layer.
   * @param path absolute; links are followed within the image
   */
  async readFile(image: string, path: string): Promise<Buffer> {
    const folder = await mkdtemp(join(tmpdir(), 'seine-file-'))
    const containers: string[] = []
    const from = async (...args: string[]): Promise<string> => {
      const container = (await this.#run(['from', '--quiet', ...args])).trim()
      containers.push(container)
      return container
    }
    try {
      const source = await from('--pull-never', image)
      const copy = await from('scratch')
      await this.#run(['copy', '--quiet', `--from=${source}`, copy, path, '/file'])
      await this.#run(['commit', '--quiet', '--disable-compression', copy, `dir:${folder}`])
      return await fileOfTopLayer(folder, 'file')
    } finally {
      if (containers.length > 0) await this.#run(['rm', ...containers])
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Runs a command as the superuser in a container of its own, which keeps nothing. @returns its output */
  async run(image: string, ...command: string[]): Promise<string> {
    const container = (await this.#run(['from', '--quiet', '--pull-never', image])).trim()
    try {
      return await this.#run(['run', '--user=0:0', container, '--', ...command])
    } finally {
      await this.#run(['rm', container])
    }
  }

  /**
   * Pushes an image.
   * @param destination with its transport: `docker://registry.example.com/seine/cli:0.1.0`
   * @param digestFile file that gets the digest of the manifest as pushed
   */
  async push(image: string, destination: string, digestFile: string): Promise<void> {
    await this.#run(['push', `--digestfile=${digestFile}`, image, destination])
  }
}

/** The programs that build and run images without a daemon, on storage of this project. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runLogged } from '@seine/tools/checkout/run-logged.ts'
import { containerPrograms } from '@seine/tools/setup/debian-programs.ts'
import { requirePrograms, type Availability } from '../tools/required-programs.ts'

type ProgramName = (typeof containerPrograms.programs)[number]

/** Path of each program. */
export type ContainerTools = Record<ProgramName, string>

/**
 * Returns the programs, or why tests that need them are skipped.
 * @throws Error when they cannot be used and `CI` is `true`: in CI, a skipped test counts as failed.
 */
export function containerTools(): Availability<ProgramName> {
  if (process.getuid?.() === 0) return requirePrograms(containerPrograms)
  const skip = 'containers without a daemon are run by the superuser'
  if (process.env['CI'] === 'true') throw new Error(skip)
  return { programs: null, skip }
}

/** The hard limit of this process, which a container cannot exceed; at most `most`. */
export function hardLimit(name: string, most: number): number {
  const line = new RegExp(`^${name}\\s+\\S+\\s+(\\S+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))
  const value = Number(line?.[1])
  return Number.isSafeInteger(value) ? Math.min(value, most) : most
}

/** Time limit of one short command, milliseconds. */
const commandTimeoutMs = 120_000

/** Runs commands on one storage. */
export class ContainerStorage {
  readonly #tools: ContainerTools
  readonly #home: string
  #driver = 'overlay'

  /** @param home folder for the storage; it is created. */
  constructor(tools: ContainerTools, home: string) {
    this.#tools = tools
    this.#home = home
  }

  /** Creates the folders and chooses the storage driver: overlay when the file system supports it, otherwise copies. */
  async open(): Promise<void> {
    for (const name of ['storage', 'run', 'tmp']) await mkdir(join(this.#home, name), { recursive: true })
    try {
      await this.buildah('info')
    } catch {
      this.#driver = 'vfs'
      await this.buildah('info')
    }
  }

  #places(): string[] {
    return ['--root', join(this.#home, 'storage'), '--runroot', join(this.#home, 'run')]
  }

  /** Copies an image with its layers into another storage. */
  async copyTo(other: ContainerStorage, image: string): Promise<void> {
    const [, root = '', , runRoot = ''] = other.#places()
    await this.buildah('push', '--quiet', image, `containers-storage:[${other.#driver}@${root}+${runRoot}]${image}`)
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      STORAGE_DRIVER: this.#driver,
      BUILDAH_ISOLATION: 'chroot',
      TMPDIR: join(this.#home, 'tmp'),
    }
  }

  /** Runs buildah. @returns its output. @throws the error of `execFile`. */
  async buildah(...args: string[]): Promise<string> {
    const options = { env: this.#environment(), timeout: commandTimeoutMs, maxBuffer: 64 * 1_048_576 }
    return (await promisify(execFile)(this.#tools.buildah, [...this.#places(), ...args], options)).stdout
  }

  /** Runs buildah, which may take minutes. @throws Error naming the log file. */
  async buildahLogged(args: readonly string[], logFile: string): Promise<void> {
    const failure = await runLogged({
      file: this.#tools.buildah,
      args: [...this.#places(), ...args],
      environment: this.#environment(),
      cwd: this.#home,
      logFile,
    })
    if (failure !== null) throw new Error(`buildah ${args[0] ?? ''}: ${failure}, see ${logFile}`)
  }

  /** Command line and environment of podman. */
  podmanCommand(args: readonly string[]): { file: string; args: string[]; env: NodeJS.ProcessEnv } {
    const settings = ['--storage-driver', this.#driver, '--runtime', this.#tools.runc, '--cgroup-manager', 'cgroupfs']
    const places = [...this.#places(), '--tmpdir', join(this.#home, 'tmp')]
    return { file: this.#tools.podman, args: [...places, ...settings, ...args], env: this.#environment() }
  }

  /** Runs podman. @returns its output. @throws the error of `execFile`. */
  async podman(...args: string[]): Promise<string> {
    const command = this.podmanCommand(args)
    const options = { env: command.env, timeout: commandTimeoutMs, maxBuffer: 64 * 1_048_576 }
    return (await promisify(execFile)(command.file, command.args, options)).stdout
  }

  /** Runs podman. @returns its output, both streams. @throws the error of `execFile`. */
  async podmanBoth(...args: string[]): Promise<string> {
    const command = this.podmanCommand(args)
    const options = { env: command.env, timeout: commandTimeoutMs, maxBuffer: 64 * 1_048_576 }
    const { stdout, stderr } = await promisify(execFile)(command.file, command.args, options)
    return stdout + stderr
  }

  /** Creates a Debian of the essential packages as a tar archive. @throws Error naming the log file. */
  async debootstrap(suite: string, archive: string, logFile: string): Promise<void> {
    const excluded = ['man', 'info', 'lintian', 'locale', 'doc'].map((name) => `path-exclude=/usr/share/${name}/*`)
    const dpkgOptions = [...excluded, 'path-include=/usr/share/doc/*/copyright'].map((option) => `--dpkgopt=${option}`)
    const failure = await runLogged({
      file: this.#tools.mmdebstrap,
      args: ['--variant=minbase', '--include=ca-certificates', ...dpkgOptions, suite, archive, ...debianSources(suite)],
      environment: this.#environment(),
      cwd: this.#home,
      logFile,
    })
    if (failure !== null) throw new Error(`mmdebstrap: ${failure}, see ${logFile}`)
  }
}

/** With security updates, as the published Debian images have them. */
const debianSources = (suite: string): string[] => [
  `deb http://deb.debian.org/debian ${suite} main`,
  `deb http://deb.debian.org/debian ${suite}-updates main`,
  `deb http://deb.debian.org/debian-security ${suite}-security main`,
]

/**
 * Flags of podman with which every container runs: the host's network, and no privilege that a service does not need.
 */
export const hardenedFlags = (): string[] => [
  '--network=host',
  '--read-only',
  '--tmpfs=/tmp:rw,size=512m,mode=1777',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  // The engine's default may exceed the limit of this process.
  `--ulimit=nofile=${hardLimit('Max open files', 65_536)}`,
  `--ulimit=nproc=${hardLimit('Max processes', 16_384)}`,
]

/**
 * A system in a folder made only of the packages of a release, in which commands run as on a separate machine: own file
 * system, mounts and processes; network and kernel are those of this machine.
 */
import { execFile, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freshReleases, type FreshRelease } from '@seine/tools/test/fresh-releases.ts'
import { describeExit, runLogged } from '@seine/tools/checkout/run-logged.ts'
import type { freshPrograms } from '@seine/tools/setup/debian-programs.ts'
import type { RegistryAccess } from './registry-access.ts'

export type FreshPrograms = Record<(typeof freshPrograms.programs)[number], string>

/**
 * The packages required by the README except Go, which no release has in a recent version: npm, and authorities for
 * TLS.
 */
const packages = ['ca-certificates', 'npm']

/** Location of Go, first in the PATH of commands. */
const goRoot = '/usr/local/go'
const searchPath = `${goRoot}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`

/**
 * Makes the folder the root of everything in these namespaces and runs the remaining arguments. The folder is
 * bind-mounted on itself because pivot_root(2) accepts only a mount.
 */
const enter = `
root=$1 go=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount --bind "$go" "$root${goRoot}"
mount -o remount,bind,ro "$root${goRoot}"
cd "$root"
pivot_root . .
umount -l .
cd "$HOME/seine/main"
exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"
`

/** A user of the fresh system. */
export interface FreshUser {
  id: number
  home: string
}

export const superuser: FreshUser = { id: 0, home: '/root' }
export const person: FreshUser = { id: 1_000, home: '/srv/person' }

export interface FreshSystemOptions {
  release: FreshRelease
  programs: FreshPrograms
  access: RegistryAccess
  /** Folder of this machine's Go. */
  goFolder: string
  /** The checkout, with the folder `shared` beside it, if there is one. */
  checkout: string
  /** Folder for archives, roots and logs. */
  home: string
}

/** Files and folders that are not part of a checkout. */
const leftOut = new Set(['node_modules', '.git', '.seine', 'seine-out'])

/**
 * Builds an archive of the release's packages, once a day because packages are updated. @throws Error naming the log
 * file.
 */
async function packageArchive({ release, programs, home }: FreshSystemOptions): Promise<string> {
  const { suite, sources } = freshReleases[release]
  const archive = join(home, `${release}.tar`)
  const made = await stat(archive).catch(() => null)
  if (made !== null && Date.now() - made.mtimeMs < 86_400_000) return archive
  const draft = join(home, `${release}-${process.pid}.tar`)
  const logFile = join(home, `${release}-packages.log`)
  const failure = await runLogged({
    file: programs.mmdebstrap,
    args: ['--variant=minbase', `--include=${packages.join(',')}`, suite, draft, ...sources],
    environment: process.env,
    cwd: home,
    logFile,
  })
  if (failure !== null) throw new Error(`the packages of ${release} cannot be had (${failure}), see ${logFile}`)
  await rename(draft, archive)
  return archive
}

export class FreshSystem {
  readonly root: string
  readonly #options: FreshSystemOptions

  private constructor(root: string, options: FreshSystemOptions) {
    this.root = root
    this.#options = options
  }

  /**
   * Creates a system. Each user has its own checkout at `seine/main` in the home folder.
   * @throws Error when the packages are not available.
   */
  static async make(options: FreshSystemOptions): Promise<FreshSystem> {
    const { access, checkout, home, release } = options
    mkdirSync(home, { recursive: true })
    const archive = await packageArchive(options)
    const root = await mkdtemp(join(home, `${release}-`))
    const system = new FreshSystem(root, options)
    try {
      await promisify(execFile)('tar', ['-xf', archive, '--numeric-owner', '-C', root])
      await mkdir(join(root, goRoot), { recursive: true })
      for (const [place, path] of Object.entries(access.files)) {
        await mkdir(dirname(join(root, place)), { recursive: true })
        await writeFile(join(root, place), await readFile(path))
      }
      await promisify(execFile)('chmod', ['755', root])
      // Some programs look up the name of their user.
      await appendFile(join(root, 'etc/passwd'), `person:x:${person.id}:${person.id}::${person.home}:/bin/sh\n`)
      await appendFile(join(root, 'etc/group'), `person:x:${person.id}:\n`)
      for (const { home: place, id } of [superuser, person]) {
        const folder = join(root, place, 'seine')
        await cp(checkout, join(folder, 'main'), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
        const shared = join(checkout, '..', 'shared')
        await cp(shared, join(folder, 'shared'), { recursive: true }).catch(() => undefined)
        await promisify(execFile)('chown', ['-R', `${id}:${id}`, join(root, place)])
      }
      return system
    } catch (error) {
      await system.remove()
      throw error
    }
  }

  /**
   * Runs a command in the checkout of a user.
   * @param name name of its log file.
   * @returns how it ended (null for exit code 0) and its whole output.
   */
  async run(
    name: string,
    user: FreshUser,
    command: readonly string[],
    variables: Record<string, string> = {},
  ): Promise<{ failure: string | null; output: string }> {
    const { programs, goFolder, access, home, release } = this.#options
    const logFile = join(home, `${release}-${name}.log`)
    const log = openSync(logFile, 'w')
    const environment = { PATH: searchPath, HOME: user.home, LANG: 'C.UTF-8', ...access.variables, ...variables }
    const flags = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', enter, 'sh']
    // The end of this process also ends the command and all its children.
    const withThis = ['--pdeathsig', 'KILL', programs.unshare]
    const child = spawn(programs.setpriv, [...withThis, ...flags, this.root, goFolder, String(user.id), ...command], {
      env: environment,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    child.once('error', reject).once('exit', (code, signal) => resolve(describeExit(code, signal)))
    const failure = await promise
    return { failure, output: await readFile(logFile, 'utf8') }
  }

  /** Copies a file or folder of another system to a user of this one. */
  async copyFrom(other: FreshSystem, path: string, place: string, user: FreshUser): Promise<void> {
    await mkdir(dirname(join(this.root, place)), { recursive: true })
    await cp(join(other.root, path), join(this.root, place), { recursive: true })
    // Includes the parent folders that the copy has created.
    await promisify(execFile)('chown', ['-R', `${user.id}:${user.id}`, join(this.root, user.home)])
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 3 })
  }
}

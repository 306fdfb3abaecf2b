/** Installs system packages with apt-get, where this user may. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../checkout/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { forgetFailure, noteFailure, recentFailure } from './failure-marker.ts'
import { findOnPath } from './find-tool.ts'

export interface PackageContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** User id of this process. @default the real one */
  userId?: number
}

/** Leading words of every package tool command, or the reason why this user cannot install packages. */
export type PackageTool = { command: readonly string[]; problem: null } | { command: null; problem: string }

const lacking = (problem: string): PackageTool => ({ command: null, problem })

/** Looks for apt-get, and for permission to use it. */
export function packageTool({ environment, userId }: Pick<PackageContext, 'environment' | 'userId'>): PackageTool {
  if (findOnPath('apt-get', environment.PATH) === null) return lacking('this system has no apt-get')
  if ((userId ?? process.getuid?.()) === 0) return { command: [], problem: null }
  if (findOnPath('sudo', environment.PATH) === null) return lacking('this user is not root and there is no sudo')
  return { command: ['sudo', '-n'], problem: null }
}

/** Packages that are installed together. */
export interface PackageSet {
  /** Identifier for file names. */
  key: string
  title: string
  packages: readonly string[]
  /** Returns true when the packages' programs are present; called before and after the installation. */
  isThere: () => boolean
}

const aptOptions = '-o DPkg::Lock::Timeout=120 -o Acquire::Retries=1 -o Acquire::http::Timeout=20'

/** Returns the last line in which apt-get or sudo reports the problem, otherwise how the command ended. */
function reasonIn(logFile: string, failure: string): string {
  const lines = readFileSync(logFile, 'utf8').match(/^(?:E: |sudo: ).*$/gm)
  return `${lines?.at(-1)?.replace(/^E: /, 'apt-get: ') ?? failure}, see ${logFile}`
}

/** Runs the installation. @returns null, or why it failed. */
async function install(
  { key, title, packages }: PackageSet,
  command: readonly string[],
  { cache, environment, progress }: PackageContext,
): Promise<string | null> {
  const step = progress.begin(title, 'installing with apt-get, about 20 seconds the first time')
  const logFile = join(cache, 'logs', `${key}.log`)
  // Package lists of other sources may fail to download; the installation fails only if the package itself has no list.
  const script = `apt-get ${aptOptions} -q update; exec apt-get ${aptOptions} -q install -y --no-install-recommends ${packages.join(' ')}`
  // RUNLEVEL=1: the system starts none of the packages' services (policy of `invoke-rc.d`).
  const [file, ...args] = [...command, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'sh', '-c', script]
  const failure = await runLogged({ file, args, environment, cwd: '/', logFile })
  if (failure === null) {
    step.done()
    return null
  }
  const reason = reasonIn(logFile, failure)
  step.fail(reason)
  return reason
}

/**
 * Installs the packages unless their programs are present. Concurrent set-ups install them once, one set after the
 * other; a failed installation is not retried for an hour.
 * @returns null when they are present now, otherwise why not, as a part of a sentence.
 */
export async function installPackages(wanted: PackageSet, context: PackageContext): Promise<string | null> {
  const { cache, progress } = context
  if (wanted.isThere()) return null
  const tool = packageTool(context)
  if (tool.command === null) return tool.problem
  const failed = recentFailure(cache, wanted.key)
  if (failed !== null) return failed
  const lock = await waitForLock(join(cache, 'locks', 'system-packages.lock'), (holder) =>
    progress.note(`  … ${wanted.title}: process ${holder.pid} is installing packages, waiting`),
  )
  try {
    if (wanted.isThere()) return null
    const reason = recentFailure(cache, wanted.key) ?? (await install(wanted, tool.command, context))
    if (reason === null) forgetFailure(cache, wanted.key)
    else noteFailure(cache, wanted.key, reason)
    return reason
  } finally {
    lock.release()
  }
}

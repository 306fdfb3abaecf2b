/** Installs packages of the system with apt-get, where this user may. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../../services/cli/process/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { forgetFailure, noteFailure, recentFailure } from './failure-marker.ts'
import { findOnPath } from './find-tool.ts'

export interface PackageContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Of this process. @default the real one */
  userId?: number
}

/** What every command of the package tool begins with, or why this user cannot install packages. */
export type PackageTool = { command: readonly string[]; problem: null } | { command: null; problem: string }

const lacking = (problem: string): PackageTool => ({ command: null, problem })

/** Looks for apt-get, and for the right to use it. */
export function packageTool({ environment, userId }: Pick<PackageContext, 'environment' | 'userId'>): PackageTool {
  if (findOnPath('apt-get', environment.PATH) === null) return lacking('this system has no apt-get')
  if ((userId ?? process.getuid?.()) === 0) return { command: [], problem: null }
  if (findOnPath('sudo', environment.PATH) === null) return lacking('this user is not root and there is no sudo')
  return { command: ['sudo', '-n'], problem: null }
}

/** Packages that are installed together. */
export interface PackageSet {
  /** In names of files. */
  key: string
  title: string
  packages: readonly string[]
  /** True when what they are installed for is there; asked before and after. */
  isThere: () => boolean
}

const aptOptions = '-o DPkg::Lock::Timeout=120 -o Acquire::Retries=1 -o Acquire::http::Timeout=20'

/** The last line in which apt-get or sudo says what went wrong, else how the command ended. */
function reasonIn(logFile: string, failure: string): string {
  const lines = readFileSync(logFile, 'utf8').match(/^(?:E: |sudo: ).*$/gm)
  return `${lines?.at(-1)?.replace(/^E: /, 'apt-get: ') ?? failure}, see ${logFile}`
}

/** @returns null, or why it failed. */
async function install(
  { key, title, packages }: PackageSet,
  command: readonly string[],
  { cache, environment, progress }: PackageContext,
): Promise<string | null> {
  const step = progress.begin(title, 'installing with apt-get, about 20 seconds the first time')
  const logFile = join(cache, 'logs', `${key}.log`)
  // Lists of other sources that cannot be fetched do not matter; without a list there is no package.
  const script = `apt-get ${aptOptions} -q update; exec apt-get ${aptOptions} -q install -y --no-install-recommends ${packages.join(' ')}`
  // RUNLEVEL=1: the system starts none of their services (policy of `invoke-rc.d`).
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
 * Installs the packages unless what they are for is there. Set-ups that run at once install them once,
 * one set after the other; an installation that failed is not tried again for an hour.
 * @returns null when it is there now, else why it is not, as a part of a sentence.
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

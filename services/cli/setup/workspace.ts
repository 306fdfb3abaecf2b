/** The npm workspace: installed anew whenever the lock file or the version of Node has changed. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import type { Progress } from '../progress.ts'
import { SetUpError } from './set-up-error.ts'

export interface WorkspaceContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
}

const stampFile = (root: string): string => join(root, 'node_modules', '.seine-stamp')

/** What an installation depends on, as one word. */
export function stampOf(lockFile: string | Uint8Array, nodeVersion: string, platform: string): string {
  return createHash('sha256').update(lockFile).update(`\n${nodeVersion} ${platform}`).digest('hex')
}

function currentStamp(root: string): string {
  const lockFile = readFileSync(join(root, 'package-lock.json'))
  return stampOf(lockFile, process.version, `${process.platform}-${process.arch}`)
}

/** True when the installed packages are those of the lock file. */
export function isWorkspaceInstalled(root: string): boolean {
  try {
    return readFileSync(stampFile(root), 'utf8') === currentStamp(root)
  } catch {
    return false
  }
}

const npmFlags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs exactly the lock file. A lock file that was made where the registry lacks packages for
 * other platforms leaves these out; `npm ci` calls it out of sync then, and `npm install` takes
 * the same versions from it without changing it.
 * @returns null, or how npm failed.
 */
async function install({ root, environment }: WorkspaceContext, logFile: string): Promise<string | null> {
  const npm = (...args: string[]) =>
    runLogged({ file: 'npm', args: [...args, ...npmFlags], environment, cwd: root, logFile })
  const failure = await npm('ci')
  if (failure === null || !readFileSync(logFile, 'utf8').includes('EUSAGE')) return failure
  rmSync(stampFile(root), { force: true })
  return await npm('install', '--no-save')
}

/**
 * Installs the packages of the lock file unless they are there. Set-ups that run at once install
 * once. The stamp is written last and is gone while npm works, so an interrupted installation is
 * never taken for a whole one.
 * @throws SetUpError with one sentence that says what to do.
 */
export async function obtainWorkspace(context: WorkspaceContext): Promise<void> {
  const { root, cache, progress } = context
  if (isWorkspaceInstalled(root)) return
  const place = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const lock = await waitForLock(join(cache, 'locks', `packages-${place}.lock`), (holder) =>
    progress.note(`  … npm packages: process ${holder.pid} is installing them, waiting`),
  )
  try {
    if (isWorkspaceInstalled(root)) return
    const step = progress.begin('npm packages', 'npm ci, about half a minute')
    const logFile = join(cache, 'logs', `packages-${place}.log`)
    const stamp = currentStamp(root)
    const failure = await install(context, logFile)
    if (failure !== null) {
      step.fail(`${failure}, see ${logFile}`)
      throw new SetUpError([
        failure === 'not found'
          ? 'The npm packages are missing and there is no npm to install them with: install Node with npm (https://nodejs.org).'
          : `The npm packages could not be installed (npm: ${failure}): see ${logFile}.`,
      ])
    }
    writeFileSync(stampFile(root), stamp)
    step.done()
  } finally {
    lock.release()
  }
}

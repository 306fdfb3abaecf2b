/** The npm workspace: reinstalled whenever the lock file or the version of Node.js has changed. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock, type Lock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../checkout/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { SetUpError } from './set-up-error.ts'

export interface WorkspaceContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  /** Returns true while a stack uses the installed packages. */
  inUse: () => boolean
}

const stampFile = (root: string): string => join(root, 'node_modules', '.seine-stamp')

/** Returns a digest of everything that an installation depends on. */
export function stampOf(lockFile: string | Uint8Array, nodeVersion: string, platform: string): string {
  return createHash('sha256').update(lockFile).update(`\n${nodeVersion} ${platform}`).digest('hex')
}

function currentStamp(root: string): string {
  const lockFile = readFileSync(join(root, 'package-lock.json'))
  return stampOf(lockFile, process.version, `${process.platform}-${process.arch}`)
}

/** Returns true when the installed packages are those of the lock file. */
export function isWorkspaceInstalled(root: string): boolean {
  try {
    return readFileSync(stampFile(root), 'utf8') === currentStamp(root)
  } catch {
    return false
  }
}

const npmFlags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs exactly the lock file. A lock file created where the registry lacks packages for other platforms omits them;
 * `npm ci` then reports it as out of sync, and `npm install` takes the same versions from it without changing it.
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
 * Takes the installation lock. It lies in the checkout whose `node_modules` it protects, because users with separate
 * caches share the checkout, and next to `node_modules`, because `npm ci` removes that folder.
 */
async function lockInstallation({ root, progress }: WorkspaceContext): Promise<Lock> {
  const directory = join(root, '.seine')
  try {
    // Usually the state directory of the stack, which holds keys.
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return await waitForLock(join(directory, 'install.lock'), (holder) =>
      progress.note(`  … npm packages: process ${holder.pid} is installing them, waiting`),
    )
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new SetUpError([
      `The npm packages must be installed, but ${directory} cannot be written (${why}): run ./dev as the user who owns the checkout.`,
    ])
  }
}

function refuseWhileUsed({ inUse }: WorkspaceContext): void {
  if (!inUse()) return
  throw new SetUpError([
    'The npm packages must be installed again, but a running stack of this checkout uses them: run ./dev down first.',
  ])
}

/**
 * Installs the packages of the lock file unless they are present. Concurrent set-ups install once. The stamp is written
 * last and is absent while npm works, so an interrupted installation is never mistaken for a complete one. Packages
 * used by a running stack are not changed.
 * @throws SetUpError with one sentence that says what to do.
 */
export async function obtainWorkspace(context: WorkspaceContext): Promise<void> {
  const { root, cache, progress } = context
  if (isWorkspaceInstalled(root)) return
  refuseWhileUsed(context)
  const lock = await lockInstallation(context)
  try {
    if (isWorkspaceInstalled(root)) return
    refuseWhileUsed(context)
    const place = createHash('sha256').update(root).digest('hex').slice(0, 16)
    const step = progress.begin('npm packages', 'npm ci, about half a minute')
    const logFile = join(cache, 'logs', `packages-${place}.log`)
    const stamp = currentStamp(root)
    const failure = await install(context, logFile)
    if (failure !== null) {
      step.fail(`${failure}, see ${logFile}`)
      throw new SetUpError([
        failure === 'not found'
          ? 'The npm packages are missing, and there is no npm to install them: install Node with npm (https://nodejs.org).'
          : `The npm packages could not be installed (npm: ${failure}): see ${logFile}.`,
      ])
    }
    writeFileSync(stampFile(root), stamp)
    step.done()
  } finally {
    lock.release()
  }
}

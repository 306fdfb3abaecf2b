/**
 * Installs Schemathesis, which tests the API from its description, into an environment of Python's
 * own in the cache. Where there is no Python for it everything else works: whatever goes wrong here
 * is said and is not fatal.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../cli-limits.ts'
import { waitForLock } from '../process/lock.ts'
import { runLogged } from '../process/run-logged.ts'
import type { Progress } from '../progress.ts'
import { findOnPath, isExecutable } from './find-tool.ts'
import { SetUpError } from './set-up-error.ts'

const version = '4.32.5'
const variable = 'SEINE_DEV_SCHEMATHESIS_BIN'

export interface SchemathesisContext {
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
}

const advice = `it needs Python 3.10 or later with venv and a package index; or name an executable in ${variable}`

/** Python refuses by its exit code when it is too old or cannot make environments. */
const pythonCheck = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'

/** Makes the environment; scripts in it name their place, so it is made where it stays. */
async function install(home: string, context: SchemathesisContext): Promise<boolean> {
  const { cache, environment, progress } = context
  const python = findOnPath('python3', environment.PATH)
  if (python === null) return false
  const step = progress.begin(`Schemathesis ${version}`, 'installing with pip, about 20 seconds the first time')
  const logFile = join(cache, 'logs', 'schemathesis.log')
  const run = (file: string, args: readonly string[]) => runLogged({ file, args, environment, cwd: cache, logFile })
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`]
  const failure =
    (await run(python, ['-c', pythonCheck])) ??
    (await run(python, ['-m', 'venv', '--clear', home])) ??
    (await run(join(home, 'bin', 'python'), pip))
  if (failure === null) step.done()
  else step.fail(`${failure}, see ${logFile}`)
  return failure === null
}

/** An attempt that failed is not made again at once: each takes its time, and the cause is the machine. */
function failedLately(marker: string): boolean {
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.chromiumRetryMs
}

/**
 * Path of Schemathesis, which is installed first where that is possible. Set-ups that run at once
 * install it once.
 * @returns null where it cannot be had, which has been said then.
 * @throws SetUpError when its variable names something that cannot be run.
 */
export async function obtainSchemathesis(context: SchemathesisContext): Promise<string | null> {
  const { cache, environment, progress } = context
  const named = environment[variable] ?? ''
  if (named !== '') {
    if (isExecutable(named)) return named
    throw new SetUpError([`${variable} names ${named}, which is not an executable file: correct or unset it.`])
  }
  const home = join(cache, `schemathesis-${version}`)
  const program = join(home, 'bin', 'schemathesis')
  const done = join(home, 'installed')
  const isInstalled = (): boolean => statSync(done, { throwIfNoEntry: false }) !== undefined && isExecutable(program)
  if (isInstalled()) return program
  const marker = join(cache, 'schemathesis-failed')
  mkdirSync(cache, { recursive: true })
  const lock = await waitForLock(join(cache, 'locks', 'schemathesis.lock'), (holder) =>
    progress.note(`  … Schemathesis: process ${holder.pid} is installing it, waiting`),
  )
  try {
    if (isInstalled()) return program
    if (!failedLately(marker) && (await install(home, context))) {
      // Last, so that an installation that was cut off is never taken for a whole one.
      writeFileSync(done, '')
      rmSync(marker, { force: true })
      return program
    }
    if (!failedLately(marker)) writeFileSync(marker, '')
  } finally {
    lock.release()
  }
  progress.note(`  ! Schemathesis is not here, so its test is skipped: ${advice}`)
  return null
}

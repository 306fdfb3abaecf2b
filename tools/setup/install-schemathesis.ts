/**
 * Installs Schemathesis, which tests the API from its description, into a separate Python environment in the cache.
 * Without a suitable Python everything else works: failures here are reported and not fatal.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { forgetFailure, noteFailure, recentFailure } from './failure-marker.ts'
import { isExecutable } from './find-tool.ts'
import { findPython, makeEnvironment } from './python-environment.ts'
import { SetUpError } from './set-up-error.ts'
import { installPackages, type PackageContext } from './system-packages.ts'

const version = '4.32.5'
export { version as schemathesisVersion }
/** The pinned requirements: every package that it needs, with hashes. */
const requirements = fileURLToPath(new URL('modules/schemathesis/requirements.txt', import.meta.url))
const variable = 'SEINE_DEV_SCHEMATHESIS_BIN'
const key = 'schemathesis'

const advice = `it needs Python 3.11 or later with venv and a package index; or name an executable in ${variable}`

/**
 * Creates the environment in its final place, because scripts in it contain their path. @returns null, or why it
 * failed.
 */
async function install(home: string, context: PackageContext): Promise<string | null> {
  const { cache, environment, progress } = context
  const isThere = (): boolean => findPython(environment) !== null
  const packages = ['python3', 'python3-venv']
  const problem = await installPackages({ key: 'python', title: 'Python', packages, isThere }, context)
  const python = findPython(environment)
  if (python === null)
    return `no Python that can create environments: ${problem ?? 'the packages contain an older one'}`
  const step = progress.begin(`Schemathesis ${version}`, 'installing with pip, about 20 seconds the first time')
  const logFile = join(cache, 'logs', 'schemathesis.log')
  const pipArguments = ['--only-binary', ':all:']
  const failure = await makeEnvironment({ python, home, requirements, pipArguments, environment, logFile })
  if (failure === null) {
    step.done()
    return null
  }
  const reason = `${failure}, see ${logFile}`
  step.fail(reason)
  return reason
}

/**
 * Returns the path of Schemathesis, installing it first where possible. Concurrent set-ups install it once.
 * @returns null when it cannot be obtained, which has then been reported.
 * @throws SetUpError when its variable names a file that cannot be run.
 */
export async function obtainSchemathesis(context: PackageContext): Promise<string | null> {
  const { cache, environment, progress } = context
  const named = environment[variable] ?? ''
  if (named !== '') {
    if (isExecutable(named)) return named
    throw new SetUpError([`${variable} names ${named}, which is not an executable file: correct or unset it.`])
  }
  // Other requirements use another folder, so that an installation of different packages is not mistaken for this one.
  const made = hash('sha256', readFileSync(requirements)).slice(0, 8)
  const home = join(cache, `schemathesis-${version}-${made}`)
  const program = join(home, 'bin', 'schemathesis')
  const done = join(home, 'installed')
  const isInstalled = (): boolean => statSync(done, { throwIfNoEntry: false }) !== undefined && isExecutable(program)
  if (isInstalled()) return program
  mkdirSync(cache, { recursive: true })
  const lock = await waitForLock(join(cache, 'locks', `${key}.lock`), (holder) =>
    progress.note(`  … Schemathesis: process ${holder.pid} is installing it, waiting`),
  )
  let failure: string | null
  try {
    if (isInstalled()) return program
    failure = recentFailure(cache, key) ?? (await install(home, context))
    if (failure === null) {
      // Written last, so that an interrupted installation is never mistaken for a complete one.
      writeFileSync(done, '')
      forgetFailure(cache, key)
      return program
    }
    noteFailure(cache, key, failure)
  } finally {
    lock.release()
  }
  progress.note(`  ! missing: Schemathesis (${failure}), so its test is skipped: ${advice}`)
  return null
}

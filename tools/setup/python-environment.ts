/** Python environments of tests and tools: one for each list of requirements, made once and kept in the cache. */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { runLogged } from '../checkout/run-logged.ts'
import { forgetFailure, noteFailure, recentFailure } from './failure-marker.ts'
import { findOnPath, isExecutable } from './find-tool.ts'

type Environment = Record<string, string | undefined>

/** Exits with an error when Python is too old or cannot create environments. */
const pythonCheck = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'

/** Returns the path of a Python (3.11 or later) that can create environments; null without one. */
export function findPython(environment: Environment): string | null {
  const python = findOnPath('python3', environment['PATH'])
  if (python === null) return null
  return spawnSync(python, ['-c', pythonCheck], { env: environment }).status === 0 ? python : null
}

export interface EnvironmentOrder {
  /** Path of the Python that creates it. */
  python: string
  /** Folder of the environment. It must not move, because scripts in it contain their path. */
  home: string
  /** Path of the requirements: every package, with hashes. */
  requirements: string
  /** More arguments of `pip install`. */
  pipArguments?: readonly string[]
  environment: Environment
  /** Path of the file that pip's output goes to. */
  logFile: string
}

/** Creates an environment and installs its packages. @returns null, or why it failed. */
export async function makeEnvironment(order: EnvironmentOrder): Promise<string | null> {
  const { python, home, requirements, pipArguments = [], environment, logFile } = order
  mkdirSync(home, { recursive: true })
  const run = (file: string, args: readonly string[]) => runLogged({ file, args, environment, cwd: home, logFile })
  const quietly = ['--quiet', '--disable-pip-version-check']
  // Python compiles what it imports, a small part of the packages: all of one environment take a minute of CPU.
  const pip = [
    '-m',
    'pip',
    'install',
    ...quietly,
    '--no-compile',
    '--require-hashes',
    ...pipArguments,
    '-r',
    requirements,
  ]
  return (await run(python, ['-m', 'venv', '--clear', home])) ?? (await run(join(home, 'bin', 'python'), pip))
}

export interface PythonOrder {
  /** Name of the environment in the cache. */
  name: string
  /** Path of the requirements: every package, with hashes. */
  requirements: string
  /** Path of the Python that creates it; `python3` of PATH when left out. */
  base?: string
  /** Folder of the cache. */
  cache: string
  environment: Environment
}

/** The Python of an environment, or the reason for its absence. */
export type PythonResult = { python: string } | { missing: string }

/**
 * Returns the Python of an environment, making it first where possible. Concurrent callers make it once; a failure is
 * remembered for an hour.
 */
export async function obtainPython(order: PythonOrder): Promise<PythonResult> {
  const { name, requirements, cache, environment } = order
  const base = order.base ?? findPython(environment)
  if (base === null) return { missing: 'there is no Python 3.11 or later with venv and ensurepip on PATH' }
  // Other requirements use another folder, so that an installation of different packages is not mistaken for this one.
  const made = hash('sha256', readFileSync(requirements)).slice(0, 8)
  const home = join(cache, `python-${name}-${made}`)
  const python = join(home, 'bin', 'python')
  const done = join(home, 'installed')
  const isInstalled = (): boolean => statSync(done, { throwIfNoEntry: false }) !== undefined && isExecutable(python)
  if (isInstalled()) return { python }
  mkdirSync(cache, { recursive: true })
  const key = `python-${name}-${made}`
  const lock = await waitForLock(join(cache, 'locks', `${key}.lock`))
  try {
    if (isInstalled()) return { python }
    const logFile = join(cache, 'logs', `${key}.log`)
    const failure =
      recentFailure(cache, key) ?? (await makeEnvironment({ python: base, home, requirements, environment, logFile }))
    if (failure !== null) {
      noteFailure(cache, key, failure)
      return { missing: `its packages could not be installed: ${failure}, see ${logFile}` }
    }
    // Written last, so that an interrupted installation is never mistaken for a complete one.
    writeFileSync(done, '')
    forgetFailure(cache, key)
    return { python }
  } finally {
    lock.release()
  }
}

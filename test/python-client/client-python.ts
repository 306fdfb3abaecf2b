/** Environments in which the Python client is checked, and programs that run in them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDirectory, repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { obtainPython, type PythonResult } from '@seine/tools/setup/python-environment.ts'

/** Folder of the client. */
export const clientFolder = `${repositoryRoot}/clients/python`

/** Folder of environments and of the type checker's cache, per user. */
export const cacheFolder = process.env['SEINE_DEV_CACHE_DIR'] ?? cacheDirectory(process.env)

const requirements = (name: string): string => fileURLToPath(new URL(`${name}-requirements.txt`, import.meta.url))

/** The Python with all that checks, loaders and data frames need, or why it is missing. */
export const checkPython = await obtainPython({
  name: 'client-check',
  requirements: requirements('check'),
  cache: cacheFolder,
  environment: process.env,
})

/** Why tests that need it are skipped; false when they are not. */
export const checkSkip =
  'missing' in checkPython ? `the packages of the checks are not here: ${checkPython.missing}` : false

/** The Python of a version with only what the client needs at run time. */
export const runPython = async (version: string, base: string): Promise<PythonResult> =>
  await obtainPython({
    name: `client-${version}`,
    requirements: requirements('run'),
    base,
    cache: cacheFolder,
    environment: process.env,
  })

export interface ProgramEnd {
  code: number | null
  stdout: string
  /** What it wrote to both, in order of arrival. */
  output: string
}

export interface ProgramOrder {
  file: string
  args: readonly string[]
  cwd: string
  environment?: Record<string, string>
}

/** Keeps the bytecode of what a Python of the cache imports in the cache, not next to the sources. */
export const bytecodeInCache = { PYTHONPYCACHEPREFIX: join(cacheFolder, 'python-bytecode') }

/**
 * Runs a program to its end. Python writes no bytecode next to the sources, and none of environments that do not stay;
 * pip asks no registry.
 */
export async function runProgram({ file, args, cwd, environment = {} }: ProgramOrder): Promise<ProgramEnd> {
  const bytecode = file.startsWith(cacheFolder) ? bytecodeInCache : { PYTHONDONTWRITEBYTECODE: '1' }
  const quiet = { ...bytecode, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' }
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...quiet, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = { stdout: '', output: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    end.stdout += text
    end.output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (end.output += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, ...end }
}

/** The Python of an environment that is there. */
export function pythonOf(result: PythonResult): string {
  if ('missing' in result) throw new Error(result.missing)
  return result.python
}

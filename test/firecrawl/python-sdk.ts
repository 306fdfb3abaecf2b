/** Runs programs that use Firecrawl's Python SDK and the loaders on top of it, in an environment made by pip. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cacheDirectory } from '@seine/tools/checkout/locations.ts'
import { obtainPython } from '@seine/tools/setup/python-environment.ts'

const folder = new URL('python/', import.meta.url)

/** The Python with the SDK, or why it is missing. */
export const sdkPython = await obtainPython({
  name: 'firecrawl',
  requirements: fileURLToPath(new URL('requirements.txt', folder)),
  cache: process.env['SEINE_DEV_CACHE_DIR'] ?? cacheDirectory(process.env),
  environment: process.env,
})

/** Why tests of the SDK are skipped; false when they are not. */
export const sdkSkip = 'missing' in sdkPython ? `Firecrawl's Python SDK is not here: ${sdkPython.missing}` : false

/**
 * Runs a program of the folder `python`.
 * @returns the JSON that it prints.
 */
export async function runSdkProgram(name: string, environment: Record<string, string>): Promise<unknown> {
  if ('missing' in sdkPython) throw new Error(sdkPython.missing)
  const child = spawn(sdkPython.python, [fileURLToPath(new URL(name, folder))], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output.stderr}`)
  return JSON.parse(output.stdout)
}

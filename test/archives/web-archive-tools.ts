/** Checks web archives with the tools of other projects, in an environment made by pip. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheDirectory } from '@seine/tools/checkout/locations.ts'
import { obtainPython } from '@seine/tools/setup/python-environment.ts'

/** Largest output of a tool, bytes. */
const outputMaxBytes = 64 * 1024 * 1024

/** The Python with the tools, or why it is missing. */
const toolsPython = await obtainPython({
  name: 'web-archives',
  requirements: fileURLToPath(new URL('python/web-archives.txt', import.meta.url)),
  cache: process.env['SEINE_DEV_CACHE_DIR'] ?? cacheDirectory(process.env),
  environment: process.env,
})

/** Why tests with the tools are skipped; false when they are not. */
export const toolsSkip = 'missing' in toolsPython ? `the tools are not here: ${toolsPython.missing}` : false

/** Runs a tool. @returns its output. @throws Error with the output when the tool reports a fault. */
async function run(tool: string, args: readonly string[]): Promise<string> {
  if ('missing' in toolsPython) throw new Error(toolsPython.missing)
  const path = join(dirname(toolsPython.python), tool)
  const { stdout } = await promisify(execFile)(path, [...args], { maxBuffer: outputMaxBytes })
  return stdout
}

/** Checks the digests of every record of a WARC file. @returns how many were checked. */
export async function checkWarc(path: string): Promise<number> {
  const lines = (await run('warcio', ['check', '-v', path])).split('\n')
  return lines.filter((line) => line.trim() === 'digest pass').length
}

/** Validates a WACZ file. @throws Error with what the validator says. */
export async function validateWacz(path: string): Promise<void> {
  const text = await run('wacz', ['validate', '-f', path])
  if (!text.includes('Validation succeeded')) throw new Error(text)
}

/** Returns the index that another tool makes of a WARC file: a key, a time and facts for each line. */
export async function indexOfWarc(path: string): Promise<[key: string, time: string, facts: object][]> {
  return indexLines(await run('cdxj-indexer', ['--sort', path]))
}

/** Parses the lines of an index. */
export const indexLines = (text: string): [key: string, time: string, facts: object][] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key, time] = line.split(' ', 2)
      return [key!, time!, JSON.parse(line.slice(line.indexOf('{'))) as object]
    })

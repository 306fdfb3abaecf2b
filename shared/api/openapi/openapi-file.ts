/**
 * `openapi.json` at the top of the repository: the description as it is served, for those who read
 * or generate from it without a running service. Run with `--write` it is written anew; without, it
 * is compared, and a difference is a failure.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from './openapi.ts'

const root = join(import.meta.dirname, '../../..')
const path = join(root, 'openapi.json')

/** The text of the file, for the version in `package.json`. */
export function openApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return `${JSON.stringify(openApiDocument(version), null, 2)}\n`
}

function committed(): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

if (import.meta.main) {
  const text = openApiText()
  if (process.argv.includes('--write')) writeFileSync(path, text)
  else if (committed() !== text) {
    console.error('openapi.json is not what the route table says: run node shared/api/openapi/openapi-file.ts --write')
    process.exitCode = 1
  }
}

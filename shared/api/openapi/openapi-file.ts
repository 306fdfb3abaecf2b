/**
 * `openapi.json` at the top of the repository: the API description as it is served, for reading it or generating code
 * from it without a running service. Run with `--write`, this file writes it; without, it compares the committed file
 * and fails when it differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from './openapi.ts'

const root = join(import.meta.dirname, '../../..')
const path = join(root, 'openapi.json')

/** Returns the text of the file, for the version in `package.json`. */
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
    console.error('openapi.json does not match the route table: run node shared/api/openapi/openapi-file.ts --write')
    process.exitCode = 1
  }
}

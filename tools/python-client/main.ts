/**
 * Writes the files of the Python client that are made from `openapi.json` (`--write`), or fails when the committed ones
 * differ.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import { generatedFiles } from './generated-files.ts'

const isWritten = (path: string, text: string): boolean => {
  try {
    return readFileSync(path, 'utf8') === text
  } catch {
    return false
  }
}

for (const [path, text] of generatedFiles(repositoryRoot)) {
  const file = join(repositoryRoot, path)
  if (isWritten(file, text)) continue
  if (process.argv.includes('--write')) writeFileSync(file, text)
  else {
    console.error(`${path} does not match openapi.json: run node tools/python-client/main.ts --write`)
    process.exitCode = 1
  }
}

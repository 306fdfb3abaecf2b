/** Small files that readers see whole or not at all. */
import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file in one step, readable by its owner alone: these files hold keys. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}

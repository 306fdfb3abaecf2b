/** Small files that are replaced atomically. */
import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file atomically, readable by its owner only: these files hold keys. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}

/** Adds an entry to a key file atomically: readers see the file before or after the change, never in between. */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readApiKeys, type ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { tryLock } from '../process/lock.ts'

/** A key file as found on disk; a new one is accessible only to its owner. */
interface Found {
  /** Its path, with links resolved. */
  path: string
  text: string
  mode: number
  owner: { uid: number; gid: number } | null
}

function find(path: string): Found {
  try {
    const real = realpathSync(path)
    const { mode, uid, gid } = statSync(real)
    return { path: real, text: readFileSync(real, 'utf8'), mode: mode & 0o777, owner: { uid, gid } }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new Error(`${path} is a link to a file that does not exist`, { cause: error })
    }
    return { path, text: '[]', mode: 0o600, owner: null }
  }
}

function replace({ path, mode, owner }: Found, text: string): void {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    if (owner !== null && owner.uid !== process.getuid?.()) chownSync(draft, owner.uid, owner.gid)
    chmodSync(draft, mode)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Appends an entry to a key file; creates a missing file that only its owner can read.
 * @throws ApiKeysError when the file is not a list of keys, Error when it has an entry with this id or another process
 *   is adding one, and file system errors.
 */
export function addKeyEntry(path: string, entry: ApiKeyEntry): void {
  const found = find(path)
  const directory = dirname(found.path)
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory}`)
  const lock = tryLock(`${found.path}.lock`)
  if (lock === null) throw new Error(`another process is adding a key to ${path}: try again`)
  try {
    const current = find(path)
    const entries = readApiKeys(current.text)
    if (entries.some(({ id }) => id === entry.id)) throw new Error(`${path} already has a key ${entry.id}`)
    if (entries.length >= apiLimits.keysMax)
      throw new Error(`${path} has ${apiLimits.keysMax} keys, which is the maximum`)
    replace(current, `${JSON.stringify([...entries, entry], null, 2)}\n`)
  } finally {
    lock.release()
  }
}

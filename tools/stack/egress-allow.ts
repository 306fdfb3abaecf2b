/**
 * Lets gateway and workers of a stack reach the private address that a user has asked for: determines the entries that
 * a URL needs, and maintains the allow file.
 *
 * A line of the file is `entry # time owner`. It survives a restart of the stack, as the job it belongs to does. Its
 * owner removes it when that job has ended; a line whose owner could not see the end expires by age. A line without a
 * time was written by a person and stays.
 */
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { stackLimits } from '../checkout/stack-limits.ts'
import { waitForLock } from '../../services/cli/process/lock.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'

// Loopback (RFC 1122, RFC 4291) and private use (RFC 1918, RFC 4193). Link-local addresses are deliberately excluded:
// cloud metadata services use them.
const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('10.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('172.16.0.0', 12, 'ipv4')
privateAddresses.addSubnet('192.168.0.0', 16, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')

/**
 * Returns the entries, `address:port`, that a URL needs when its host is a loopback or private literal or `localhost`;
 * an empty list for any other URL.
 */
export function allowEntries(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return []
  const effectivePort = port === '' ? (protocol === 'http:' ? '80' : '443') : port
  if (hostname === 'localhost') return [`127.0.0.1:${effectivePort}`, `[::1]:${effectivePort}`]
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0 || !privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6')) return []
  return [`${hostname}:${effectivePort}`]
}

/** `entry # time owner`; the reader of the file treats everything after `#` as a comment. */
const lineShape = /^\S+\s+#\s+(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?<owner>\S+)$/

function stays(line: string, owner: string | null, atMs: number): boolean {
  const written = lineShape.exec(line.trim())?.groups
  if (written === undefined) return line.trim() !== ''
  const ageMs = atMs - Date.parse(written['time'] ?? '')
  return written['owner'] !== owner && ageMs < stackLimits.egressAllowMaxAgeMs
}

/**
 * Returns the content of an allow file without expired lines, in which an owner has exactly these entries.
 * @param atMs time of the new lines, milliseconds since 1970.
 */
export function renewLines(text: string, owner: string | null, entries: readonly string[], atMs: number): string {
  const kept = text.split('\n').filter((line) => stays(line, owner, atMs))
  const time = `${new Date(atMs).toISOString().slice(0, 19)}Z`
  const added = entries.map((entry) => `${entry} # ${time} ${owner}`)
  return [...kept, ...added].map((line) => `${line}\n`).join('')
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the file atomically if its content changes; only one process at a time does so. */
async function renewFile(file: string, owner: string | null, entries: readonly string[]): Promise<void> {
  const lock = await waitForLock(`${file}.lock`)
  try {
    const before = readText(file)
    const after = renewLines(before ?? '', owner, entries, Date.now())
    if (after !== before) writePrivateFile(file, after)
  } finally {
    lock.release()
  }
}

/**
 * Allows exactly the address and port of a URL, when it is private. Earlier entries of the owner are replaced, so the
 * same URL again only updates the time of its lines.
 * @param owner one word that identifies the requester; unique among all users of the file.
 */
export async function allowTarget(file: string, owner: string, url: string): Promise<void> {
  const entries = allowEntries(url)
  if (entries.length > 0) await renewFile(file, owner, entries)
}

/** Removes the entries of an owner; the same entry of another owner stays. */
export async function withdrawTarget(file: string, owner: string): Promise<void> {
  if (readText(file)?.includes(owner) === true) await renewFile(file, owner, [])
}

/** Creates the file if it is missing, and removes expired lines. */
export async function pruneTargets(file: string): Promise<void> {
  await renewFile(file, null, [])
}

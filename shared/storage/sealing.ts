/**
 * Sealing: secrets of callers (headers, bodies, typed texts) are encrypted before they are stored, with AES-256-GCM
 * (NIST SP 800-38D) and a random 96-bit nonce. A text can be opened only in the context it was sealed for, so that
 * write access to the store is not enough to move it to another job.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { ConfigError } from '../config/config.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Thrown when the text cannot be opened: another key sealed it, it belongs to another context, or it was changed. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** Seals and opens texts. */
export interface Sealing {
  /** @param context the owner of the text, such as the id of a job. */
  seal(text: string, context: string): string
  /** @throws SealError when the text cannot be opened. */
  open(sealed: string, context: string): string
}

/** Returns a name for the key that sealed a text; it reveals nothing about the key. */
const nameOf = (key: Buffer): string => hash('sha256', key, 'hex').slice(0, 8)

function createSealing(keys: readonly Buffer[]): Sealing {
  const sealKey = keys[0]!
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealKey, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${nameOf(sealKey)}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const [version, name = '', content = ''] = sealed.split('.')
      const key = byName.get(name)
      if (version !== 'v1' || key === undefined)
        throw new SealError('the text was sealed with a key that this process does not have')
      const bytes = Buffer.from(content, 'base64url')
      try {
        const opener = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        opener.setAAD(Buffer.from(context))
        opener.setAuthTag(bytes.subarray(-tagBytes))
        return opener.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opener.final('utf8')
      } catch {
        throw new SealError('the sealed text was changed, or was sealed for something else')
      }
    },
  }
}

/** Reads the keys. @throws ConfigError when one is invalid; it does not quote the value. */
function readKeys(config: { SEINE_SEALING_KEY: string }): Buffer[] {
  const written = config.SEINE_SEALING_KEY.split(',').map((each) => each.trim())
  const keys = written.filter((each) => each !== '').map((each) => Buffer.from(each, 'base64'))
  if (keys.some((key) => key.length !== keyBytes)) {
    throw new ConfigError(`invalid configuration\n  SEINE_SEALING_KEY: each key must be base64 of ${keyBytes} bytes`)
  }
  return keys
}

/**
 * Reads the keys: base64 of 32 bytes each, separated by commas. The first one seals, all of them open, so that a key
 * can be rotated while texts sealed with the old one still exist.
 * @returns null if none exist.
 * @throws ConfigError when a key is invalid; it does not quote the value.
 */
export function readSealing(config: { SEINE_SEALING_KEY: string }): Sealing | null {
  const keys = readKeys(config)
  return keys.length === 0 ? null : createSealing(keys)
}

/** Returns a hash of a text in hexadecimal digits, the same for the same text. */
export type KeyedHash = (text: string) => string

/**
 * Creates a hash for texts that could be guessed, such as addresses: HMAC-SHA256 with a key that is derived from the
 * first sealing key (RFC 5869), so that reading the store is not enough to try them. It changes with that key. Without
 * a key, it is SHA-256.
 * @throws ConfigError when a key is invalid.
 */
export function readKeyedHash(config: { SEINE_SEALING_KEY: string }): KeyedHash {
  const [first] = readKeys(config)
  if (first === undefined) return (text) => hash('sha256', text, 'hex')
  const key = Buffer.from(hkdfSync('sha256', first, '', 'seine keyed hash', keyBytes))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

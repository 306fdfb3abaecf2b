/**
 * Sealing: what callers trust us with (headers, bodies, typed texts) is encrypted before it is stored.
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce; a text opens only in the context it was
 * sealed for, so that nobody who can write to the store can move it to another job.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { ConfigError } from '../config/config.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** The text cannot be opened: another key sealed it, it belongs elsewhere, or it was changed. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** Seals and opens texts. */
export interface Sealing {
  /** @param context where the text belongs, such as the id of a job. */
  seal(text: string, context: string): string
  /** @throws SealError */
  open(sealed: string, context: string): string
}

/** Says which key sealed a text, and nothing about the key. */
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
      if (version !== 'v1' || key === undefined) throw new SealError('the text was sealed with a key that is not here')
      const bytes = Buffer.from(content, 'base64url')
      try {
        const opener = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        opener.setAAD(Buffer.from(context))
        opener.setAuthTag(bytes.subarray(-tagBytes))
        return opener.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opener.final('utf8')
      } catch {
        throw new SealError('the sealed text was changed, or belongs elsewhere')
      }
    },
  }
}

/**
 * Reads the keys: base64 of 32 bytes each, separated by commas. The first one seals, all open, so that
 * a key can be exchanged while texts of the old one are still about.
 * @returns null when there are none.
 * @throws ConfigError without the value.
 */
export function readSealing(config: { SEINE_SEALING_KEY: string }): Sealing | null {
  const written = config.SEINE_SEALING_KEY.split(',').map((each) => each.trim())
  const keys = written.filter((each) => each !== '').map((each) => Buffer.from(each, 'base64'))
  if (keys.length === 0) return null
  if (keys.some((key) => key.length !== keyBytes)) {
    throw new ConfigError(`invalid configuration\n  SEINE_SEALING_KEY: each key must be base64 of ${keyBytes} bytes`)
  }
  return createSealing(keys)
}

/** A new API key: the key itself, and its entry in the key file, which contains only its hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'

export interface MadeKey {
  /** `seine_<id>_<secret>`; it is not stored anywhere. */
  key: string
  /** The secret that signs webhooks of its jobs: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
  webhookSecret: string
  entry: ApiKeyEntry
}

/** Creates a key of 256 random bits. @param owner its id and tenant, and whether it is an operator's. */
export function makeKey({ id, tenant, operator }: Pick<ApiKeyEntry, 'id' | 'tenant'> & { operator: boolean }): MadeKey {
  const key = `seine_${id}_${randomBytes(32).toString('base64url')}`
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const sha256 = createHash('sha256').update(key).digest('hex')
  const entry = { id, tenant, sha256, webhook_secrets: [webhookSecret], quotas: {}, ...(operator ? { operator } : {}) }
  return { key, webhookSecret, entry }
}

/** Generates an id for a key without one. */
export const madeUpId = (): string => `key-${randomBytes(4).toString('hex')}`

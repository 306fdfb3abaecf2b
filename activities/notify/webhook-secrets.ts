/** The secrets that sign a job's webhooks: those of the key that started the job, as the key file has them now. */
import { Webhook } from 'standardwebhooks'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

/** A source of API keys; it is read again when the keys change. */
export interface KeySource {
  entries(): Promise<readonly ApiKeyEntry[]>
}

/** Tenant and key of a job. */
export interface KeyOfJob {
  tenant: string
  keyId?: string
}

export interface WebhookSecrets {
  /** Returns the secrets that sign now; an empty list when the operator has set none. */
  of(job: KeyOfJob): Promise<string[]>
}

function isUsable(secret: string): boolean {
  try {
    return new Webhook(secret) instanceof Webhook
  } catch {
    return false
  }
}

/**
 * Selects the secrets of a job among those of all keys. When the key is no longer in the file, the other keys of its
 * tenant replace it: an operator may have rotated keys without updating the receivers.
 */
export function secretsAmong(entries: readonly ApiKeyEntry[], { tenant, keyId }: KeyOfJob): string[] {
  const ofTenant = entries.filter((entry) => entry.tenant === tenant)
  const own = ofTenant.find(({ id }) => id === keyId)
  const signing = own === undefined ? ofTenant : [own]
  const secrets = new Set(signing.flatMap((entry) => entry.webhook_secrets ?? []).filter(isUsable))
  return [...secrets].slice(0, webhookLimits.signaturesMax)
}

/** Creates the lookup of webhook secrets. */
export function createWebhookSecrets(keys: KeySource): WebhookSecrets {
  return {
    async of(job) {
      return secretsAmong(await keys.entries(), job)
    },
  }
}

/** Returns a key source that is opened on first use, and again on the next use when opening fails. */
export function openedOnDemand(open: () => Promise<KeySource>): KeySource {
  let opened: Promise<KeySource> | null = null
  return {
    async entries() {
      opened ??= open()
      const keys = await opened.catch((error: unknown) => {
        opened = null
        throw error
      })
      return await keys.entries()
    },
  }
}

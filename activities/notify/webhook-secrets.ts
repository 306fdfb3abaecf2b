/** The secrets that sign a job's webhooks: those of the key it was started with, as the key file has them now. */
import { Webhook } from 'standardwebhooks'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

/** Where keys are found; read again when they change. */
export interface KeySource {
  entries(): Promise<readonly ApiKeyEntry[]>
}

/** Whose job it is. */
export interface KeyOfJob {
  tenant: string
  keyId?: string
}

export interface WebhookSecrets {
  /** The secrets that sign now; none when the operator has set none. */
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
 * The secrets of a job among those of all keys. A key that has gone from the file is stood in for by the
 * others of its tenant: whoever took it out may have rotated keys and not receivers.
 */
export function secretsAmong(entries: readonly ApiKeyEntry[], { tenant, keyId }: KeyOfJob): string[] {
  const ofTenant = entries.filter((entry) => entry.tenant === tenant)
  const own = ofTenant.find(({ id }) => id === keyId)
  const signing = own === undefined ? ofTenant : [own]
  const secrets = new Set(signing.flatMap((entry) => entry.webhook_secrets ?? []).filter(isUsable))
  return [...secrets].slice(0, webhookLimits.signaturesMax)
}

/** Looks secrets up. */
export function createWebhookSecrets(keys: KeySource): WebhookSecrets {
  return {
    async of(job) {
      return secretsAmong(await keys.entries(), job)
    },
  }
}

/** Keys that are opened when somebody asks for them first, and again as long as that fails. */
export function openedWhenAsked(open: () => Promise<KeySource>): KeySource {
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

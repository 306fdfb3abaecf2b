/** Keys of a local stack: random, made once per state directory, readable by its owner alone. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writePrivateFile } from './atomic-file.ts'

export interface StackSecrets {
  /** The development key of the gateway. */
  apiKey: string
  /** Standard Webhooks secret: `whsec_` and 32 random bytes in base64. */
  webhookSecret: string
  s3AccessKeyId: string
  s3SecretAccessKey: string
  /** Of the user of the store that browser workers are. */
  s3PagesAccessKeyId: string
  s3PagesSecretAccessKey: string
  /** What the services of the stack show each other. */
  serviceToken: string
  /** Seals what callers trust the service with. */
  sealingKey: string
}

/** New secrets, which are nowhere kept. */
export function makeSecrets(): StackSecrets {
  return {
    apiKey: `seine_dev_${randomBytes(20).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    s3AccessKeyId: `seine${randomBytes(8).toString('hex')}`,
    s3SecretAccessKey: randomBytes(24).toString('hex'),
    s3PagesAccessKeyId: `seine${randomBytes(8).toString('hex')}`,
    s3PagesSecretAccessKey: randomBytes(24).toString('hex'),
    serviceToken: randomBytes(24).toString('hex'),
    sealingKey: randomBytes(32).toString('base64'),
  }
}

function storedSecrets(layout: { secrets: string }): Partial<StackSecrets> {
  try {
    return JSON.parse(readFileSync(layout.secrets, 'utf8')) as Partial<StackSecrets>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/**
 * The secrets of a state directory: made on first use, and what an older file lacks is added. The
 * caller holds the supervisor's lock.
 */
export function loadSecrets(layout: { secrets: string }): StackSecrets {
  const stored = storedSecrets(layout)
  const fresh = makeSecrets()
  const secrets = { ...fresh, ...stored }
  if (Object.keys(fresh).some((name) => !(name in stored))) {
    writePrivateFile(layout.secrets, JSON.stringify(secrets, null, 2))
  }
  return secrets
}

/** The gateway's API key file: the development key alone, as its hash. */
export function apiKeysFile(secrets: StackSecrets): string {
  const sha256 = createHash('sha256').update(secrets.apiKey).digest('hex')
  const key = { id: 'dev', tenant: 'default', sha256, webhook_secrets: [secrets.webhookSecret], quotas: {} }
  return `${JSON.stringify([key], null, 2)}\n`
}

/** The users of the store besides its owner, as versitygw keeps them: browser workers alone. */
export function storeUsersFile(secrets: Pick<StackSecrets, 's3PagesAccessKeyId' | 's3PagesSecretAccessKey'>): string {
  const { s3PagesAccessKeyId: access, s3PagesSecretAccessKey: secret } = secrets
  return `${JSON.stringify({ accessAccounts: { [access]: { access, secret, role: 'user' } } })}\n`
}

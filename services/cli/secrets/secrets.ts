/** Keys of a local stack: random, created once per state directory, readable by their owner only. */
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
  /** Access key of the store user for browser workers. */
  s3PagesAccessKeyId: string
  s3PagesSecretAccessKey: string
  /** Shared token with which the services of the stack authenticate to each other. */
  serviceToken: string
  /** Key that encrypts the secrets callers entrust to the service. */
  sealingKey: string
}

/** Creates new secrets without storing them. */
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
 * Returns the secrets of a state directory: creates them on first use and adds those that an older file lacks. The
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

/** Returns the gateway's API key file: only the development key, as its hash. */
export function apiKeysFile(secrets: StackSecrets): string {
  const sha256 = createHash('sha256').update(secrets.apiKey).digest('hex')
  const webhookSecrets = [secrets.webhookSecret]
  const key = { id: 'dev', tenant: 'default', sha256, webhook_secrets: webhookSecrets, quotas: {}, operator: true }
  return `${JSON.stringify([key], null, 2)}\n`
}

/** Returns the users of the store besides its owner, in the format of versitygw: only browser workers. */
export function storeUsersFile(secrets: Pick<StackSecrets, 's3PagesAccessKeyId' | 's3PagesSecretAccessKey'>): string {
  const { s3PagesAccessKeyId: access, s3PagesSecretAccessKey: secret } = secrets
  return `${JSON.stringify({ accessAccounts: { [access]: { access, secret, role: 'user' } } })}\n`
}

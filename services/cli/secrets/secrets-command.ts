/** `seine secrets DIRECTORY`, in the image `cli`: creates the missing secrets of a deployment, one per file. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writePrivateFile } from './atomic-file.ts'
import { newRedisUrl, redisUsersFile } from './redis-users.ts'
import { apiKeysFile, makeSecrets, storeUsersFile, type StackSecrets } from './secrets.ts'
import { UsageError } from '../command/usage-error.ts'

/** Folders by reader, so that each can be a separate volume. */
const folders = {
  /** Secrets of the services. */
  services: 'services',
  /** Secrets of the developer who calls the API: the services store only a hash of the API key. */
  callers: 'callers',
  /** Secrets of PostgreSQL and its clients. */
  database: 'database',
  /** Secrets of browser workers: those of the services' secrets that they use, and a store key limited to pages. */
  browser: 'browser',
  /** Secrets of the store: its owner's key, and its users. */
  store: 'store',
  /** Secrets of Redis: its users. */
  redis: 'redis',
} as const

interface SecretsRequest {
  directory: string
  /** Whether to show a key that was created earlier. */
  show: boolean
}

/** Reads the arguments of the command. @throws UsageError */
export function parseSecretsArguments(args: readonly string[]): SecretsRequest {
  try {
    const options = { show: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [directory, ...rest] = positionals
    if (directory === undefined || rest.length > 0) throw new Error('name one folder')
    return { directory, show: values.show }
  } catch (error) {
    throw new UsageError(`secrets takes a DIRECTORY and --show: ${(error as Error).message}`)
  }
}

/** Returns the secret in a file; a missing file is created with the given secret. */
function keep(path: string, secret: string): string {
  if (!existsSync(path)) writePrivateFile(path, secret)
  return readFileSync(path, 'utf8')
}

/** Writes a copy of another file's text unless the target already has that text. */
function copy(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writePrivateFile(path, text)
}

/**
 * Creates the browser workers' key to the store and the copies for the folders `browser` and `store`, where these
 * exist.
 */
function splitSecrets(directory: string, services: string, fresh: StackSecrets): void {
  const browser = join(directory, folders.browser)
  const store = join(directory, folders.store)
  const of = (name: string): string => readFileSync(join(services, name), 'utf8')
  if (!existsSync(browser)) return
  for (const name of ['service-token', 'sealing-key']) copy(join(browser, name), of(name))
  const s3PagesAccessKeyId = keep(join(browser, 's3-access-key-id'), fresh.s3PagesAccessKeyId)
  const s3PagesSecretAccessKey = keep(join(browser, 's3-secret-access-key'), fresh.s3PagesSecretAccessKey)
  if (!existsSync(store)) return
  for (const name of ['s3-access-key-id', 's3-secret-access-key']) copy(join(store, name), of(name))
  copy(join(store, 'pages-access-key-id'), s3PagesAccessKeyId)
  mkdirSync(join(store, 'users'), { recursive: true, mode: 0o700 })
  copy(join(store, 'users', 'users.json'), storeUsersFile({ s3PagesAccessKeyId, s3PagesSecretAccessKey }))
}

/** Creates the Redis URLs of the services that share it, and its ACL file, where it has a folder. */
function redisSecrets(directory: string, services: string): void {
  const browser = join(directory, folders.browser)
  const redis = join(directory, folders.redis)
  if (!existsSync(redis) || !existsSync(browser)) return
  const users = redisUsersFile({
    gateway: keep(join(services, 'gateway-redis-url'), newRedisUrl('gateway', 'redis')),
    'scrape-worker': keep(join(services, 'scrape-worker-redis-url'), newRedisUrl('scrape-worker', 'redis')),
    // Browser workers reach Redis through the host `browser-door`.
    'browser-worker': keep(join(browser, 'redis-url'), newRedisUrl('browser-worker', 'browser-door')),
  })
  copy(join(redis, 'users.acl'), users)
}

/**
 * Creates what is missing and leaves existing files unchanged, so it may run before every start.
 * @returns the exit code.
 * @throws UsageError when the folders `services` or `callers` are missing, and file system errors.
 */
export function secretsCommand({ directory, show }: SecretsRequest, print: (text: string) => void): number {
  const [services, callers, database] = Object.values(folders).map((name) => join(directory, name))
  if (!existsSync(services!) || !existsSync(callers!)) {
    throw new UsageError(`${directory} must have the folders ${folders.services} and ${folders.callers}`)
  }
  const fresh = makeSecrets()
  const isNew = !existsSync(join(services!, 'api-keys.json'))
  keep(join(services!, 'service-token'), fresh.serviceToken)
  keep(join(services!, 'sealing-key'), fresh.sealingKey)
  keep(join(services!, 's3-access-key-id'), fresh.s3AccessKeyId)
  keep(join(services!, 's3-secret-access-key'), fresh.s3SecretAccessKey)
  splitSecrets(directory, services!, fresh)
  redisSecrets(directory, services!)
  if (existsSync(database!)) {
    const path = join(database!, 'postgres-password')
    keep(path, randomBytes(24).toString('hex'))
    // PostgreSQL and Temporal read it as users of their own; access to the volume is the access control.
    chmodSync(path, 0o444)
  }
  const apiKey = keep(join(callers!, 'api-key'), fresh.apiKey)
  const webhookSecret = keep(join(callers!, 'webhook-secret'), fresh.webhookSecret)
  keep(join(services!, 'api-keys.json'), apiKeysFile({ ...fresh, apiKey, webhookSecret }))
  print(
    isNew || show
      ? `API key         ${apiKey}\nwebhook secret  ${webhookSecret}\n`
      : 'The secrets exist already; --show prints the API key.\n',
  )
  return 0
}

/** `seine secrets DIRECTORY`, in the image `cli`: makes the secrets of a deployment, one a file, where they are missing. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writePrivateFile } from './atomic-file.ts'
import { newRedisUrl, redisUsersFile } from './redis-users.ts'
import { apiKeysFile, makeSecrets, storeUsersFile, type StackSecrets } from './secrets.ts'
import { UsageError } from '../command/usage-error.ts'

/** Folders by who may read them, so that each can be a volume of its own. */
const folders = {
  /** What services are started with. */
  services: 'services',
  /** What the developer calls with: services know no more of it than a hash. */
  callers: 'callers',
  /** What PostgreSQL and its clients are started with. */
  database: 'database',
  /** What browser workers are started with: of the services' the part that they use, and a key to pages alone. */
  browser: 'browser',
  /** What the store is started with: its owner's key, and its users. */
  store: 'store',
  /** What Redis is started with: its users. */
  redis: 'redis',
} as const

interface SecretsRequest {
  directory: string
  /** Whether the key is shown that was made before. */
  show: boolean
}

/** @throws UsageError */
export function parseSecretsArguments(args: readonly string[]): SecretsRequest {
  try {
    const options = { show: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [directory, ...rest] = positionals
    if (directory === undefined || rest.length > 0) throw new Error('one folder is to be named')
    return { directory, show: values.show }
  } catch (error) {
    throw new UsageError(`secrets takes a DIRECTORY and --show: ${(error as Error).message}`)
  }
}

/** The secret in a file, which is made with this one where it is missing. */
function keep(path: string, secret: string): string {
  if (!existsSync(path)) writePrivateFile(path, secret)
  return readFileSync(path, 'utf8')
}

/** Writes a copy of what is elsewhere, where it is not there as it is. */
function copy(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writePrivateFile(path, text)
}

/** The key of the browser workers to the store, and the folders of those who know it, where there are any. */
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

/** The URLs of Redis for those who share it, and its users, where it has a folder. */
function redisSecrets(directory: string, services: string): void {
  const browser = join(directory, folders.browser)
  const redis = join(directory, folders.redis)
  if (!existsSync(redis) || !existsSync(browser)) return
  const users = redisUsersFile({
    gateway: keep(join(services, 'gateway-redis-url'), newRedisUrl('gateway', 'redis')),
    'scrape-worker': keep(join(services, 'scrape-worker-redis-url'), newRedisUrl('scrape-worker', 'redis')),
    // Browser workers reach it through their door.
    'browser-worker': keep(join(browser, 'redis-url'), newRedisUrl('browser-worker', 'browser-door')),
  })
  copy(join(redis, 'users.acl'), users)
}

/**
 * Makes what is missing; what is there stays as it is, so this may be done before every start.
 * @returns the exit code.
 * @throws UsageError when the folder has none of its parts, and the error of the file system.
 */
export function secretsCommand({ directory, show }: SecretsRequest, print: (text: string) => void): number {
  const [services, callers, database] = Object.values(folders).map((name) => join(directory, name))
  if (!existsSync(services!) || !existsSync(callers!)) {
    throw new UsageError(`${directory} is to have the folders ${folders.services} and ${folders.callers}`)
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
    // PostgreSQL and Temporal read it as users of their own; who has the volume is who may.
    chmodSync(path, 0o444)
  }
  const apiKey = keep(join(callers!, 'api-key'), fresh.apiKey)
  const webhookSecret = keep(join(callers!, 'webhook-secret'), fresh.webhookSecret)
  keep(join(services!, 'api-keys.json'), apiKeysFile({ ...fresh, apiKey, webhookSecret }))
  print(
    isNew || show
      ? `API key         ${apiKey}\nwebhook secret  ${webhookSecret}\n`
      : 'The secrets are there; --show prints the API key.\n',
  )
  return 0
}

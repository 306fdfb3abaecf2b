import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readApiKeys } from '@seine/shared/api/keys/api-keys-file.ts'
import { parseSecretsArguments, secretsCommand } from './secrets-command.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-secrets-command-'))
after(() => rmSync(base, { recursive: true, force: true }))

function emptyFolders(name: string, ...folders: string[]): string {
  for (const folder of folders) mkdirSync(join(base, name, folder), { recursive: true })
  return join(base, name)
}

function run(directory: string, show = false): string {
  let printed = ''
  assert.equal(
    secretsCommand({ directory, show }, (text) => (printed += text)),
    0,
  )
  return printed
}

/** Reads the content of all files, by path. */
const contents = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(directory, path)).isFile())
      .map((path) => [path, readFileSync(join(directory, path), 'utf8')]),
  )

test('each secret is a file of its own, made once, for its owner alone', () => {
  const directory = emptyFolders('once', 'services', 'callers')
  run(directory)
  const made = contents(directory)
  assert.deepEqual(Object.keys(made).toSorted(), [
    'callers/api-key',
    'callers/webhook-secret',
    'services/api-keys.json',
    'services/s3-access-key-id',
    'services/s3-secret-access-key',
    'services/sealing-key',
    'services/service-token',
  ])
  for (const path of Object.keys(made)) assert.equal(statSync(join(directory, path)).mode & 0o777, 0o600, path)
  run(directory)
  assert.deepEqual(contents(directory), made)
})

test('services get the hash of the API key and never the key', () => {
  const directory = emptyFolders('hash', 'services', 'callers')
  run(directory)
  const key = readFileSync(join(directory, 'callers/api-key'), 'utf8')
  const file = readFileSync(join(directory, 'services/api-keys.json'), 'utf8')
  const [entry] = readApiKeys(file)
  assert.equal(entry?.sha256, createHash('sha256').update(key).digest('hex'))
  assert.deepEqual(entry?.webhook_secrets, [readFileSync(join(directory, 'callers/webhook-secret'), 'utf8')])
  assert.ok(!file.includes(key))
})

test('the key is shown when it is made, and later when it is requested', () => {
  const directory = emptyFolders('shown', 'services', 'callers')
  const key = (text: string): string | undefined => /^API key +(\S+)$/m.exec(text)?.[1]
  const first = key(run(directory))
  assert.match(first ?? '', /^seine_dev_/)
  assert.equal(key(run(directory)), undefined)
  assert.equal(key(run(directory, true)), first)
})

test('a first start that was cut off is finished by the next', () => {
  const directory = emptyFolders('cut', 'services', 'callers')
  run(directory)
  const key = readFileSync(join(directory, 'callers/api-key'), 'utf8')
  rmSync(join(directory, 'services/api-keys.json'))
  run(directory)
  const [entry] = readApiKeys(readFileSync(join(directory, 'services/api-keys.json'), 'utf8'))
  assert.equal(entry?.sha256, createHash('sha256').update(key).digest('hex'))
})

test('a password for PostgreSQL is made where there is a folder for it, and every user of that folder reads it', () => {
  const directory = emptyFolders('database', 'services', 'callers', 'database')
  run(directory)
  run(directory)
  const path = join(directory, 'database/postgres-password')
  assert.match(readFileSync(path, 'utf8'), /^[0-9a-f]{48}$/)
  assert.equal(statSync(path).mode & 0o777, 0o444)
})

test('browser workers and the store get folders with what they use, and nothing else', () => {
  const directory = emptyFolders('split', 'services', 'callers', 'browser', 'store')
  run(directory)
  const made = contents(directory)
  const names = (folder: string): string[] =>
    Object.keys(made)
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1))
      .toSorted()
  assert.deepEqual(names('browser'), ['s3-access-key-id', 's3-secret-access-key', 'sealing-key', 'service-token'])
  assert.deepEqual(names('store'), [
    'pages-access-key-id',
    's3-access-key-id',
    's3-secret-access-key',
    'users/users.json',
  ])
  assert.equal(made['browser/service-token'], made['services/service-token'])
  assert.equal(made['store/s3-secret-access-key'], made['services/s3-secret-access-key'])
  assert.notEqual(made['browser/s3-secret-access-key'], made['services/s3-secret-access-key'])
  const { accessAccounts } = JSON.parse(made['store/users/users.json'] ?? '{}') as {
    accessAccounts: Record<string, { secret: string; role: string }>
  }
  const id = made['browser/s3-access-key-id'] ?? ''
  assert.deepEqual(accessAccounts, { [id]: { access: id, secret: made['browser/s3-secret-access-key'], role: 'user' } })
  // The other folders copy the value that the services folder has.
  writeFileSync(join(directory, 'services/service-token'), 'another')
  run(directory)
  assert.equal(contents(directory)['browser/service-token'], 'another')
})

test('Redis gets users by hashes of their passwords, and each service the URL of its own', () => {
  const directory = emptyFolders('redis', 'services', 'callers', 'browser', 'store', 'redis')
  run(directory)
  const made = contents(directory)
  const users = made['redis/users.acl'] ?? ''
  const urls = {
    gateway: made['services/gateway-redis-url'],
    'scrape-worker': made['services/scrape-worker-redis-url'],
    'browser-worker': made['browser/redis-url'],
  }
  for (const [user, url] of Object.entries(urls)) {
    const { username, password, host } = new URL(url ?? '')
    assert.deepEqual([username, host], [user, user === 'browser-worker' ? 'browser-door:6379' : 'redis:6379'])
    assert.ok(!users.includes(password))
    assert.ok(users.includes(`user ${user} on #${createHash('sha256').update(password).digest('hex')} ~seine:`))
  }
  assert.match(users, /^user default off /m)
  run(directory)
  assert.deepEqual(contents(directory), made)
})

test('wrong use is reported', () => {
  assert.throws(() => parseSecretsArguments([]), /secrets takes a DIRECTORY/)
  assert.throws(() => parseSecretsArguments(['a', 'b']), /one folder/)
  assert.throws(() => parseSecretsArguments(['a', '--reveal']), /--reveal/)
  assert.deepEqual(parseSecretsArguments(['a', '--show']), { directory: 'a', show: true })
  assert.throws(() => run(emptyFolders('nothing', 'services')), /folders services and callers/)
})

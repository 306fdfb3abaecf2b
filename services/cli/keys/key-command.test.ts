import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readApiKeys, type ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import type { KeyRequest } from './key-arguments.ts'
import { keyCommand } from './key-command.ts'
import { tryLock } from '../process/lock.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-key-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Runs the command and extracts the key and the secret from its output. */
function run(request: Partial<KeyRequest>) {
  let out = ''
  const code = keyCommand(
    { id: null, tenant: 'default', file: null, operator: false, ...request },
    (text) => (out += text),
  )
  assert.equal(code, 0)
  const [, key = ''] = /^API key +(\S+)$/m.exec(out) ?? []
  const [, secret = ''] = /^webhook secret +(\S+)$/m.exec(out) ?? []
  return { out, key, secret }
}

const entriesOf = (path: string): ApiKeyEntry[] => readApiKeys(readFileSync(path, 'utf8'))
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

test('a key is printed with the entry that knows it', () => {
  const { out, key, secret } = run({ id: 'ci', tenant: 'acme' })
  assert.match(key, /^seine_ci_[A-Za-z0-9_-]{43}$/)
  const entry = JSON.parse(out.slice(out.indexOf('{'))) as ApiKeyEntry
  assert.deepEqual(entry, { id: 'ci', tenant: 'acme', sha256: hashOf(key), webhook_secrets: [secret], quotas: {} })
  assert.deepEqual(readApiKeys(JSON.stringify([entry])), [entry])
  assert.notEqual(run({ id: 'ci' }).key, key)
})

test('the key of an operator is marked in its entry', () => {
  const { out } = run({ id: 'ops', operator: true })
  const entry = JSON.parse(out.slice(out.indexOf('{'))) as ApiKeyEntry
  assert.equal(entry.operator, true)
  assert.deepEqual(readApiKeys(JSON.stringify([entry])), [entry])
})

test('keys without a name get one each', () => {
  const ids = [run({}), run({})].map(({ key }) => /^seine_(key-[0-9a-f]{8})_/.exec(key)?.[1])
  assert.ok(ids.every((id) => id !== undefined))
  assert.notEqual(ids[0], ids[1])
})

test('a key file is made for its owner alone, and further keys are added to it', () => {
  const file = join(base, 'keys.json')
  const first = run({ id: 'a', file })
  const second = run({ id: 'b', tenant: 'acme', file })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const found = entriesOf(file).map(({ id, tenant, sha256 }) => [id, tenant, sha256])
  assert.deepEqual(found, [
    ['a', 'default', hashOf(first.key)],
    ['b', 'acme', hashOf(second.key)],
  ])
  assert.ok(!readFileSync(file, 'utf8').includes(first.key))
  assert.deepEqual(readdirSync(base), ['keys.json'])
})

test('mode, links and whatever else a file holds stay as they are', () => {
  const [file, link] = [join(base, 'real.json'), join(base, 'link.json')]
  writeFileSync(file, JSON.stringify([{ id: 'a', tenant: 't', sha256: 'ab'.repeat(32), note: 'mine' }]))
  chmodSync(file, 0o640)
  symlinkSync(file, link)
  run({ id: 'b', file: link })
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.equal(statSync(file).mode & 0o777, 0o640)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8'))[0].note, 'mine')
})

test('a name that is taken, a broken file and one that is being written to are left alone', () => {
  const file = join(base, 'taken.json')
  run({ id: 'a', file })
  const before = readFileSync(file, 'utf8')
  assert.throws(() => run({ id: 'a', file }), /already has a key a/)
  const lock = tryLock(`${file}.lock`)
  assert.throws(() => run({ id: 'b', file }), /another process is adding a key/)
  lock?.release()
  assert.equal(readFileSync(file, 'utf8'), before)

  const broken = join(base, 'broken.json')
  writeFileSync(broken, '[{"id": 1}]')
  assert.throws(() => run({ id: 'a', file: broken }), /the API key file is not a list of keys: entry 1/)
  assert.equal(readFileSync(broken, 'utf8'), '[{"id": 1}]')
  assert.throws(() => run({ id: 'a', file: join(base, 'nowhere', 'keys.json') }))
  assert.equal(existsSync(join(base, 'nowhere')), false)
  const link = join(base, 'astray.json')
  symlinkSync('nowhere.json', link)
  assert.throws(() => run({ file: link }), /is a link to a file that does not exist/)
  assert.ok(lstatSync(link).isSymbolicLink())
})

test('a file with as many keys as there may be is left alone', () => {
  const file = join(base, 'full.json')
  const entries = Array.from({ length: apiLimits.keysMax }, (_, at) => ({
    id: `k${at}`,
    tenant: 't',
    sha256: hashOf(String(at)),
  }))
  writeFileSync(file, JSON.stringify(entries))
  assert.throws(() => run({ file }), /has 10000 keys, which is the maximum/)
  assert.equal(entriesOf(file).length, apiLimits.keysMax)
})

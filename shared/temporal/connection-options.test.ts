import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { connectionOptions } from './connection-options.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-tls-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string): string {
  writeFileSync(join(folder, name), name)
  return join(folder, name)
}

const options = (environment: Record<string, string>) =>
  connectionOptions(readConfig({ SEINE_TEMPORAL_ADDRESS: 'temporal:7233', ...environment }))

test('without TLS there is an address alone', () => {
  assert.deepEqual(options({}), { address: 'temporal:7233', tls: false })
})

test('with TLS the public authorities are trusted unless a file names another', () => {
  assert.deepEqual(options({ SEINE_TEMPORAL_TLS: 'on' }), { address: 'temporal:7233', tls: {} })
  assert.deepEqual(
    options({
      SEINE_TEMPORAL_TLS: 'on',
      SEINE_TEMPORAL_TLS_CA_FILE: file('ca.pem'),
      SEINE_TEMPORAL_TLS_CERT_FILE: file('cert.pem'),
      SEINE_TEMPORAL_TLS_KEY_FILE: file('key.pem'),
    }).tls,
    {
      serverRootCACertificate: Buffer.from('ca.pem'),
      clientCertPair: { crt: Buffer.from('cert.pem'), key: Buffer.from('key.pem') },
    },
  )
})

test('an API key is shown over TLS alone', () => {
  assert.equal(options({ SEINE_TEMPORAL_TLS: 'on', SEINE_TEMPORAL_API_KEY: 'key' }).apiKey, 'key')
  assert.throws(() => options({ SEINE_TEMPORAL_API_KEY: 'key' }), /SEINE_TEMPORAL_API_KEY needs SEINE_TEMPORAL_TLS=on/)
})

test('a file that cannot be read is named with its setting', () => {
  assert.throws(
    () => options({ SEINE_TEMPORAL_TLS: 'on', SEINE_TEMPORAL_TLS_CA_FILE: join(folder, 'absent.pem') }),
    /SEINE_TEMPORAL_TLS_CA_FILE: .*absent\.pem cannot be read \(ENOENT\)/,
  )
})

test('a certificate without its key is refused, and the other way round', () => {
  for (const setting of ['SEINE_TEMPORAL_TLS_CERT_FILE', 'SEINE_TEMPORAL_TLS_KEY_FILE']) {
    assert.throws(() => options({ SEINE_TEMPORAL_TLS: 'on', [setting]: file('one.pem') }), /go together/)
  }
})

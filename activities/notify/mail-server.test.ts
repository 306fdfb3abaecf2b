import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError } from '@seine/shared/config/config.ts'
import { readMailServer } from './mail-server.ts'

describe('readMailServer', () => {
  it('reads host, port and login', () => {
    assert.deepEqual(readMailServer('smtp://me%40x.example:p%3Ass@mail.example:2525'), {
      host: 'mail.example',
      port: 2_525,
      tls: 'required',
      verified: true,
      login: { user: 'me@x.example', password: 'p:ss' },
    })
    assert.deepEqual(readMailServer('smtps://[::1]/'), {
      host: '::1',
      port: 465,
      tls: 'implicit',
      verified: true,
      login: null,
    })
  })

  it('checks certificates where that protects something', () => {
    const seen = (text: string) => {
      const { tls, verified, port } = readMailServer(text)
      return [tls, verified, port]
    }
    assert.deepEqual(seen('smtp://relay.example'), ['offered', false, 587])
    assert.deepEqual(seen('smtp://u:p@127.0.0.1:25'), ['offered', false, 25])
    assert.deepEqual(seen('smtp://relay.example?tls=required'), ['required', true, 587])
    assert.deepEqual(seen('smtp://relay.example?tls=off'), ['off', false, 587])
    assert.deepEqual(seen('smtps://u:p@relay.example?tls=unverified'), ['implicit', false, 465])
  })

  it('sends a login over TLS alone, except to this machine', () => {
    for (const host of ['mail.example', '10.0.0.1', '[2001:db8::1]', '127.0.0.1.mail.example', 'localhost.example']) {
      assert.equal(readMailServer(`smtp://u:p@${host}`).tls, 'required', host)
      assert.equal(readMailServer(`smtp://u:p@${host}?tls=unverified`).tls, 'required', host)
      assert.throws(
        () => readMailServer(`smtp://u:canary@${host}?tls=off`),
        (error) => {
          return (
            error instanceof ConfigError && /a login needs TLS/.test(error.message) && !error.message.includes('canary')
          )
        },
      )
    }
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      assert.equal(readMailServer(`smtp://u:p@${host}`).tls, 'offered', host)
      assert.equal(readMailServer(`smtp://u:p@${host}?tls=off`).tls, 'off', host)
    }
  })

  it('refuses everything else without showing it', () => {
    const broken = ['mail.example', 'http://u:canary@x', 'smtp://', 'smtp://u:canary@x?tls=maybe', 'smtps://x?tls=off']
    const strange = ['smtp://u:canary@x/path', 'smtp://x#canary', 'smtp://u:canary@x?debug=1', 'smtp://u:%canary@x']
    for (const text of [...broken, ...strange]) {
      assert.throws(
        () => readMailServer(text),
        (error) => error instanceof ConfigError && !error.message.includes('canary'),
        text,
      )
    }
  })
})

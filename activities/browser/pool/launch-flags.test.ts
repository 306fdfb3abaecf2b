import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchFlags } from './launch-flags.ts'

const options = { sinkUrl: 'http://127.0.0.1:4321', sandbox: 'on', userAgent: 'Plain/1' } as const

for (const engine of ['headless_shell', 'chrome'] as const) {
  test(`${engine} is held to its proxies`, () => {
    const flags = launchFlags(engine, options)
    for (const flag of [
      '--proxy-server=http://127.0.0.1:4321',
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--disable-quic',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-component-update',
    ]) {
      assert.ok(flags.includes(flag), flag)
    }
  })

  test(`${engine} gets each flag once`, () => {
    const names = launchFlags(engine, options).map((flag) => flag.split('=')[0])
    assert.equal(new Set(names).size, names.length)
  })

  test(`${engine} loses its sandbox only where that is requested`, () => {
    assert.equal(launchFlags(engine, options).includes('--no-sandbox'), false)
    assert.equal(launchFlags(engine, { ...options, sandbox: 'off' }).includes('--no-sandbox'), true)
  })
}

test('the headless shell gets a flag to isolate sites, which the full browser does by default', () => {
  assert.equal(launchFlags('headless_shell', options).includes('--site-per-process'), true)
  assert.equal(launchFlags('chrome', options).includes('--site-per-process'), false)
})

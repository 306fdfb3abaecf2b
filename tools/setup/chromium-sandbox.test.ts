import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspectSandbox, sandboxNotice } from './chromium-sandbox.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-sandbox-'))
chmodSync(base, 0o755)
after(() => rmSync(base, { recursive: true, force: true }))

/** Returns a PATH on which `unshare` runs this script. */
function pathWith(script: string): string {
  const folder = mkdtempSync(join(base, 'path-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'unshare'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'unshare'), 0o755)
  return folder
}

test('a sandbox that is on is not mentioned, and one that is off is reported in one line', () => {
  assert.equal(sandboxNotice({}), null)
  assert.equal(sandboxNotice({ SEINE_BROWSER_SANDBOX: 'on' }), null)
  assert.match(
    sandboxNotice({ SEINE_BROWSER_SANDBOX: 'off' }) ?? '',
    /^ {2}! SEINE_BROWSER_SANDBOX=off: .* WITHOUT .*$/,
  )
})

test('a sandbox that the machine allows is on', async () => {
  const PATH = pathWith('test "$*" = "--user --pid --net --fork true"')
  assert.equal((await inspectSandbox({ PATH }, [])).state, 'ok')
})

test('a machine without user namespaces gets a message with what to change', async () => {
  const PATH = pathWith('echo "unshare failed: No space left on device" >&2; exit 1')
  const { state, detail } = await inspectSandbox({ PATH }, [])
  assert.equal(state, 'blocked')
  assert.match(detail, /No space left.*the browser worker requires them.*max_user_namespaces/)
})

test('a sandbox that was switched off is reported, whatever the machine allows', async () => {
  const { state, detail } = await inspectSandbox({ PATH: pathWith('true'), SEINE_BROWSER_SANDBOX: 'off' }, [])
  assert.equal(state, 'off')
  assert.match(detail, /SWITCHED OFF by SEINE_BROWSER_SANDBOX=off/)
})

test(
  'a browser that only root can run is reported to root',
  { skip: process.getuid?.() === 0 ? false : 'not root' },
  async () => {
    const folder = mkdtempSync(join(base, 'private-'))
    const path = join(folder, 'chromium')
    writeFileSync(path, '')
    chmodSync(path, 0o755)
    const { state, detail } = await inspectSandbox({ PATH: '/usr/bin:/bin' }, [path])
    assert.equal(state, 'blocked')
    assert.match(detail, /cannot be run by user 65530/)
    const own = await inspectSandbox({ PATH: '/usr/bin:/bin', SEINE_BROWSER_UID: '65531' }, [path])
    assert.match(own.detail, /user 65531/)
  },
)

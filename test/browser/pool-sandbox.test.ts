/** Chromium's sandbox is on for every user that the worker runs as; as root, Chromium gets its own user. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { startPoolLab } from './pool-lab.ts'
import { seeBrowser, type SeenBrowser } from './sandbox-lab.ts'

const run = promisify(execFile)
const nobody = 65_534
const asRoot = process.getuid?.() === 0
const settingPath = '/proc/sys/user/max_user_namespaces'
const namespaces = existsSync(settingPath) && Number(readFileSync(settingPath, 'utf8')) > 0
const noNamespaces = namespaces ? false : 'no user namespaces here'

/** The same check in a process that has given up root. */
const asNobody = `
if (process.getuid() === 0) { process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody}) }
const { seeBrowser } = await import(${JSON.stringify(new URL('./sandbox-lab.ts', import.meta.url).href)})
console.log('seen ' + JSON.stringify(await seeBrowser()))
process.exit()
`

test('the sandbox is on for a user who is not root', { skip: noNamespaces }, async () => {
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env
  const env = { ...environment, TMPDIR: '/tmp' }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', asNobody], { env })
  const seen = JSON.parse(/^seen (.*)$/m.exec(stdout)?.[1] ?? '{}') as SeenBrowser
  const { users, ...others } = seen
  assert.deepEqual(others, { sum: 2, switchedOff: false, filters: ['2'], left: 0 })
  assert.equal(users.includes(0), false)
})

/** Replaces the browser's executable, tries what a hostile browser would try, and reports what it could access. */
const probe = (secretFile: string): string => `#!/bin/sh
got=''
try() { name=$1; shift; if "$@" >/dev/null 2>&1; then got="$got $name"; fi; }
try environ head -c 1 /proc/$PPID/environ
try memory head -c 1 /proc/$PPID/mem
try maps head -c 1 /proc/$PPID/maps
try descriptors ls /proc/$PPID/fd
try folder ls /proc/$PPID/cwd/
try file head -c 1 ${secretFile}
try signal kill -0 $PPID
if env | grep -q SEINE_PROBED; then got="$got own-environment"; fi
echo "user $(id -u) group $(id -G) got:$got." >&2
exit 1
`

async function probed(t: TestContext): Promise<{ executable: string; scratchParent: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'probe-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const secret = join(folder, 'secret')
  await writeFile(secret, 'secret', { mode: 0o600 })
  const executable = join(folder, 'browser')
  await writeFile(executable, probe(secret))
  await chmod(executable, 0o755)
  return { executable, scratchParent: folder }
}

describe('a pool of the superuser', { skip: asRoot ? false : 'not root' }, () => {
  test('keeps the sandbox on and runs its browsers as a user of their own', { skip: noNamespaces }, async () => {
    const seen = await seeBrowser()
    assert.deepEqual(seen, { sum: 2, switchedOff: false, users: [poolLimits.browserUid], filters: ['2'], left: 0 })
  })

  test('keeps files, environment and memory of the worker from what it starts as a browser', async (t) => {
    const { executable, scratchParent } = await probed(t)
    process.env['SEINE_PROBED'] = 'secret'
    t.after(() => delete process.env['SEINE_PROBED'])
    // As the user of the worker, the probe sees all of that: environment and files are accessible.
    const same = await run(executable, []).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    )
    assert.match(same, /^user 0 .* got:.* environ .*descriptors .*file signal own-environment\./)
    for (const sandbox of ['on', 'off'] as const) {
      await assert.rejects(
        startPoolLab({ engines: { headless_shell: executable, chrome: null }, scratchParent, sandbox }),
        (error: Error) => {
          const { browserUid } = poolLimits
          assert.ok(error.message.includes(`user ${browserUid} group ${browserUid} got:.`), error.message)
          return true
        },
      )
    }
  })

  test('says what is wrong with a browser that the user cannot run', async (t) => {
    const { executable, scratchParent } = await probed(t)
    await chmod(scratchParent, 0o700)
    await assert.rejects(startPoolLab({ engines: { headless_shell: executable, chrome: null }, scratchParent }), {
      name: 'EngineUnavailableError',
      message: new RegExp(`user ${poolLimits.browserUid} .*${executable} cannot be run by that user`),
    })
  })

  test('says what is wrong with a folder for temporary files that the user cannot enter', async (t) => {
    const { scratchParent } = await probed(t)
    await chmod(scratchParent, 0o700)
    await assert.rejects(startPoolLab({ scratchParent }), {
      name: 'EngineUnavailableError',
      message: /cannot be entered by that user: set TMPDIR/,
    })
  })
})

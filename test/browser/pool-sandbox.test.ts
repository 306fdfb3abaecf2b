import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startPoolLab } from './pool-lab.ts'

const nobody = 65_534
const asRoot = process.getuid?.() === 0
const settingPath = '/proc/sys/user/max_user_namespaces'
const namespaces = existsSync(settingPath) && Number(readFileSync(settingPath, 'utf8')) > 0

/** Run by a process that gave up being root: opens a page with the sandbox on and says what holds it. */
const program = `
if (process.getuid() === 0) { process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody}) }
const { openContext, poolProcesses, startPoolLab } = await import(${JSON.stringify(new URL('./pool-lab.ts', import.meta.url).href)})
const { readFileSync } = await import('node:fs')
const lab = await startPoolLab({ sandbox: 'on' })
const lease = await openContext(lab)
const page = await lease.context.newPage()
const sum = await page.evaluate('1 + 1')
const [main] = await poolProcesses(lab.scratch)
const filters = (pid) => readFileSync('/proc/' + pid + '/status', 'utf8').match(/Seccomp:\\s+(\\d)/)[1]
const { readdirSync } = await import('node:fs')
const group = (pid) => { try { return readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')[2] } catch { return '' } }
const command = (pid) => { try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8') } catch { return '' } }
const renderers = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid) && group(pid) === group(main.pid) && command(pid).includes('--type=renderer'))
const seen = { sum, user: process.getuid(), switchedOff: main.command.includes('--no-sandbox'), filters: [...new Set(renderers.map(filters))] }
await lease.release()
await lab.close()
console.log(JSON.stringify({ ...seen, left: (await poolProcesses(lab.scratch)).length }))
`

test(
  'the sandbox is on for a user who is not root',
  { skip: namespaces ? false : 'no user namespaces here' },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, TMPDIR: '/tmp' },
    })
    const seen = JSON.parse(stdout) as Record<string, unknown>
    // 2 = system calls of the renderer are filtered.
    assert.deepEqual(
      { ...seen, user: seen['user'] !== 0 },
      { sum: 2, user: true, switchedOff: false, filters: ['2'], left: 0 },
    )
  },
)

test('as root with the sandbox on no pool is started', { skip: asRoot ? false : 'not root' }, async () => {
  await assert.rejects(startPoolLab({ sandbox: 'on' }), {
    name: 'EngineUnavailableError',
    message: /SEINE_BROWSER_SANDBOX/,
  })
})

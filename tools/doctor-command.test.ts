import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { doctorCommand, inspectMachine } from './doctor-command.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-doctor-'))
after(() => rmSync(base, { recursive: true, force: true }))

function machine(commands: string[], variables: Record<string, string> = {}) {
  const home = mkdtempSync(join(base, 'machine-'))
  for (const name of commands) {
    mkdirSync(join(home, 'path'), { recursive: true })
    const answer = name === 'go' ? 'echo "go version go1.26.0 linux/amd64"' : ''
    writeFileSync(join(home, 'path', name), `#!/bin/sh\n${answer}\n`)
    chmodSync(join(home, 'path', name), 0o755)
  }
  return {
    root: home,
    cache: join(home, 'cache'),
    stateDir: join(home, 'state'),
    environment: { PATH: join(home, 'path'), ...variables },
    userId: 0,
    system: 'debian',
  }
}

/**
 * Returns the states of all rows except the test programs, which are also looked for in the administrator's
 * directories.
 */
const states = async (context: ReturnType<typeof machine>) => {
  const rows = (await inspectMachine(context)).filter(({ detail }) => !/\.\/dev test|tests|samples/.test(detail))
  return Object.fromEntries(rows.map((row) => [row.what, row.state]))
}

test('with npm and Go everything missing will be obtained', async () => {
  const context = machine(['npm', 'go'])
  assert.deepEqual(await states(context), {
    Node: 'ok',
    npm: 'ok',
    'npm packages': 'missing',
    Go: 'ok',
    'Temporal CLI': 'missing',
    'S3 store (versitygw)': 'missing',
    'Chromium headless shell': 'off',
    Chromium: 'off',
    cache: 'ok',
    'local stack': 'off',
  })
  assert.equal(await doctorCommand(context, () => {}), 0)
})

test('without Go the tools need a person, and the table says what to do', async () => {
  let text = ''
  assert.equal(await doctorCommand(machine(['npm']), (part) => void (text += part)), 1)
  assert.match(text, /✗ Temporal CLI .*install Go 1\.25 or newer .* or put temporal on PATH/)
})

test('Go is not needed once the tools are on PATH', async () => {
  const context = machine(['npm', 'temporal', 'versitygw'])
  const found = await states(context)
  assert.equal(found.Go, 'off')
  assert.equal(found['Temporal CLI'], 'ok')
  assert.equal(await doctorCommand(context, () => {}), 0)
})

test('Chromium comes from the packages of the system; a machine without those does without', async () => {
  const context = machine(['npm', 'go', 'apt-get', 'sudo', 'chromium'])
  const found = await states(context)
  assert.equal(found['Chromium headless shell'], 'missing')
  assert.equal(found.Chromium, 'ok')
  const detail = (await inspectMachine({ ...context, userId: 1_000 })).find(
    (row) => row.state === 'missing' && row.what.startsWith('Chromium'),
  )
  assert.equal(detail?.detail, 'sudo -n apt-get install chromium-headless-shell, about 20 seconds')
  let text = ''
  assert.equal(await doctorCommand(machine(['npm', 'go']), (part) => void (text += part)), 0)
  assert.match(
    text,
    /- Chromium +off +for pages that need a browser \(this system has no apt-get\): install chromium-headless-shell and chromium, or/,
  )
})

test('a variable that names no executable needs a person', async () => {
  const context = machine(['npm', 'go'], { SEINE_DEV_VERSITYGW_BIN: '/nonexistent' })
  assert.equal((await states(context))['S3 store (versitygw)'], 'blocked')
})

test('programs that tests call are installed by ./dev test, or it is said what is skipped without them', async () => {
  const detailOf = async (userId: number): Promise<string> => {
    const rows = await inspectMachine({ ...machine(['npm', 'go', 'apt-get']), userId })
    return rows.find(({ what }) => what === 'programs for the samples')?.detail ?? ''
  }
  assert.equal(await detailOf(0), 'by ./dev test: apt-get install bash curl python3 procps, about 20 seconds')
  assert.match(await detailOf(1_000), /^bash, curl, python3, ps missing \(.* no sudo\), so samples .* are not run$/)
})

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { commands } from './command-table.ts'
import { commandHelp, generalHelp, manualPage } from './help-text.ts'
import { shellBench } from './testing/shell-bench.ts'

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

test('help is written for each command, in 80 columns', async (t) => {
  const { run } = shellBench(t)
  assert.equal((await run()).out, generalHelp())
  assert.match((await run('--version')).out, /^seine \d+\.\d+\.\d+\n$/)
  for (const command of commands) {
    assert.match(generalHelp(), new RegExp(`^  ${command.name} `, 'm'))
    const { code, out } = await run(command.name, '--help')
    assert.deepEqual([code, out], [0, commandHelp(command)])
    assert.equal((await run('help', command.name)).out, out)
  }
  const long = [generalHelp(), ...commands.map((command) => commandHelp(command))]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 80)
  assert.deepEqual(long, [])
})

test('the manual page names every command and flag of the help', () => {
  const page = manualPage('1.2.3').replaceAll('\\-', '-')
  assert.match(page, /^\.TH SEINE 1 "" "Seine 1\.2\.3"$/m)
  for (const { name, flags } of commands) {
    assert.ok(page.includes(`.SS seine ${name}`), name)
    for (const flag of flags) assert.ok(page.includes(`--${flag.name}`), flag.name)
  }
})

test('man reads the manual page without a warning', async (t) => {
  if (!has('groff')) {
    t.skip('groff is not installed')
    return
  }
  const reading = promisify(execFile)('groff', ['-man', '-Tutf8', '-ww', '-z'])
  reading.child.stdin?.end(manualPage('1.2.3'))
  assert.equal((await reading).stderr, '')
})

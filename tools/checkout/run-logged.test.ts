import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runLogged } from './run-logged.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-run-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const logFile = join(directory, 'logs', 'run.log')

const sh = (script: string) =>
  runLogged({
    file: '/bin/sh',
    args: ['-c', script],
    environment: { PATH: process.env.PATH, WORD: 'hello' },
    cwd: directory,
    logFile,
  })

test('both outputs of the command are in the log, and success is null', async () => {
  assert.equal(await sh('echo "$WORD"; echo error >&2'), null)
  assert.equal(readFileSync(logFile, 'utf8'), 'hello\nerror\n')
})

test('each run starts the log again', async () => {
  await sh('echo first')
  await sh('echo second')
  assert.equal(readFileSync(logFile, 'utf8'), 'second\n')
})

test('a failure is reported in words', async () => {
  assert.equal(await sh('exit 3'), 'exit code 3')
  assert.equal(await sh('kill -9 $$'), 'signal SIGKILL')
  const missing = { file: join(directory, 'nothing'), args: [], environment: {}, cwd: directory, logFile }
  assert.equal(await runLogged(missing), 'not found')
})

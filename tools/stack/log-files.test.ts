import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stackLimits } from '../checkout/stack-limits.ts'
import { lastLogEntry, logPath, rotateLog, tailOfLog } from './log-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-logs-'))
after(() => rmSync(directory, { recursive: true, force: true }))

test('the logs of the last three starts are kept, the newest under the plain name', () => {
  for (const start of ['1', '2', '3', '4', '5']) {
    rotateLog(directory, 'gateway')
    writeFileSync(logPath(directory, 'gateway'), start)
  }
  assert.deepEqual(readdirSync(directory).toSorted(), ['gateway.1.log', 'gateway.2.log', 'gateway.log'])
  assert.deepEqual(
    [0, 1, 2].map((age) => readFileSync(logPath(directory, 'gateway', age), 'utf8')),
    ['5', '4', '3'],
  )
})

test('the tail is the last lines, however long the log', () => {
  const path = join(directory, 'long.log')
  writeFileSync(path, Array.from({ length: 50_000 }, (_, line) => `line ${line}\n`).join(''))
  const lines = tailOfLog(path).split('\n')
  assert.equal(lines.length, stackLimits.logTailLines)
  assert.equal(lines.at(-1), 'line 49999')
  assert.equal(tailOfLog(join(directory, 'missing.log')), '')
})

test('the last entry of a log may have many lines', () => {
  const path = join(directory, 'entries.log')
  const long = Array.from({ length: 40 }, (_, line) => `  at line ${line}`).join('\n')
  writeFileSync(path, `2026-01-02T03:04:05.678Z one\n2026-01-02T03:04:05.679Z two\n${long}\n`)
  assert.equal(lastLogEntry(path), `two\n${long}`)
  assert.equal(lastLogEntry(join(directory, 'missing.log')), '')
})

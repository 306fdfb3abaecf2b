import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { allowEntries, allowTarget, pruneTargets, renewLines, withdrawTarget } from './egress-allow.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-allow-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const cases: [url: string, entries: string[]][] = [
  ['http://127.0.0.1:8080/docs', ['127.0.0.1:8080']],
  ['http://0x7f.1/', ['127.0.0.1:80']],
  ['https://192.168.1.20/', ['192.168.1.20:443']],
  ['http://172.31.0.1:1/', ['172.31.0.1:1']],
  ['http://localhost:3000', ['127.0.0.1:3000', '[::1]:3000']],
  ['http://[::1]:3000/', ['[::1]:3000']],
  ['http://[fd00::1]/', ['[fd00::1]:80']],
  ['http://169.254.169.254/latest', []],
  ['http://172.32.0.1/', []],
  ['http://1.1.1.1/', []],
  ['https://example.com/', []],
  ['http://intranet/', []],
  ['ftp://127.0.0.1/', []],
  ['not a url', []],
]

for (const [url, entries] of cases) {
  test(`${url} needs ${entries.length === 0 ? 'no entry' : entries.join(' and ')}`, () => {
    assert.deepEqual(allowEntries(url), entries)
  })
}

const now = Date.parse('2026-11-21T20:35:00.250Z')

test('a new line has its time and its owner, and is read back', () => {
  const text = renewLines('', '7-a', ['127.0.0.1:8080', '[::1]:8080'], now)
  assert.equal(text, '127.0.0.1:8080 # 2026-11-21T20:35:00Z 7-a\n[::1]:8080 # 2026-11-21T20:35:00Z 7-a\n')
  const file = join(directory, 'read')
  writeFileSync(file, text)
  const problems: string[] = []
  const list = new AllowList({ entries: '', file, onProblem: (problem) => void problems.push(problem) })
  assert.deepEqual(
    [list.allows('127.0.0.1', 8080), list.allows('::1', 8080), list.allows('127.0.0.1', 8081)],
    [true, true, false],
  )
  assert.deepEqual(problems, [])
})

test('the same target again moves the time of its line; other owners keep theirs', () => {
  const first = renewLines('127.0.0.1:1 # 2026-11-21T20:00:00Z 8-b\n', '7-a', ['127.0.0.1:1'], now)
  assert.equal(
    renewLines(first, '7-a', ['127.0.0.1:1'], now + 60_000),
    '127.0.0.1:1 # 2026-11-21T20:00:00Z 8-b\n127.0.0.1:1 # 2026-11-21T20:36:00Z 7-a\n',
  )
})

test('a line lapses with age; what a person has written has no age', () => {
  const text = renewLines('# mine\n10.0.0.1:80\n10.0.0.2 # the printer\n', '7-a', ['127.0.0.1:1'], now)
  assert.equal(renewLines(text, null, [], now + stackLimits.egressAllowMaxAgeMs - 1_000), text)
  const later = renewLines(text, null, [], now + stackLimits.egressAllowMaxAgeMs)
  assert.equal(later, '# mine\n10.0.0.1:80\n10.0.0.2 # the printer\n')
})

test('a line outlives the time budget that a job has by default', () => {
  assert.ok(stackLimits.egressAllowMaxAgeMs > jobLimits.scheduleToCloseTimeoutSecsDefault * 1_000)
})

const entriesIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' #')[0] || [])

test('a private target is allowed until its owner takes it back, a public one never', async () => {
  const file = join(directory, 'egress-allow')
  writeFileSync(file, '10.0.0.1:80\n127.0.0.1:9 # 2020-01-01T00:00:00Z 1-old\n')
  await allowTarget(file, '7-a', 'https://example.com/')
  await allowTarget(file, '7-a', 'http://127.0.0.1:8080/a')
  await allowTarget(file, '7-a', 'http://127.0.0.1:8080/b')
  await allowTarget(file, '8-b', 'http://127.0.0.1:8080/')
  assert.deepEqual(entriesIn(file), ['10.0.0.1:80', '127.0.0.1:8080', '127.0.0.1:8080'])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  await withdrawTarget(file, '7-a')
  assert.deepEqual(entriesIn(file), ['10.0.0.1:80', '127.0.0.1:8080'])
  await withdrawTarget(file, '8-b')
  assert.deepEqual(entriesIn(file), ['10.0.0.1:80'])
})

test('owners at once lose nothing of each other', async () => {
  const file = join(directory, 'at-once')
  await pruneTargets(file)
  assert.deepEqual(entriesIn(file), [])
  const ports = [1, 2, 3, 4]
  await Promise.all(ports.map((port) => allowTarget(file, `1-${port}`, `http://127.0.0.1:${port}/`)))
  assert.equal(entriesIn(file).length, ports.length)
})

test('a state directory that is gone needs nothing taken back', async () => {
  const file = join(directory, 'gone', 'egress-allow')
  await withdrawTarget(file, '7-a')
  assert.equal(existsSync(join(directory, 'gone')), false)
})

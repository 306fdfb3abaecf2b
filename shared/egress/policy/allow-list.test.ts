import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { AllowEntryError } from './allow-entry.ts'
import { AllowList, allowNothing, createAllowList } from './allow-list.ts'

function temporaryFile(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'egress-allow-'))
  context.after(() => {
    rmSync(directory, { recursive: true })
  })
  return join(directory, 'allow')
}

test('entries of the environment are separated by commas, blanks ignored', () => {
  const list = new AllowList({ entries: ' 127.0.0.1:80 ,, [::1]:81,' })
  assert.equal(list.allows('127.0.0.1', 80), true)
  assert.equal(list.allows('::1', 81), true)
  assert.equal(list.allows('::1', 80), false)
})

test('an empty list allows nothing', () => {
  assert.equal(new AllowList({ entries: '' }).allows('127.0.0.1', 80), false)
  assert.equal(allowNothing.allows('127.0.0.1', 80), false)
})

test('a bad entry of the environment stops the start', () => {
  assert.throws(() => new AllowList({ entries: '127.0.0.1:80,localhost' }), AllowEntryError)
})

test('a missing file has no entries and is no problem', (context) => {
  const problems: string[] = []
  const list = new AllowList({ entries: '', file: temporaryFile(context), onProblem: (text) => problems.push(text) })
  assert.equal(list.allows('127.0.0.1', 80), false)
  assert.deepEqual(problems, [])
})

test('entries of the file come and go with its content, without a restart', (context) => {
  const file = temporaryFile(context)
  const list = new AllowList({ entries: '10.0.0.1:1', file })
  assert.equal(list.allows('127.0.0.1', 80), false)
  writeFileSync(file, '# fixture site\n127.0.0.1:80 # until noon\r\n\n')
  assert.equal(list.allows('127.0.0.1', 80), true)
  writeFileSync(file, '127.0.0.1:80\n127.0.0.1:81\n')
  assert.equal(list.allows('127.0.0.1', 81), true)
  writeFileSync(file, '127.0.0.1:81\n')
  assert.equal(list.allows('127.0.0.1', 80), false)
  rmSync(file)
  assert.equal(list.allows('127.0.0.1', 81), false)
  assert.equal(list.allows('10.0.0.1', 1), true)
})

test('a file replaced by one of the same size is read again', (context) => {
  const file = temporaryFile(context)
  writeFileSync(file, '127.0.0.1:80')
  const list = new AllowList({ entries: '', file })
  assert.equal(list.allows('127.0.0.1', 80), true)
  writeFileSync(`${file}.new`, '127.0.0.1:81')
  renameSync(`${file}.new`, file)
  assert.equal(list.allows('127.0.0.1', 81), true)
  assert.equal(list.allows('127.0.0.1', 80), false)
})

test('a bad line is reported with its number, once per change, and the others apply', (context) => {
  const file = temporaryFile(context)
  writeFileSync(file, '127.0.0.1:80\nlocalhost\n')
  const problems: string[] = []
  const list = new AllowList({ entries: '', file, onProblem: (text) => problems.push(text) })
  assert.equal(list.allows('127.0.0.1', 80), true)
  assert.equal(list.allows('127.0.0.1', 81), false)
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^line 2: "localhost"/)
})

test('a file that cannot be read allows nothing and is reported once', (context) => {
  const file = temporaryFile(context)
  mkdirSync(file)
  const warnings: object[] = []
  const list = createAllowList(
    { SEINE_EGRESS_ALLOW: '10.0.0.1:1', SEINE_EGRESS_ALLOW_FILE: file },
    { warn: (fields: object) => warnings.push(fields) },
  )
  assert.equal(list.allows('127.0.0.1', 80), false)
  assert.equal(list.allows('127.0.0.1', 80), false)
  assert.equal(list.allows('10.0.0.1', 1), true)
  assert.deepEqual(warnings, [{ problem: 'the file cannot be read (EISDIR)' }])
})

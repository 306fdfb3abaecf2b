/**
 * Reports as npm 11 prints them, on a lock file with one production package and one development package.
 * Needs a process of its own: what it tests awaits while it is loaded.
 */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { acceptedPath, readAccepted } from './accepted-advisories.ts'
import { askRegistry } from './ask-registry.ts'
import { checkAdvisories, type AdvisoryCheck } from './check-advisories.ts'
import { findingLines } from './finding.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-advisories-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const id = 'GHSA-aaaa-bbbb-cccc'
const lock = {
  lockfileVersion: 3,
  packages: { 'node_modules/live': { version: '1.0.0' }, 'node_modules/tool': { version: '2.0.0', dev: true } },
}

const vulnerability = (name: string, severity: string, nodes: string[]) => ({
  name,
  severity,
  via: [{ source: 1, name, title: 'Reads what it should not', url: `https://github.com/advisories/${id}`, severity }],
  effects: ['parent'],
  nodes,
})
const reportOf = (name: string, severity: string, nodes = [`node_modules/${name}`]) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    [name]: vulnerability(name, severity, nodes),
    parent: { name: 'parent', severity, via: [name], nodes: ['node_modules/parent'] },
  },
})

const entry = { id, package: 'live', reason: 'not reached', recorded: '2026-03-01', expires: '2026-06-01' }

function judge(report: unknown, changes: Partial<AdvisoryCheck> = {}) {
  const base = { lock, acceptedText: '[]', answer: { report }, today: '2026-05-01', isCi: true }
  const { findings, notes } = checkAdvisories({ ...base, ...changes })
  return { lines: findingLines(findings), notes }
}

test('in CI a high or critical advisory in production fails, naming package, version, advisory and what to do', () => {
  for (const severity of ['high', 'critical', 'catastrophic']) {
    const { lines, notes } = judge(reportOf('live', severity))
    assert.equal(lines.length, 1)
    assert.match(
      lines[0] ?? '',
      new RegExp(`^live@1\\.0\\.0 \\(${severity}, ${id}\\): Reads what .*; update the package`),
    )
    assert.deepEqual(notes, [])
  }
})

test('lesser advisories, those of development, and all outside CI are printed and fail nothing', () => {
  for (const [report, isCi] of [
    [reportOf('live', 'moderate'), true],
    [reportOf('tool', 'critical'), true],
    [reportOf('live', 'critical'), false],
  ] as const) {
    const { lines, notes } = judge(report, { isCi })
    assert.deepEqual(lines, [])
    assert.equal(notes.length, 1)
    assert.match(notes[0] ?? '', /GHSA-aaaa-bbbb-cccc\): Reads what/)
  }
  assert.deepEqual(judge({ vulnerabilities: {} }), { lines: [], notes: [] })
})

test('a package of which one copy is in production, or that the lock file does not know, counts as production', () => {
  assert.equal(judge(reportOf('tool', 'high', ['node_modules/tool', 'node_modules/live'])).lines.length, 1)
  assert.equal(judge(reportOf('ghost', 'high')).lines.length, 1)
  assert.equal(judge(reportOf('ghost', 'high', [])).lines.length, 1)
})

test('an accepted advisory is printed with its reason and its last day, for that package alone', () => {
  const acceptedText = JSON.stringify([entry])
  const { lines, notes } = judge(reportOf('live', 'high'), { acceptedText })
  assert.deepEqual(lines, [])
  assert.match(notes[0] ?? '', /accepted until 2026-06-01: not reached$/)
  const other = JSON.stringify([{ ...entry, package: 'another' }])
  assert.equal(judge(reportOf('live', 'high'), { acceptedText: other }).lines.length, 1)
  assert.match(
    judge({ vulnerabilities: {} }, { acceptedText }).notes[0] ?? '',
    /is accepted but no longer reported: remove/,
  )
})

test('an entry past its last day fails, also where the registry gives no advisories', () => {
  const acceptedText = JSON.stringify([entry])
  assert.deepEqual(judge(null, { acceptedText, today: '2026-06-01', answer: { refusal: 'no' } }).lines, [])
  const late = judge(null, { acceptedText, today: '2026-06-02', answer: { refusal: 'no' } })
  assert.match(late.lines[0] ?? '', /GHSA-aaaa-bbbb-cccc of live: was accepted until 2026-06-01; update the package/)
})

test('an entry without id, package, reason or sensible days is refused', () => {
  for (const change of [
    { id: 'CVE-2026-1' },
    { id: undefined },
    { package: '' },
    { reason: ' ' },
    { recorded: '2026-02-30' },
    { expires: 'never' },
    { expires: '2026-02-28' },
    { expires: '2027-03-01' },
    { recorded: '2026-05-02' },
  ]) {
    const { accepted, findings } = readAccepted(JSON.stringify([{ ...entry, ...change }]), '2026-05-01')
    assert.deepEqual(accepted, [], JSON.stringify(change))
    assert.equal(findings.length, 1)
  }
})

test('the list of this repository is sound in form', () => {
  const text = readFileSync(join(repositoryRoot, acceptedPath), 'utf8')
  const days = (JSON.parse(text) as { recorded: string }[]).map(({ recorded }) => recorded).toSorted()
  assert.deepEqual(readAccepted(text, days.at(-1) ?? '2026-01-01').findings, [])
})

test('a registry that gives no advisories is said in one sentence, fails nothing, and its address is not repeated', () => {
  const { lines, notes } = judge(null, { answer: { refusal: '405 Method Not Allowed' } })
  assert.deepEqual(lines, [])
  assert.deepEqual(notes, ['the registry returned no advisories, so none were checked: 405 Method Not Allowed'])
  assert.match(judge({ error: {} }).notes[0] ?? '', /none were checked/)
})

/** Creates a program in place of npm that prints the given text and ends with the given code. */
function fakeNpm(prints: string, code: number): string {
  const path = join(folder, `npm-${code}-${prints.length}`)
  writeFileSync(path, `#!/bin/sh\ncat <<'EOF'\n${prints}\nEOF\nexit ${code}\n`)
  chmodSync(path, 0o755)
  return path
}

test('the output of npm counts: a report with exit code 1 is a report, an error is not', async () => {
  const report = reportOf('live', 'high')
  assert.deepEqual(await askRegistry(folder, process.env, fakeNpm(JSON.stringify(report), 1)), { report })
  const refusal = { message: '403 Forbidden - POST https://user:secret@registry.example/-/npm/v1/security', error: {} }
  assert.deepEqual(await askRegistry(folder, process.env, fakeNpm(JSON.stringify(refusal), 1)), {
    refusal: '403 Forbidden',
  })
  assert.ok('refusal' in (await askRegistry(folder, process.env, fakeNpm('<html>', 0))))
  assert.ok('refusal' in (await askRegistry(folder, process.env, join(folder, 'no-npm'))))
})

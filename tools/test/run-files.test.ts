import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { withoutOuterRun } from './own-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-run-files-'))
after(() => rmSync(folder, { recursive: true }))
const record = join(folder, 'record.txt')

/** Test files that write down when they begin and end. */
const files = ['z', 'a', 'm', 'k'].map((name) => {
  const path = join(folder, `${name}.test.mjs`)
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs'; import { it } from 'node:test'; import { setTimeout } from 'node:timers/promises'
     const note = (word) => appendFileSync(${JSON.stringify(record)}, word + ' ${name}\\n')
     it('${name}', async () => { note('begins'); await setTimeout(300); note('ends') })`,
  )
  return path
})
const [z, a, m] = files as [string, string, string]
const apart = files.map((file) => [file])

/** Runs files from a process of its own. @returns what they wrote down. */
function run(request: { processes: string[][]; single?: string[]; afterSingle?: string[]; concurrency: number }): {
  noted: string[]
  output: string
} {
  writeFileSync(record, '')
  const program = fileURLToPath(import.meta.resolve('./run-files-program.ts'))
  const all = JSON.stringify({ single: [], afterSingle: [], ...request, concurrencyMax: request.concurrency })
  const output = execFileSync(process.execPath, [program, all], {
    env: withoutOuterRun(process.env),
    encoding: 'utf8',
  })
  return { noted: readFileSync(record, 'utf8').trimEnd().split('\n'), output }
}

it('runs files in the order they are given', () => {
  const { noted, output } = run({ processes: apart, concurrency: 1 })
  assert.deepEqual(
    noted.filter((line) => line.startsWith('begins')),
    files.map((file) => `begins ${basename(file, '.test.mjs')}`),
  )
  assert.match(output, /ℹ tests 4\nℹ suites 0\nℹ pass 4\nℹ fail 0\n(ℹ .*\n)+$/)
})

it('runs some of them one at a time, and others beside these', () => {
  const { noted } = run({ processes: apart, single: [z, a, m], concurrency: 4 })
  const alone = noted.filter((line) => !line.endsWith(' k'))
  assert.deepEqual(alone, ['begins z', 'ends z', 'begins a', 'ends a', 'begins m', 'ends m'])
  assert.ok(noted.indexOf('begins k') < noted.indexOf('ends m'), noted.join())
})

it('begins some of them when the last of these has ended', () => {
  const { noted } = run({ processes: apart, single: [a, m], afterSingle: [z], concurrency: 4 })
  assert.ok(noted.indexOf('begins z') > noted.indexOf('ends m'), noted.join())
  assert.ok(noted.indexOf('begins z') > noted.indexOf('ends a'), noted.join())
  assert.ok(noted.indexOf('begins k') < noted.indexOf('ends m'), noted.join())
})

it('fails when it is interrupted between files, although no test has failed', () => {
  writeFileSync(record, '')
  // Test files cannot run others, so this is another process.
  const program = `
    const { fileEvents } = await import(${JSON.stringify(import.meta.resolve('./run-files.ts'))})
    const interrupted = new AbortController()
    const request = { processes: ${JSON.stringify([[z], [a]])}, single: new Set(), afterSingle: new Set(), concurrency: 1, concurrencyMax: 1, signal: interrupted.signal }
    let last
    for await (last of fileEvents(request)) interrupted.abort()
    console.log(JSON.stringify(last.data))`
  const env = withoutOuterRun(process.env)
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
  const { success, counts } = JSON.parse(printed) as { success: boolean; counts: { passed: number; failed: number } }
  assert.deepEqual({ success, passed: counts.passed, failed: counts.failed }, { success: false, passed: 1, failed: 0 })
  assert.doesNotMatch(readFileSync(record, 'utf8'), /begins a/)
})

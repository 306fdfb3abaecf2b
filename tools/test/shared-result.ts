/** The result of a process with several test files, as if each of them had a process of its own. */
import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import type { ProcessResult } from './closing-events.ts'
import type { TestProcess } from './test-processes.ts'

type TestEnd = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>
type TestFailure = Extract<TestEvent, { type: 'test:fail' }>

/** The counts of a file are part of those of its process, which the closing lines take from there. */
const noCounts = { tests: 0, passed: 0, cancelled: 0, skipped: 0, todo: 0, topLevel: 0, suites: 0 }

/**
 * Replaces the summary of the process by one for each file. A file has passed when all of them have and the process has
 * ended well: its exit code does not say which of them has failed. A process can also end well, by `process.exit()`,
 * before it has come to all of its files: these have failed. So has a file that cannot be loaded; Node.js counts tests
 * alone, so both count as a failed test.
 * @param program of the process, whose suites have the paths of test files as names.
 */
export function sharedResult(result: ProcessResult, program: string, files: TestProcess): ProcessResult {
  const isOfFile = (event: TestEvent): event is TestEnd =>
    (event.type === 'test:pass' || event.type === 'test:fail') &&
    event.data.nesting === 0 &&
    event.data.file === program &&
    files.includes(event.data.name)
  const ended = new Map(result.events.filter(isOfFile).map(({ data }) => [data.name, data.details.duration_ms]))
  const missing = files.filter((file) => !ended.has(file)).map(missingFile)
  const success = result.success && missing.length === 0
  const own = result.events
    .filter(({ type, data }) => type !== 'test:summary' || data.file !== program)
    // The place of a suite is that of its file.
    .map((event) =>
      isOfFile(event) ? ({ ...event, data: { ...event.data, ...placeOf(event.data.name) } } as TestEvent) : event,
    )
  const failed = result.events.filter((event) => isOfFile(event) && hasFailedItself(event)).length + missing.length
  const summaries = Array.from(ended, ([file, durationMs]): TestEvent => ({
    type: 'test:summary',
    data: { file: resolve(file), success, duration_ms: durationMs, counts: noCounts },
  }))
  const { tests, failed: before } = result.counts
  return {
    events: [...own, ...missing, ...summaries],
    counts: { ...result.counts, tests: tests + failed, failed: before + failed },
    success,
  }
}

const placeOf = (file: string) => ({ file: resolve(file), line: 1, column: 1 })

/** Returns true for a suite that has failed although none of its tests has. */
function hasFailedItself({ type, data }: TestEnd): boolean {
  if (type === 'test:pass') return false
  const error: Error & { failureType?: string } = data.details.error
  return error.failureType !== 'subtestsFailed'
}

function missingFile(file: string): TestFailure {
  const error = new Error('its process ended before it was run', { cause: 'process.exit() or an earlier failure' })
  return {
    type: 'test:fail',
    data: { name: file, nesting: 0, testNumber: 0, ...placeOf(file), details: { duration_ms: 0, error } },
  } as TestFailure
}

/**
 * The reporter of `./dev test`: the `spec` reporter of Node.js, with the relevant failures at the end. A known defect
 * (`todo`) is one line without its long diff, and failures of an earlier run of the same command are listed again
 * before the closing lines.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { recordDurations, testDurationsFileVariable } from './test-durations.ts'

/**
 * Environment variable with the path of the file in which the runs of one command record failed tests, one per line.
 */
export const failedTestsFileVariable = 'SEINE_DEV_FAILED_TESTS_FILE'

/** Marks known defects as skipped, because `spec` repeats every failure at the end, including expected ones. */
function withoutKnownDefect(event: TestEvent): TestEvent {
  if (event.type !== 'test:fail' || event.data.todo === undefined || event.data.todo === false) return event
  const { todo, details, ...rest } = event.data
  const { error: _, ...spent } = details
  return {
    type: 'test:pass',
    data: { ...rest, details: spent, skip: `known defect${todo === true ? '' : `: ${todo}`}` },
  }
}

/**
 * Returns the location and name of a failed test; null for anything else, including a suite that contains failed tests.
 */
function failedTest(event: TestEvent): string | null {
  if (event.type !== 'test:fail') return null
  const { name, file, line, details } = event.data
  const error: Error & { failureType?: string } = details.error
  if (error.failureType === 'subtestsFailed') return null
  const place = file === undefined ? '' : `${relative(process.cwd(), file)}:${line} `
  return `${place}${name}`.replaceAll(/\s+/g, ' ')
}

async function* failuresAtTheEnd(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const file = process.env[failedTestsFileVariable]
  const earlier = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const durations: Record<string, number> = {}
  for await (const event of events) {
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      durations[relative(process.cwd(), event.data.file)] = Math.round(event.data.duration_ms)
    }
    const shown = withoutKnownDefect(event)
    const failed = failedTest(shown)
    if (failed !== null && file !== undefined) appendFileSync(file, `${failed}\n`)
    yield shown
  }
  const durationsFile = process.env[testDurationsFileVariable]
  if (durationsFile !== undefined) recordDurations(durationsFile, durations)
  for (const message of earlier) {
    yield { type: 'test:diagnostic', data: { nesting: 0, message: `failed before: ${message}`, level: 'error' } }
  }
}

export default async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(failuresAtTheEnd(events)).compose(new spec())
}

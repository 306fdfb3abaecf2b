/**
 * The reporter of `./dev test`: the `spec` reporter of Node.js, with the relevant failures at the end. A known defect
 * (`todo`) is one line without its long diff, and earlier runs of the same command, with their failures, are listed
 * again before the closing lines.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import type { EventData } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import {
  cpuTimesFileVariable,
  recordDurations,
  testCpuFileVariable,
  testDurationsFileVariable,
  type TestDurations,
} from './test-durations.ts'

/**
 * Environment variable with the path of the file in which the runs of one command record failed tests, one per line.
 */
export const failedTestsFileVariable = 'SEINE_DEV_FAILED_TESTS_FILE'

/** Environment variable with the path of the file in which one run records test files that passed, one per line. */
export const passedFilesFileVariable = 'SEINE_DEV_PASSED_FILES_FILE'

const pathOf = (file: string): string => relative(process.cwd(), file)

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
  const place = file === undefined ? '' : `${pathOf(file)}:${line} `
  return `${place}${name}`.replaceAll(/\s+/g, ' ')
}

/** Returns a line about the whole run for the runs after it. */
function totals({ counts }: EventData.TestSummary): string {
  const { tests, passed, skipped, todo } = counts
  return `run before: ${tests} tests, ${passed} passed, ${tests - passed - skipped - todo} failed`
}

const isFirstClosingLine = (event: TestEvent): boolean =>
  event.type === 'test:diagnostic' && event.data.nesting === 0 && /^tests \d+$/.test(event.data.message)

async function* recorded(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const record = process.env[failedTestsFileVariable]
  const passedFiles = process.env[passedFilesFileVariable]
  const earlier = record !== undefined && existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : []
  const durations: Record<string, number> = {}
  const passed = new Set<string>()
  for await (const event of events) {
    const shown = withoutKnownDefect(event)
    const failed = failedTest(shown)
    if (failed !== null && record !== undefined) appendFileSync(record, `failed before: ${failed}\n`)
    // A process states that its tests have passed before it ends, and may still fail at its end.
    if (shown.type === 'test:fail' && shown.data.file !== undefined) passed.delete(pathOf(shown.data.file))
    if (isFirstClosingLine(event)) {
      for (const message of earlier)
        yield { type: 'test:diagnostic', data: { nesting: 0, message, level: levelOf(message) } }
    }
    if (event.type === 'test:summary') {
      const { file, success, duration_ms } = event.data
      if (file === undefined && record !== undefined) appendFileSync(record, `${totals(event.data)}\n`)
      if (file !== undefined) {
        durations[pathOf(file)] = Math.round(duration_ms)
        if (success) passed.add(pathOf(file))
      }
    }
    yield shown
  }
  if (passedFiles !== undefined && passed.size > 0) appendFileSync(passedFiles, `${[...passed].join('\n')}\n`)
  const durationsFile = process.env[testDurationsFileVariable]
  if (durationsFile !== undefined) recordDurations(durationsFile, durations)
  keepCpuTimes()
}

/** Moves the CPU times of this run to those of other files. */
function keepCpuTimes(): void {
  const ofRun = process.env[cpuTimesFileVariable]
  const kept = process.env[testCpuFileVariable]
  if (ofRun === undefined || kept === undefined || !existsSync(ofRun)) return
  recordDurations(kept, readCpuTimes(readFileSync(ofRun, 'utf8')))
  rmSync(ofRun)
}

function readCpuTimes(text: string): TestDurations {
  const lines = text.split('\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [path = '', cpuMs] = line.split('\t')
      return [path, Number(cpuMs)]
    }),
  )
}

const levelOf = (message: string): 'error' | 'info' => (message.startsWith('failed') ? 'error' : 'info')

export default async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(recorded(events)).compose(new spec())
}

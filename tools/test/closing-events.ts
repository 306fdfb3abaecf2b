/** The closing lines of a run of many test files, added up from those of each. */
import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'

/** The types of Node.js lack the number of tests that failed. */
type Counts = EventData.TestSummary['counts'] & { failed: number }

export interface FileResult {
  /** What happened in the file, without closing lines. */
  events: TestEvent[]
  counts: Counts
  success: boolean
}

const noCounts: Counts = { tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0, topLevel: 0, suites: 0 }

/** Closing lines, in their order. */
const lines = [
  ['tests', 'tests'],
  ['suites', 'suites'],
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'skipped'],
  ['todo', 'todo'],
] as const satisfies [string, keyof Counts][]

const isClosingLine = ({ type, data }: TestEvent): boolean =>
  type === 'test:diagnostic' && data.nesting === 0 && /^(?:[a-z]+ \d+|duration_ms [\d.]+)$/.test(data.message)

/** Takes the closing lines of a run of one file off the end of its events. A run without them has failed. */
export function splitClosing(events: readonly TestEvent[]): FileResult {
  const last = events.at(-1)
  if (last?.type !== 'test:summary' || last.data.file !== undefined) {
    return { events: [...events], counts: { ...noCounts, tests: 1, failed: 1 }, success: false }
  }
  const { success } = last.data
  const counts = last.data.counts as Counts
  const end = events.findLastIndex((event, at) => at < events.length - 1 && !isClosingLine(event)) + 1
  const own = events.slice(0, end)
  if (own.at(-1)?.type === 'test:plan') own.pop()
  return { events: own, counts, success }
}

/**
 * The closing lines of all files together.
 * @param isWhole false after an interrupt that left files out: then the run has failed, whatever the others did.
 */
export function closingEvents(results: readonly FileResult[], durationMs: number, isWhole: boolean): TestEvent[] {
  const counts = { ...noCounts }
  for (const result of results) {
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += result.counts[name]
  }
  const success = isWhole && results.every((result) => result.success)
  const messages = [...lines.map(([word, name]) => `${word} ${counts[name]}`), `duration_ms ${durationMs.toFixed(0)}`]
  return [
    ...messages.map((message): TestEvent => ({
      type: 'test:diagnostic',
      data: { nesting: 0, message, level: 'info' },
    })),
    { type: 'test:summary', data: { counts, duration_ms: durationMs, file: undefined, success } },
  ]
}

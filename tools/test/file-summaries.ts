/** What a process with several test files says, as if each of them had a process of its own. */
import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** The counts of a file are part of those of its process, which the closing lines take from there. */
const counts = { tests: 0, passed: 0, cancelled: 0, skipped: 0, todo: 0, topLevel: 0, suites: 0 }

/**
 * Replaces the summary of the process by one for each file. A file has passed when all of them have and the process has
 * ended well: its exit code does not say which of them has failed.
 * @param program of the process, whose suites have the paths of test files as names.
 */
export function fileSummaries(events: readonly TestEvent[], program: string): TestEvent[] {
  const last = events.at(-1)
  const success = last?.type === 'test:summary' && last.data.file === undefined && last.data.success
  return events.flatMap((event): TestEvent[] => {
    if (event.type === 'test:summary' && event.data.file === program) return []
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return [event]
    const { name, details, nesting, file } = event.data
    if (nesting !== 0 || file !== program || !name.endsWith('.test.ts')) return [event]
    const summary = { file: resolve(name), success, duration_ms: details.duration_ms, counts }
    return [event, { type: 'test:summary', data: summary }]
  })
}

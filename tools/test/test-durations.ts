/** How long test files took in earlier runs on this machine, so that a short run can choose what fits into its time. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Names the file in which runs record the durations of test files. */
export const testDurationsFileVariable = 'SEINE_DEV_TEST_DURATIONS_FILE'

/** Path of a test file, relative to the repository → milliseconds of its last run. */
export type TestDurations = Readonly<Record<string, number>>

/** Assumed for a test file that has no record yet, milliseconds. */
const unknownMs = 1_000

/** Start of a process for each test file, milliseconds. */
const startMs = 500

/** Reads the recorded durations; none when the file is missing or damaged. */
export function readDurations(file: string): TestDurations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestDurations
  } catch {
    return {}
  }
}

/** Adds durations to the recorded ones. Two runs at once may lose one of their updates, never the file. */
export function recordDurations(file: string, measured: TestDurations): void {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, JSON.stringify({ ...readDurations(file), ...measured }))
  renameSync(partial, file)
}

/**
 * Takes test files from the front of a list while they fit into a time; always the first.
 * @param budgetMs of all files together, milliseconds.
 */
export function fittingTests(paths: readonly string[], durations: TestDurations, budgetMs: number): string[] {
  let totalMs = 0
  return paths.filter((path, at) => {
    const ms = (durations[path] ?? unknownMs) + startMs
    if (at > 0 && totalMs + ms > budgetMs) return false
    totalMs += ms
    return true
  })
}

/** How long test files took in earlier runs on this machine, so that a short run can choose what fits into its time. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Names the file in which runs record the durations of test files. */
export const testDurationsFileVariable = 'SEINE_DEV_TEST_DURATIONS_FILE'

/** Names the file to which each test file appends its path and its CPU time in milliseconds, one file per line. */
export const cpuTimesFileVariable = 'SEINE_DEV_TEST_CPU_TIMES_FILE'

/** Names the file in which runs keep the CPU times of test files. */
export const testCpuFileVariable = 'SEINE_DEV_TEST_CPU_FILE'

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

/**
 * Assumed for files that have no record yet, in the order in which the prefixes are compared, milliseconds: on a fresh
 * clone too, what takes minutes must not begin when everything else has ended.
 */
const usualMs: readonly (readonly [prefix: string, ms: number])[] = [
  ['test/reliability/rows/', 600_000],
  ['test/stack/', 60_000],
  ['test/console/', 50_000],
  ['test/browser/', 40_000],
  ['test/', 30_000],
]

/** Orders what runs in one process by its duration, the longest first; those of one duration keep their order. */
export function longestFirst(
  processes: readonly (readonly string[])[],
  durations: TestDurations,
): (readonly string[])[] {
  const ofFile = (path: string): number =>
    durations[path] ?? usualMs.find(([prefix]) => path.startsWith(prefix))?.[1] ?? unknownMs
  const msOf = (files: readonly string[]): number => files.reduce((sum, path) => sum + ofFile(path), 0)
  return processes.toSorted((a, b) => msOf(b) - msOf(a))
}

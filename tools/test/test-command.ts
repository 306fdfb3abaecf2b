/**
 * `./dev test`: what a change must pass. Checks first, then all tests in one run, whose summary is the last thing
 * printed. What operators run, which builds images and starts clusters, begins, one file at a time; tests that load pages
 * in browsers wait for its end. The longest files are first. When few files of whole suites fail, these are run once more
 * by themselves.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'
import { browserTests } from './browser-tests.ts'
import { runChecks } from './checks.ts'
import type { FreshRelease } from './fresh-releases.ts'
import { namedTests } from './named-tests.ts'
import { runTestsTwice } from './second-run.ts'
import { longestFirst, readDurations } from './test-durations.ts'
import { removeRecords, runTests, testDurationsFile, type TestRunOptions, type TestContext } from './test-run.ts'
import { testProcesses, type TestProcess } from './test-processes.ts'
import { findFiles, testFiles, type TestSuite } from './test-suites.ts'

export interface TestRequest {
  suites: readonly TestSuite[]
  /** Paths of tests, sources or folders: only their tests are run; empty = all of the suites. */
  names: readonly string[]
  /** Of the suites only the tests of their programs are run. */
  setUpOnly: boolean
  /** Further arguments for `node --test`. */
  runnerArgs: readonly string[]
}

/**
 * Runs the suites.
 * @returns 0 when everything passed, else 1.
 */
export async function testCommand(
  { suites, names, setUpOnly, runnerArgs }: TestRequest,
  context: TestContext,
): Promise<number> {
  const passed: boolean[] = []
  mkdirSync(join(context.cache, 'logs'), { recursive: true })
  removeRecords(context)
  if (suites.includes('check') && !setUpOnly) {
    passed.push(await runChecks(context))
    if (passed.includes(false))
      context.progress.note('  ! checks have failed, see above; this run fails even if the tests pass')
  }
  const all = testFiles(context.root, suites, setUpOnly)
  const chosen = names.length === 0 ? all : namedTests(all, names)
  const forOperators = new Set(testFiles(context.root, ['ops'], setUpOnly))
  const ops = chosen.filter((file) => forOperators.has(file))
  const run = names.length === 0 ? runTestsTwice : runTests
  const inOrder = orderOf(suites, forOperators, context)
  const begin = async (files: readonly string[], options: TestRunOptions): Promise<void> => {
    // Without files the runner would look for some of its own.
    if (files.length > 0) passed.push(await run(inOrder(files), options, runnerArgs, context))
  }
  const concurrency = stackLimits.testConcurrency
  if (runnerArgs.length === 0) {
    const afterSingle = ops.length === 0 ? [] : chosen.filter(afterOps(context.root, setUpOnly))
    await begin(chosen, { concurrency, mayGrow: true, single: ops, afterSingle })
  } else {
    await begin(ops, { concurrency: 1 })
    await begin(
      chosen.filter((file) => !forOperators.has(file)),
      { concurrency },
    )
  }
  removeRecords(context)
  const isEmpty = chosen.length === 0 && !setUpOnly
  if (isEmpty && suites.some((suite) => suite !== 'check')) context.progress.note('  ! there are no test files')
  return passed.includes(false) ? 1 : 0
}

/**
 * Returns what is true for tests that load pages in browsers: the networks of containers that come and go abort what a
 * browser loads (ERR_NETWORK_CHANGED).
 */
function afterOps(root: string, setUpOnly: boolean): (file: string) => boolean {
  const ofOps = new Set(testFiles(root, ['unit', 'ops'], setUpOnly))
  const ofBrowser = new Set(testFiles(root, ['browser'], setUpOnly))
  const loadsPages = browserTests(root)
  return (file) => ofBrowser.has(file) || (!ofOps.has(file) && loadsPages(file))
}

/**
 * Returns how files are put into processes, and these in order: tests of programs, whose faults explain others, then
 * those of which one runs at a time, which together take longest, then the longest first.
 */
function orderOf(
  suites: readonly TestSuite[],
  single: ReadonlySet<string>,
  context: TestContext,
): (files: readonly string[]) => TestProcess[] {
  const tools = new Set(testFiles(context.root, suites, true))
  const durations = readDurations(testDurationsFile(context))
  const rankOf = ([file]: TestProcess): number => [tools.has(file!), single.has(file!), true].indexOf(true)
  // Sorting is stable.
  return (files) =>
    longestFirst(testProcesses(context.root, files), durations).toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * Runs `test/fresh` on each release.
 * @returns 0 when everything passed, else 1.
 */
export async function testFreshCommand(
  releases: readonly FreshRelease[],
  runnerArgs: readonly string[],
  context: TestContext,
): Promise<number> {
  const environment = { ...context.environment, SEINE_FRESH_RELEASES: releases.join(',') }
  const files = findFiles(context.root, ['test/fresh/**/*.test.ts'])
  removeRecords(context)
  const isPassed = await runTests(
    files.map((file) => [file]),
    { concurrency: 1 },
    runnerArgs,
    { ...context, environment },
  )
  removeRecords(context)
  return isPassed ? 0 : 1
}

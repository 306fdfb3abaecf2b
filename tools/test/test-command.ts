/**
 * `./dev test`: what a change must pass. Checks first, then what operators run, which builds images and starts clusters,
 * one file at a time beside all tests that load no pages in browsers; then the others, whose summary is the last thing
 * printed. The longest files begin. When few files of whole suites fail, these are run once more by themselves.
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
    const besideOps = ops.length === 0 ? new Set<string>() : filesBesideOps(context.root, setUpOnly)
    const rest = chosen.filter((file) => !besideOps.has(file))
    await begin(
      chosen.filter((file) => besideOps.has(file)),
      { concurrency, mayGrow: true, single: ops },
    )
    await begin(rest, { concurrency, mayGrow: true })
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
 * The tests that may run while containers come and go: their networks abort what a browser loads (ERR_NETWORK_CHANGED).
 */
function filesBesideOps(root: string, setUpOnly: boolean): Set<string> {
  const loadsPages = browserTests(root)
  const ofServices = testFiles(root, ['contract', 'stack'], setUpOnly).filter((file) => !loadsPages(file))
  return new Set([...testFiles(root, ['unit', 'ops'], setUpOnly), ...ofServices])
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

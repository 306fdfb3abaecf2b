/**
 * `./dev test`: what a change must pass. Checks first, then what operators run, one file at a time, as
 * it builds images and starts clusters; then one run of Node's test runner over all other files, whose
 * summary is the last thing printed. When few files of whole suites fail, these are run once more by themselves.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../../services/cli/command/cli-limits.ts'
import { runChecks } from './checks.ts'
import type { FreshRelease } from './fresh-releases.ts'
import { namedTests } from './named-tests.ts'
import { runTestsTwice } from './second-run.ts'
import { failedTestsFile, runTests, type TestContext } from './test-run.ts'
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
  // Of a run that was broken off, under a process id that has come again.
  rmSync(failedTestsFile(context), { force: true })
  if (suites.includes('check') && !setUpOnly) {
    passed.push(await runChecks(context))
    if (passed.includes(false))
      context.progress.note('  ! checks have failed, see above; this run fails even if the tests pass')
  }
  const all = testFiles(context.root, suites, setUpOnly)
  const chosen = names.length === 0 ? all : namedTests(all, names)
  const forOperators = new Set(testFiles(context.root, ['ops'], setUpOnly))
  const ops = chosen.filter((file) => forOperators.has(file))
  const others = chosen.filter((file) => !forOperators.has(file))
  // Without files the runner would look for some of its own.
  const run = names.length === 0 ? runTestsTwice : runTests
  if (ops.length > 0) passed.push(await run(ops, 1, runnerArgs, context))
  if (others.length > 0) passed.push(await run(others, stackLimits.testConcurrency, runnerArgs, context))
  rmSync(failedTestsFile(context), { force: true })
  const isEmpty = ops.length + others.length === 0 && !setUpOnly
  if (isEmpty && suites.some((suite) => suite !== 'check')) context.progress.note('  ! there are no test files')
  return passed.includes(false) ? 1 : 0
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
  return (await runTests(files, 1, runnerArgs, { ...context, environment })) ? 0 : 1
}

/**
 * `./dev test`: what a change must pass. Checks first, then what operators run, one file at a time, as
 * it builds images and starts clusters; then one run of Node's test runner over all other files, whose
 * summary is the last thing printed.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../services/cli/command/cli-limits.ts'
import type { TestSuite } from './command-line.ts'
import type { FreshRelease } from './fresh-releases.ts'
import { describeExit, runLogged } from '../services/cli/process/run-logged.ts'
import type { Progress } from './checkout/progress.ts'
import { engineVariables } from './setup/chromium-engines.ts'
import type { ToolPaths } from './setup/pinned-tools.ts'
import { failedTestsFileVariable } from './test-reporter.ts'

export interface TestContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  tools: ToolPaths
}

/** npm scripts of the repository, and what they look at. */
const checks = [
  ['format', 'oxfmt'],
  ['lint', 'oxlint'],
  ['types', 'tsc'],
  ['dead', 'knip'],
  ['api', 'openapi.json'],
  ['dependencies', 'lock file, licences'],
  ['advisories', 'npm audit'],
] as const

const patterns: Record<Exclude<TestSuite, 'check'>, readonly string[]> = {
  unit: [
    'shared/**/*.test.ts',
    'activities/**/*.test.ts',
    'workflows/**/*.test.ts',
    'services/**/*.test.ts',
    'tools/**/*.test.ts',
    'test/site/**/*.test.ts',
    'test/bench/**/*.test.ts',
    'test/extraction/**/*.test.ts',
    'test/judge/**/*.test.ts',
    'test/model/**/*.test.ts',
    'test/train/**/*.test.ts',
    'test/receiver/**/*.test.ts',
    'test/reliability/*.test.ts',
  ],
  contract: ['test/contract/**/*.test.ts'],
  browser: ['test/browser/**/*.test.ts'],
  stack: ['test/*.test.ts', 'test/stack/**/*.test.ts', 'test/docs/**/*.test.ts', 'test/reliability/rows/*.test.ts'],
  ops: ['test/ops/**/*.test.ts'],
}

/** The test that calls each program of a suite; it comes first, as what it finds explains the rest. */
const toolTestOf = (suite: TestSuite): string => `test/tools/${suite}-tools.test.ts`

const find = (root: string, globs: readonly string[]): string[] =>
  globSync([...globs], { cwd: root, exclude: (name) => name === 'node_modules' }).toSorted()

/**
 * The test files of the suites, in a fixed order.
 * @param toolsOnly those that look at the programs alone.
 */
export function testFiles(root: string, suites: readonly TestSuite[], toolsOnly = false): string[] {
  return suites.flatMap((suite) => {
    if (suite === 'check') return []
    return [...find(root, [toolTestOf(suite)]), ...(toolsOnly ? [] : find(root, patterns[suite]))]
  })
}

/** What the tests see: where the tools are, and nothing of a test runner that started this one. */
export function testEnvironment(context: Pick<TestContext, 'environment' | 'tools' | 'cache'>) {
  const { NODE_TEST_CONTEXT: _context, ...environment } = context.environment
  return {
    ...environment,
    SEINE_DEV_TEMPORAL_BIN: context.tools.temporal,
    SEINE_DEV_VERSITYGW_BIN: context.tools.versitygw,
    ...engineVariables(context.tools.chromium),
    ...(context.tools.schemathesis === undefined ? {} : { SEINE_DEV_SCHEMATHESIS_BIN: context.tools.schemathesis }),
    SEINE_DEV_CACHE_DIR: context.cache,
  }
}

/** What a check wants known although it passed: lines that begin with `note: `. */
function notesIn(logFile: string): string[] {
  if (!existsSync(logFile)) return []
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('note: '))
}

/** Runs one npm script; what it prints is shown only when it fails, but for its notes. */
async function runCheck(name: string, about: string, context: TestContext): Promise<boolean> {
  const step = context.progress.begin(name, about)
  const logFile = join(context.cache, 'logs', `check-${name}-${process.pid}.log`)
  const failure = await runLogged({
    file: 'npm',
    args: ['run', '--silent', name],
    environment: context.environment,
    cwd: context.root,
    logFile,
  })
  if (failure === null) {
    step.done()
    for (const line of notesIn(logFile)) context.progress.note(`  ! ${name}: ${line.slice('note: '.length)}`)
    return true
  }
  step.fail(failure)
  if (existsSync(logFile)) context.progress.note(readFileSync(logFile, 'utf8').trimEnd())
  return false
}

/** Where the runs of this command leave the names of failed tests. */
const failedTestsFile = (context: TestContext): string => join(context.cache, 'logs', `failed-tests-${process.pid}.txt`)

/** Runs Node's test runner on the files, its output straight to this terminal. */
async function runTests(
  files: readonly string[],
  concurrency: number,
  runnerArgs: readonly string[],
  context: TestContext,
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-reporter=${import.meta.resolve('./test-reporter.ts')}`,
      `--test-concurrency=${concurrency}`,
      ...runnerArgs,
      ...files,
    ],
    {
      cwd: context.root,
      env: { ...testEnvironment(context), [failedTestsFileVariable]: failedTestsFile(context) },
      stdio: 'inherit',
    },
  )
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(describeExit(code, signal) === null))
  })
}

export interface TestRequest {
  suites: readonly TestSuite[]
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
  { suites, setUpOnly, runnerArgs }: TestRequest,
  context: TestContext,
): Promise<number> {
  const passed: boolean[] = []
  mkdirSync(join(context.cache, 'logs'), { recursive: true })
  // Of a run that was broken off, under a process id that has come again.
  rmSync(failedTestsFile(context), { force: true })
  if (suites.includes('check') && !setUpOnly) {
    passed.push(...(await Promise.all(checks.map(([name, about]) => runCheck(name, about, context)))))
    if (passed.includes(false)) context.progress.note('  ! checks have failed, see above; this run fails in any case')
  }
  const ops = testFiles(
    context.root,
    suites.filter((suite) => suite === 'ops'),
    setUpOnly,
  )
  const others = testFiles(
    context.root,
    suites.filter((suite) => suite !== 'ops'),
    setUpOnly,
  )
  // Without files the runner would look for some of its own.
  if (ops.length > 0) passed.push(await runTests(ops, 1, runnerArgs, context))
  if (others.length > 0) passed.push(await runTests(others, stackLimits.testConcurrency, runnerArgs, context))
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
  const files = find(context.root, ['test/fresh/**/*.test.ts'])
  return (await runTests(files, 1, runnerArgs, { ...context, environment })) ? 0 : 1
}

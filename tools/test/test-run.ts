/** One run of Node's test runner. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { childSucceeds } from '../checkout/child-end.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import type { Progress } from '../checkout/progress.ts'
import { engineVariables } from '../setup/chromium-engines.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import { withoutOuterRun } from './own-run.ts'
import type { FileRunRequest } from './run-files-program.ts'
import type { TestProcess } from './test-processes.ts'
import { cpuTimesFileVariable, testCpuFileVariable, testDurationsFileVariable } from './test-durations.ts'
import { failedTestsFileVariable, passedFilesFileVariable } from './test-reporter.ts'

export interface TestContext {
  root: string
  cache: string
  environment: Record<string, string | undefined>
  progress: Progress
  tools: ToolPaths
}

/** What the tests see: where the tools are, and nothing of a test runner that started this one. */
export function testEnvironment(context: Pick<TestContext, 'environment' | 'tools' | 'cache'>) {
  return {
    ...withoutOuterRun(context.environment),
    SEINE_DEV_TEMPORAL_BIN: context.tools.temporal,
    SEINE_DEV_VERSITYGW_BIN: context.tools.versitygw,
    ...engineVariables(context.tools.chromium),
    ...(context.tools.schemathesis === undefined ? {} : { SEINE_DEV_SCHEMATHESIS_BIN: context.tools.schemathesis }),
    SEINE_DEV_CACHE_DIR: context.cache,
  }
}

/** Where the runs of this command leave the names of failed tests. */
const failedTestsFile = (context: TestContext): string => join(context.cache, 'logs', `failed-tests-${process.pid}.txt`)

/** Where the durations of test files are recorded. */
export const testDurationsFile = ({ cache }: Pick<TestContext, 'cache'>): string => join(cache, 'test-durations.json')

/** Where the CPU times of test files are recorded. */
export const testCpuFile = ({ cache }: Pick<TestContext, 'cache'>): string => join(cache, 'test-cpu-times.json')

/** Where the test files of one run leave their CPU times until its end. */
const cpuTimesFile = (context: TestContext): string => join(context.cache, 'logs', `test-cpu-times-${process.pid}.txt`)

/** Removes the records of the runs of this command, also those of an interrupted one whose process id has come again. */
export function removeRecords(context: TestContext): void {
  for (const file of [failedTestsFile(context), cpuTimesFile(context)]) rmSync(file, { force: true })
}

/** How the files of one run are run. */
export interface TestRunOptions {
  /** Processes that run at a time whatever the load; more of them while processors are idle if `mayGrow`. */
  concurrency: number
  mayGrow?: boolean
  /** Of the files, those of which one runs at a time. */
  single?: readonly string[]
  /** Files that begin when the last of `single` has ended. */
  afterSingle?: readonly string[]
  /** Where the paths of files that passed are recorded, if that matters. */
  passedFilesFile?: string
}

/**
 * The arguments of Node.js. With arguments of the caller it is the command line of its test runner, which understands
 * all of them; for a single file too, as it prints each test when it has ended.
 */
function runnerCommand(
  processes: readonly TestProcess[],
  options: TestRunOptions,
  runnerArgs: readonly string[],
): string[] {
  const { concurrency, mayGrow = false, single = [], afterSingle = [] } = options
  const files = processes.flat()
  if (runnerArgs.length === 0 && files.length > 1) {
    const concurrencyMax = mayGrow ? stackLimits.testConcurrencyMax : concurrency
    const request: FileRunRequest = { processes, single, afterSingle, concurrency, concurrencyMax }
    return [join(import.meta.dirname, 'run-files-program.ts'), JSON.stringify(request)]
  }
  return [
    `--import=${import.meta.resolve('./record-cpu.ts')}`,
    '--test',
    `--test-reporter=${import.meta.resolve('./test-reporter.ts')}`,
    `--test-concurrency=${concurrency}`,
    ...runnerArgs,
    ...files,
  ]
}

/**
 * Runs Node's test runner on the files, its output straight to this terminal.
 * @param processes in the order in which they begin; with `runnerArgs` each file has a process of its own.
 */
export async function runTests(
  processes: readonly TestProcess[],
  options: TestRunOptions,
  runnerArgs: readonly string[],
  context: TestContext,
): Promise<boolean> {
  const { passedFilesFile } = options
  const child = spawn(process.execPath, runnerCommand(processes, options, runnerArgs), {
    cwd: context.root,
    env: {
      ...testEnvironment(context),
      [failedTestsFileVariable]: failedTestsFile(context),
      [testDurationsFileVariable]: testDurationsFile(context),
      [cpuTimesFileVariable]: cpuTimesFile(context),
      [testCpuFileVariable]: testCpuFile(context),
      ...(passedFilesFile === undefined ? {} : { [passedFilesFileVariable]: passedFilesFile }),
    },
    stdio: 'inherit',
  })
  return await childSucceeds(child)
}

/** One run of Node's test runner. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describeExit } from '../../services/cli/process/run-logged.ts'
import type { Progress } from '../checkout/progress.ts'
import { engineVariables } from '../setup/chromium-engines.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import { testDurationsFileVariable } from './test-durations.ts'
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

/** Where the runs of this command leave the names of failed tests. */
export const failedTestsFile = (context: TestContext): string =>
  join(context.cache, 'logs', `failed-tests-${process.pid}.txt`)

/** Where the durations of test files are recorded. */
export const testDurationsFile = ({ cache }: Pick<TestContext, 'cache'>): string => join(cache, 'test-durations.json')

/**
 * Runs Node's test runner on the files, its output straight to this terminal.
 * @param passedFilesFile Where the paths of files that passed are recorded, if that matters.
 */
export async function runTests(
  files: readonly string[],
  concurrency: number,
  runnerArgs: readonly string[],
  context: TestContext,
  passedFilesFile?: string,
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
      env: {
        ...testEnvironment(context),
        [failedTestsFileVariable]: failedTestsFile(context),
        [testDurationsFileVariable]: testDurationsFile(context),
        ...(passedFilesFile === undefined ? {} : { [passedFilesFileVariable]: passedFilesFile }),
      },
      stdio: 'inherit',
    },
  )
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(describeExit(code, signal) === null))
  })
}

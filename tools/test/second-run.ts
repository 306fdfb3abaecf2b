/**
 * A second run, one file at a time, of the files of the few processes that failed in a run of whole suites. A test that
 * passes alone and fails beside others on a busy machine is a defect of the test; it is named, and it does not hold up a
 * change that has nothing to do with it. A test that fails twice fails the command.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProcess } from './test-processes.ts'
import { runTests, type TestRunOptions, type TestContext } from './test-run.ts'

/** More processes than these fail because of the change, so there is no second run. */
const secondRunMaxProcesses = 6

const nameOf = (files: TestProcess): string =>
  files.length === 1 ? files[0]! : `${files.length} files with ${files[0]!}`

/** Where the reporter of one run leaves the paths of test files that passed. */
const passedFilesFile = (context: TestContext): string =>
  join(context.cache, 'logs', `passed-test-files-${process.pid}.txt`)

/**
 * Runs the files of all processes, and once more those of the ones that failed if they are few.
 * @returns whether every file passed, at the latest in the second run.
 */
export async function runTestsTwice(
  processes: readonly TestProcess[],
  options: TestRunOptions,
  runnerArgs: readonly string[],
  context: TestContext,
): Promise<boolean> {
  const record = passedFilesFile(context)
  rmSync(record, { force: true })
  try {
    if (await runTests(processes, { ...options, passedFilesFile: record }, runnerArgs, context)) return true
    const passed = new Set(existsSync(record) ? readFileSync(record, 'utf8').split('\n') : [])
    const failed = processes.filter((files) => files.some((file) => !passed.has(file)))
    if (failed.length === 0 || failed.length > secondRunMaxProcesses) return false
    context.progress.note(`  ! failed, and run once more, each by itself: ${failed.map(nameOf).join(', ')}`)
    const apart = failed.flat().map((file) => [file])
    return await runTests(apart, { concurrency: 1 }, runnerArgs, context)
  } finally {
    rmSync(record, { force: true })
  }
}

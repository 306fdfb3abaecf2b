/** `./dev test --changed`: checks of changed files and the unit tests nearest to them, for the time while one writes. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'
import { breachesOf, rules } from '../house/breaches.ts'
import { readImportGraph, type ImportGraph } from '../house/import-graph.ts'
import { runCheck, type ToolCheck } from './checks.ts'
import { fittingTests, readDurations } from './test-durations.ts'
import { removeRecords, runTests, testDurationsFile, type TestContext } from './test-run.ts'
import { testProcesses } from './test-processes.ts'
import { testFiles, testSuites } from './test-suites.ts'
import { changedFiles, touchedTests } from './touched-tests.ts'

/** What the tests of one run may take together, milliseconds: about 12 s on the two cores they run on. */
const testsMaxMs = 24_000

/**
 * Runs the checks and the tests.
 * @returns 0 when everything passed, else 1.
 */
export async function changedTestsCommand(
  { since, runnerArgs }: { since: string | null; runnerArgs: readonly string[] },
  context: TestContext,
): Promise<number> {
  mkdirSync(join(context.cache, 'logs'), { recursive: true })
  const changed = changedFiles(context.root, since)
  if (changed.length === 0) {
    context.progress.note('nothing has changed')
    return 0
  }
  const graph = readImportGraph(context.root)
  const checks = Promise.all([
    keepsRules(graph, context),
    ...checksOf(changed, graph, context.root).map((check) => runCheck(check, context)),
  ])
  const isUnit = new Set(testFiles(context.root, ['unit']))
  const touched = touchedTests(graph, changed).map(({ path }) => path)
  const unit = touched.filter((path) => isUnit.has(path))
  const run = fittingTests(unit, readDurations(testDurationsFile(context)), testsMaxMs)
  const rest = notRun(context.root, touched, run)
  if (rest !== null) context.progress.note(rest)
  removeRecords(context)
  const tests =
    run.length === 0 ||
    (await runTests(
      testProcesses(context.root, run),
      { concurrency: stackLimits.testConcurrency },
      runnerArgs,
      context,
    ))
  removeRecords(context)
  return [...(await checks), tests].includes(false) ? 1 : 0
}

/** What the change touches and this run leaves out, by suite; null = nothing. */
function notRun(root: string, touched: readonly string[], run: readonly string[]): string | null {
  const left = new Set(touched).difference(new Set(run))
  const counts = testSuites.flatMap((suite) => {
    const count = testFiles(root, [suite]).filter((file) => left.has(file)).length
    return count === 0 ? [] : [`${count} files of ${suite}`]
  })
  return counts.length === 0 ? null : `not run, though the change touches them: ${counts.join(', ')}`
}

async function keepsRules(graph: ImportGraph, { root, progress }: TestContext): Promise<boolean> {
  const breaches = breachesOf(root, graph)
  const sentences = rules.flatMap((rule) => breaches[rule])
  for (const sentence of sentences) progress.note(`  ! ${sentence}`)
  return sentences.length === 0
}

/** Format and lint of the changed files, types of everything. */
function checksOf(changed: readonly string[], { files }: ImportGraph, root: string): ToolCheck[] {
  const modules = changed.filter((path) => files.has(path))
  const program = (name: string): string => join(root, 'node_modules/.bin', name)
  const format = ['--check', '--no-error-on-unmatched-pattern', ...changed]
  return [
    { name: 'format', about: 'oxfmt', file: program('oxfmt'), args: format },
    { name: 'types', about: 'tsc', file: program('tsc'), args: ['-p', 'tsconfig.json'] },
    { name: 'lint', about: 'oxlint', file: program('oxlint'), args: ['--type-aware', '--deny-warnings', ...modules] },
  ].filter(({ name }) => name !== 'lint' || modules.length > 0)
}

/** The suites of `./dev test`, and the files of each. */
import { globSync } from 'node:fs'

export const testSuites = ['check', 'unit', 'contract', 'browser', 'stack', 'ops'] as const
export type TestSuite = (typeof testSuites)[number]

const patterns: Record<Exclude<TestSuite, 'check'>, readonly string[]> = {
  unit: [
    'shared/**/*.test.ts',
    'activities/**/*.test.ts',
    'workflows/**/*.test.ts',
    'clients/**/*.test.ts',
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
  browser: ['test/browser/**/*.test.ts', 'test/console/**/*.test.ts'],
  stack: [
    'test/*.test.ts',
    'test/stack/**/*.test.ts',
    'test/archives/**/*.test.ts',
    'test/firecrawl/**/*.test.ts',
    'test/clients/**/*.test.ts',
    'test/python-client/**/*.test.ts',
    'test/docs/**/*.test.ts',
    'test/reliability/rows/*.test.ts',
  ],
  ops: ['test/ops/**/*.test.ts'],
}

/** The test that calls each program of a suite; it comes first, as what it finds explains the rest. */
const toolTestOf = (suite: TestSuite): string => `test/tools/${suite}-tools.test.ts`

/** Files of the repository that match patterns, sorted; packages apart. */
export const findFiles = (root: string, globs: readonly string[]): string[] =>
  globSync([...globs], { cwd: root, exclude: (name) => name === 'node_modules' }).toSorted()

/**
 * The test files of the suites, in a fixed order.
 * @param toolsOnly only those that call the programs a suite needs.
 */
export function testFiles(root: string, suites: readonly TestSuite[], toolsOnly = false): string[] {
  return suites.flatMap((suite) => {
    if (suite === 'check') return []
    return [...findFiles(root, [toolTestOf(suite)]), ...(toolsOnly ? [] : findFiles(root, patterns[suite]))]
  })
}

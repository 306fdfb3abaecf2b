/** Which test files run in one process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFiles } from './test-suites.ts'

/** Paths of test files that run in one process, relative to the root. */
export type TestProcess = readonly string[]

/** Stands in a unit test that changes its process or relies on it, with the reason. */
const ownProcessMark = 'Needs a process of its own'

/** A file that awaits something while it is loaded cannot be loaded at once, as those of a shared process are. */
const topLevelAwait = /^(?:await |for await |(?:const|let) .*= await )/m

/** Files of one process at most: a process that ends early takes the results of all its files with it. */
const filesMax = 30

/** Files below `test/` are grouped by the folder there, as others are by theirs. */
const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/**
 * Unit tests of one folder share processes, whatever else is run; every other file has its own.
 * @param files paths of test files, relative to the root.
 */
export function testProcesses(root: string, files: readonly string[]): TestProcess[] {
  const unit = new Set(testFiles(root, ['unit']))
  const isAlone = (file: string): boolean => {
    if (!unit.has(file)) return true
    const text = readFileSync(join(root, file), 'utf8')
    return text.includes(ownProcessMark) || topLevelAwait.test(text)
  }
  const together = Map.groupBy(files, (file) => (isAlone(file) ? file : folderOf(file)))
  return [...together.values()].flatMap((group) => {
    const parts = Math.ceil(group.length / filesMax)
    return Array.from({ length: parts }, (_, part) => group.filter((_file, at) => at % parts === part))
  })
}

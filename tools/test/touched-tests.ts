/** The tests that a change touches, by the import graph. */
import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import type { ImportGraph } from '../house/import-graph.ts'

/** A test file and how far it is from the change. */
export interface TouchedTest {
  path: string
  /** Imports from the test to the nearest changed file; 0 = the test itself changed. */
  distance: number
}

/**
 * Files that differ from the last commit, and new ones; all that came since another commit as well.
 * @param since a commit, such as `main`; null = the last one.
 */
export function changedFiles(root: string, since: string | null): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
      .split('\n')
      .filter((line) => line !== '')
  const base = since === null ? 'HEAD' : git('merge-base', since, 'HEAD')[0]!
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

/**
 * Walks the imports backwards from changed files to tests, nearest first.
 *
 * A changed file that is no module, such as a page of a corpus, touches the modules that name it and those of its own folder.
 */
export function touchedTests({ files, imports }: ImportGraph, changed: readonly string[]): TouchedTest[] {
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  const distances = new Map<string, number>()
  let edge = changed.flatMap((path) => (files.has(path) ? [path] : readersOf(path, files)))
  for (let distance = 0; edge.length > 0; distance += 1) {
    const fresh = [...new Set(edge)].filter((path) => !distances.has(path))
    for (const path of fresh) distances.set(path, distance)
    edge = fresh.flatMap((path) => importers.get(path) ?? [])
  }
  return [...distances]
    .filter(([path]) => path.endsWith('.test.ts'))
    .map(([path, distance]) => ({ path, distance }))
    .toSorted((a, b) => a.distance - b.distance || a.path.localeCompare(b.path))
}

const readersOf = (path: string, files: ImportGraph['files']): string[] =>
  [...files.values()]
    .filter((file) => posix.dirname(file.path) === posix.dirname(path) || file.text.includes(posix.basename(path)))
    .map((file) => file.path)

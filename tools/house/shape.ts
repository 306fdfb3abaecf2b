/** The measures of the house: sizes of files and functions, files in a folder, tests and comments beside source. */
import { posix } from 'node:path'
import { isTestFile, type ImportGraph } from './import-graph.ts'

export interface HouseShape {
  files: number
  lines: number
  fileLines: Spread
  functionLines: Spread
  filesPerFolder: Spread
  /** Lines of tests for each line of source. */
  testsPerSource: number
  /** Comments as a share of the lines of source that are not blank. */
  commentShare: number
}

/** Of some sizes. */
export interface Spread {
  median: number
  p90: number
  p99: number
  max: number
}

const spreadOf = (sizes: readonly number[]): Spread => {
  const sorted = sizes.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')

/** A line that is nothing but a comment, or part of one. */
const isComment = (line: string): boolean => /^\s*(?:\/\/|\/\*|\*)/.test(line)

/** Measures what ships, and how much of tests stands beside it. */
export function shapeOf({ files }: ImportGraph): HouseShape {
  const all = [...files.values()]
  const source = all.filter(({ path }) => !isTestFile(path))
  const tests = all.filter(({ path }) => isTestFile(path))
  const lines = source.flatMap(({ text }) => linesOf(text))
  const written = lines.filter((line) => line.trim() !== '')
  const total = (list: typeof all): number => list.reduce((sum, { text }) => sum + linesOf(text).length, 0)
  const folders = Map.groupBy(source, ({ path }) => posix.dirname(path))
  return {
    files: source.length,
    lines: lines.length,
    fileLines: spreadOf(source.map(({ text }) => linesOf(text).length)),
    functionLines: spreadOf(source.flatMap(({ functionLines }) => functionLines)),
    filesPerFolder: spreadOf([...folders.values()].map((list) => list.length)),
    testsPerSource: total(tests) / Math.max(1, lines.length),
    commentShare: written.filter(isComment).length / Math.max(1, written.length),
  }
}

const spread = ({ median, p90, p99, max }: Spread): string => `${median} / ${p90} / ${p99} / ${max}`

/** The measures as a table for a terminal. */
export function shapeTable(shape: HouseShape): string {
  const rows: [string, string][] = [
    ['source files', String(shape.files)],
    ['lines of source', String(shape.lines)],
    ['lines of a file, median / p90 / p99 / max', spread(shape.fileLines)],
    ['lines of a function, median / p90 / p99 / max', spread(shape.functionLines)],
    ['files directly in a folder, median / p90 / p99 / max', spread(shape.filesPerFolder)],
    ['lines of tests for a line of source', shape.testsPerSource.toFixed(2)],
    ['comments, share of lines that are not blank', `${(100 * shape.commentShare).toFixed(0)} %`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
}

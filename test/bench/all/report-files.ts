/** The last run of every benchmark, kept as JSON beside the guide that shows it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planNames } from './bench-plan.ts'
import type { BenchmarkRun, BenchReport } from './figure.ts'
import { withFigures } from './figures-tables.ts'

/** Paths inside the repository. */
export const reportFile = 'docs/bench.json'
export const guideFile = 'docs/benchmarks.md'

/** Reads the runs that were written last; none when there is no file. @param folder of the repository. */
export function readReport(folder: string): BenchReport {
  const file = join(folder, reportFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchReport) : { runs: [] }
}

/**
 * Returns the report with a new run in place of that of the same benchmark, in the order of the plan. A run without
 * figures leaves those of the run before, with its problems.
 */
export function withRun({ runs }: BenchReport, run: BenchmarkRun): BenchReport {
  const order = planNames()
  const before = runs.find(({ bench }) => bench === run.bench)
  const dated = run.problems.map((each) => `${each} (${run.at.slice(0, 10)})`)
  const kept = run.figures.length > 0 || before === undefined ? run : { ...before, problems: dated }
  const others = runs.filter(({ bench }) => bench !== run.bench)
  return { runs: [...others, kept].toSorted((a, b) => order.indexOf(a.bench) - order.indexOf(b.bench)) }
}

/** Writes the runs as JSON and as the tables of the guide. @param folder of the repository. */
export function writeReport(folder: string, report: BenchReport): void {
  writeFileSync(join(folder, reportFile), `${JSON.stringify(report, null, 2)}\n`)
  const guide = join(folder, guideFile)
  writeFileSync(guide, withFigures(readFileSync(guide, 'utf8'), report))
}

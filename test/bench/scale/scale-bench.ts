/**
 * `./dev bench scale`: the orchestration cost of many jobs when pages cost nothing. Temporal, object store, workflows,
 * frontier, slices and archives are real; a page is a pause and a generated text.
 */
import { writeFileSync } from 'node:fs'
import type { ScaleBenchRequest } from '@seine/tools/bench-arguments.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { runScale } from './run-scale.ts'
import { scaleFigures, type ScaleFigures, type ScaleRun } from './scale-figures.ts'
import {
  costTable,
  killTable,
  memoryTable,
  orderTable,
  pageTable,
  roleTable,
  scaleTable,
  timeTable,
} from './scale-table.ts'

/**
 * Runs the simulations one after the other, each on its own stack, prints the tables, writes the figures.
 * @returns whether all jobs completed with every page of their sites exactly once, and all workers to kill were killed.
 */
export async function scaleBench(request: ScaleBenchRequest, context: BenchContext): Promise<boolean> {
  const done: { run: ScaleRun; figures: ScaleFigures }[] = []
  for (const jobs of request.jobs) {
    context.signal.throwIfAborted()
    const { pages: pagesPerJob, bench: _bench, json: _json, ...plan } = request
    const note = (line: string): void => context.progress.note(`  ${jobs} jobs: ${line}`)
    const run = await runScale({ ...plan, jobs, pagesPerJob }, context, note)
    const figures = scaleFigures(run)
    done.push({ run, figures })
    context.progress.note(
      `  ${jobs} jobs: ${figures.pages} pages in ${(run.wallMs / 1_000).toFixed(1)} s, ` +
        `${figures.pagesPerSecond.toFixed(0)} a second, ${figures.cpuMsPerPage.toFixed(2)} ms CPU a page`,
    )
  }
  context.print(
    `\nJobs of ${request.pages} simulated pages of ${request.pageMs} ms, ${request.control} processes for workflows ` +
      `and ${request.workers} for pages\n\n${scaleTable(done)}\n${roleTable(done)}\n${timeTable(done)}\n${orderTable(done)}\n${costTable(done)}\n${pageTable(done)}`,
  )
  if (request.kills > 0) context.print(`\n${killTable(done)}`)
  for (const { run } of done) context.print(`\nMemory, ${run.jobs} jobs, MB\n\n${memoryTable(run)}`)
  if (request.json !== null) {
    const runs = done.map(({ run: { samples: _samples, ...run }, figures }) => ({ ...run, figures }))
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, runs }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  const faults = done.flatMap(({ run }) => run.faults.map((fault) => `${run.jobs} jobs: ${fault}`))
  for (const fault of faults) context.progress.note(`  ! ${fault}`)
  return faults.length === 0
}

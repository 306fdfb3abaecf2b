/**
 * `./dev bench all`: the benchmarks one after the other, each in a process of its own. After each of them its figures
 * are written as JSON and as tables of the guide, and what got worse since the figures before is named.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeExit } from '@seine/tools/checkout/run-logged.ts'
import type { AllBenchRequest } from '@seine/tools/bench-arguments.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { benchPlan, type PlannedBench } from './bench-plan.ts'
import { comparisonText } from './compare-figures.ts'
import type { BenchmarkRun, Figure } from './figure.ts'
import { figuresText } from './figures-tables.ts'
import { planLimits } from './plan-limits.ts'
import { guideFile, readReport, reportFile, withRun, writeReport } from './report-files.ts'

const root = new URL('../../../', import.meta.url)

interface Measured {
  figures: Figure[]
  problems: string[]
  /** Whether the command has succeeded; it may without some of the peers. */
  passed: boolean
}

/** Runs the program of a benchmark, whose output goes to this terminal. @returns how it ended; null: with code 0. */
async function runProgram(args: readonly string[], signal: AbortSignal): Promise<string | null> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const limit = AbortSignal.timeout(planLimits.benchMaxMs)
  const stopping = AbortSignal.any([signal, limit])
  const stop = (): void => void child.kill('SIGTERM')
  stopping.addEventListener('abort', stop)
  const end = await new Promise<string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signalName) => resolve(describeExit(code, signalName)))
  })
  stopping.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return limit.aborted ? `ended after ${planLimits.benchMaxMs / 60_000} minutes` : end
}

/** Runs one benchmark. @param program path of the program that runs it. */
async function measure(
  { name, request, collect }: PlannedBench,
  folder: string,
  { signal }: BenchContext,
  program: string,
): Promise<Measured> {
  const json = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const end = await runProgram([program, JSON.stringify({ ...request, json })], signal)
  if (!existsSync(json)) return { figures: [], problems: [end ?? 'it wrote no figures'], passed: false }
  const content = JSON.parse(readFileSync(json, 'utf8')) as Record<'missing' | 'left' | 'failed', unknown>
  const peers = [content.missing, content.left, content.failed].flatMap((each) => (Array.isArray(each) ? each : []))
  return {
    figures: collect(content as never),
    problems: [
      ...peers.map((peer) => (typeof peer === 'string' ? peer : JSON.stringify(peer))),
      ...(end === null ? [] : [end]),
    ],
    passed: end === null,
  }
}

/** Runs one benchmark, shows what got worse, and writes its figures if requested. */
async function runBench(
  bench: PlannedBench,
  work: string,
  context: BenchContext,
  { program, folder, write }: { program: string; folder: string; write: boolean },
): Promise<{ run: BenchmarkRun; passed: boolean }> {
  const startedMs = performance.now()
  const { passed, ...measured } = await measure(bench, work, context, program)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const run: BenchmarkRun = {
    bench: bench.name,
    at: new Date().toISOString(),
    version,
    machine: machineFacts(),
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    ...measured,
  }
  const report = readReport(folder)
  const before = report.runs.find((each) => each.bench === run.bench)
  if (before !== undefined && run.figures.length > 0) context.print(`\n${comparisonText(run, before)}`)
  // A run of all takes an hour: one that is interrupted keeps what it has measured.
  if (write) writeReport(folder, withRun(report, run))
  return { run, passed }
}

/**
 * Runs the requested benchmarks, compares and writes the figures.
 * @param program path of the program that runs one benchmark.
 * @param folder of the repository, in which the figures are written.
 * @returns whether every benchmark has passed.
 */
export async function benchAll(
  request: AllBenchRequest,
  context: BenchContext,
  program: string,
  folder: string = root.pathname,
): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'seine-bench-'))
  try {
    const plan = benchPlan(request)
    const done: { run: BenchmarkRun; passed: boolean }[] = []
    for (const [at, bench] of plan.entries()) {
      context.progress.note(`./dev bench ${bench.name} (${at + 1} of ${plan.length})`)
      done.push(await runBench(bench, work, context, { program, folder, write: request.write }))
    }
    context.print(`\n${figuresText({ runs: done.map(({ run }) => run) })}\n\n`)
    if (request.write) {
      context.print(`Written to ${reportFile} and ${guideFile}; format them with \`npm run format:fix\`.\n`)
    }
    return done.every(({ passed }) => passed)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

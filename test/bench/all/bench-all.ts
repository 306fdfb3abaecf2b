/**
 * `./dev bench all`: every benchmark, one after the other, each in a process of its own. Writes the figures as JSON and
 * as the tables of the guide, and names what got worse since the figures that were committed.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeExit } from '@seine/cli/process/run-logged.ts'
import type { AllBenchRequest } from '@seine/tools/bench-arguments.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { benchPlan, type PlannedBench } from './bench-plan.ts'
import { comparisonText } from './compare-figures.ts'
import type { BenchReport, Figure } from './figure.ts'
import { figuresText, withFigures } from './figures-tables.ts'

const root = new URL('../../../', import.meta.url)
/** The figures of the last release, and the guide that shows them. */
const reportFile = 'docs/bench.json'
const guideFile = 'docs/benchmarks.md'

interface Measured {
  figures: Figure[]
  missing: string[]
  passed: boolean
}

/** Runs one benchmark. Its output goes to this terminal. */
async function measure(
  { name, request, collect }: PlannedBench,
  folder: string,
  { signal }: BenchContext,
  program: string,
): Promise<Measured> {
  const json = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const child = spawn(process.execPath, [program, JSON.stringify({ ...request, json })], { stdio: 'inherit' })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const end = await new Promise<string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signalName) => resolve(describeExit(code, signalName)))
  })
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (!existsSync(json)) return { figures: [], missing: [`${name}: ${end ?? 'it wrote no figures'}`], passed: false }
  const content = JSON.parse(readFileSync(json, 'utf8')) as { missing?: unknown[]; left?: unknown[] }
  const peers = [...(content.missing ?? []), ...(content.left ?? [])]
  return {
    figures: collect(content as never),
    missing: peers.map((peer) => `${name}: ${typeof peer === 'string' ? peer : JSON.stringify(peer)}`),
    passed: end === null,
  }
}

/**
 * Runs all benchmarks, writes and compares the figures.
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
    const done: Measured[] = []
    for (const bench of benchPlan(request)) {
      context.progress.note(`./dev bench ${bench.name}`)
      done.push(await measure(bench, work, context, program))
    }
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    const report: BenchReport = {
      at: new Date().toISOString(),
      version,
      machine: machineFacts(),
      figures: done.flatMap(({ figures }) => figures),
      missing: done.flatMap(({ missing }) => missing),
    }
    context.print(`\n${figuresText(report)}\n\n`)
    const committed = join(folder, reportFile)
    if (existsSync(committed)) {
      context.print(comparisonText(report, JSON.parse(readFileSync(committed, 'utf8')) as BenchReport))
    }
    if (request.write) {
      writeFileSync(committed, `${JSON.stringify(report, null, 2)}\n`)
      const guide = join(folder, guideFile)
      writeFileSync(guide, withFigures(readFileSync(guide, 'utf8'), report))
      context.print(`Written to ${reportFile} and ${guideFile}; format them with \`npm run format:fix\`.\n`)
    }
    return done.every(({ passed }) => passed)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

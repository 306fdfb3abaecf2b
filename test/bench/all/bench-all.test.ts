import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { plannedBenchNames } from '@seine/tools/bench-arguments.ts'
import { aims, type Aim } from '../aims.ts'
import { summarise, type CrawlRun } from '../crawl/crawl-figures.ts'
import { aimOutcomes } from './aim-outcomes.ts'
import { benchAll } from './bench-all.ts'
import { benchPlan, planNames } from './bench-plan.ts'
import { crawlFigures } from './collect-figures.ts'
import { comparisonText, worseFigures } from './compare-figures.ts'
import type { BenchmarkRun, BenchReport, Figure } from './figure.ts'
import { figuresText, withFigures } from './figures-tables.ts'
import { planLimits } from './plan-limits.ts'
import { withRun } from './report-files.ts'

const figure = (patch: Partial<Figure>): Figure => ({
  subject: 'Seine',
  measure: 'CPU ms a page',
  value: 10,
  better: 'less',
  spread: null,
  ...patch,
})

const run = (figures: Figure[], patch: Partial<BenchmarkRun> = {}): BenchmarkRun => ({
  bench: 'crawl html',
  at: '2026-11-27T12:00:00.000Z',
  version: '0.1.0',
  machine: { cores: 2, memoryBytes: 24 * 1024 ** 3, model: 'a processor' },
  seconds: 90,
  figures,
  problems: [],
  ...patch,
})

test('a figure is worse when it differs in the bad direction by more than the noise of both runs', () => {
  const worse = (now: Partial<Figure>, before: Partial<Figure>): number =>
    worseFigures(run([figure(now)]), run([figure(before)])).length
  assert.equal(worse({ value: 10.9 }, { value: 10 }), 0)
  assert.equal(worse({ value: 11.5 }, { value: 10 }), 1)
  assert.equal(worse({ value: 8 }, { value: 10 }), 0)
  assert.equal(worse({ value: 8, better: 'more' }, { value: 10, better: 'more' }), 1)
  assert.equal(worse({ value: 11.5, spread: 0.1 }, { value: 10, spread: 0.1 }), 0)
  assert.equal(worse({ value: 20, subject: 'Crawlee' }, { value: 10, subject: 'Crawlee' }), 0, 'a peer')
  assert.equal(worse({ value: 20, measure: 'new' }, { value: 10 }), 0, 'measured for the first time')
})

test('the comparison names what got worse, the worst first, and another machine', () => {
  const now = run([figure({ value: 12 }), figure({ measure: 'MB', value: 900 })])
  const before = run([figure({ value: 10 }), figure({ measure: 'MB', value: 300 })], {
    machine: { cores: 8, memoryBytes: 0, model: 'another' },
  })
  const text = comparisonText(now, before)
  assert.match(
    text,
    /^crawl html, compared with the figures of 0\.1\.0 of 2026-11-27, made on another machine \(another, 8 cores\)/,
  )
  assert.match(text, /MB 300 -> 900, 200 % worse \(noise 10 %\)\n.*CPU ms a page 10\.0 -> 12\.0, 20 % worse/)
  assert.match(comparisonText(now, now), /nothing got worse/)
})

test('the tables replace those in the guide, and nothing else of it', () => {
  const first = withFigures(
    'before\n<!-- The rest of this section is written by `./dev bench all`. -->\nold\n<!-- End of the part that `./dev bench all` writes. -->\nafter\n',
    {
      runs: [
        run([figure({}), figure({ subject: 'Crawlee', value: 123.4 }), figure({ measure: 'MB', value: 0.5 })], {
          problems: ['scrapy'],
        }),
      ],
    },
  )
  assert.match(first, /^before\n[^]*\nafter\n$/)
  assert.doesNotMatch(first, /\nold\n/)
  assert.match(first, /\na processor, 2 cores, 24 GiB\. Medians of rounds/)
  assert.match(
    first,
    /`crawl html`: version 0\.1\.0, 2026-11-27, 1\.50 minutes\.\n\n\| crawl html \| CPU ms a page \| MB \|\n.*\n\| Seine \| 10\.0 \| 0\.500 \|\n\| Crawlee \| 123 \| {2}\|/,
  )
  assert.match(first, /- crawl html: scrapy/)
  assert.equal(withFigures(first, { runs: [run([figure({})])] }).match(/written by/g)?.length, 1)
  assert.throws(() => withFigures('a guide', { runs: [] }), /lacks the lines/)
})

test('runs on different machines name theirs', () => {
  const text = figuresText({
    runs: [
      run([figure({})]),
      run([figure({})], { bench: 'api', machine: { cores: 8, memoryBytes: 2 ** 30, model: 'b' } }),
    ],
  })
  assert.match(text, /^Medians of rounds/)
  assert.match(text, /`api`: .*, b, 8 cores, 1 GiB\.\n/)
})

test('an aim is met, missed or not measured; a peer is found without its version', () => {
  const report = {
    runs: [
      run([
        figure({ subject: 'Seine, first crawl', value: 7 }),
        figure({ value: 10 }),
        figure({ subject: 'Crawlee 3.18.1 + a maker', value: 15 }),
      ]),
      run([figure({ subject: 'Seine, first crawl', value: 1 })], { bench: 'crawl main' }),
    ],
  }
  const common = { bench: 'crawl html', measure: 'CPU ms a page', times: null } as const
  const first: Aim = { ...common, subject: 'Seine, first crawl', at: 'most', value: 7 }
  const peer: Aim = { ...common, subject: 'Crawlee', at: 'least', value: 2, times: 'Seine' }
  const warm: Aim = { ...common, subject: 'Seine, third crawl', at: 'most', value: 5 }
  assert.deepEqual(
    aimOutcomes([first, { ...first, value: 6.9 }, peer, { ...peer, value: 1.5 }, warm], report).map(
      ({ value, outcome }) => [value, outcome],
    ),
    [
      [7, 'met'],
      [7, 'missed'],
      [1.5, 'missed'],
      [1.5, 'met'],
      [null, 'not measured'],
    ],
  )
  assert.match(figuresText(report), /\| crawl html: Crawlee: CPU ms a page \| ≥ 2 × Seine \| 1\.50 × \| missed \|/)
})

test('every aim belongs to a benchmark of the plan', () => {
  const names = planNames()
  assert.deepEqual(
    aims.filter(({ bench }) => !names.includes(bench)),
    [],
  )
})

test('every benchmark but the labs is in the plan, with peers and rounds as requested', () => {
  const only = [...plannedBenchNames]
  const plan = benchPlan({ only, peers: 'none', rounds: 4 })
  assert.deepEqual(
    plan.map(({ name }) => name),
    ['crawl html', 'crawl markdown', 'crawl main', 'scrape', 'browser', 'extraction', 'json', 'api', 'starts', 'console', 'scale'], // prettier-ignore
  )
  const crawl = plan[0]!.request
  assert.ok(crawl.bench === 'crawl')
  assert.deepEqual([crawl.peers, crawl.rounds], [[], 4])
  const browser = plan[4]!.request
  assert.deepEqual(browser.bench === 'browser' && browser.peers, ['puppeteer'], 'aims are multiples of it')
  const short = benchPlan({ only, peers: 'none', rounds: 1 })[0]!.request
  assert.equal(short.bench === 'crawl' && short.rounds, planLimits.crawlRoundsMin)
  const peers = benchPlan({ only: ['extraction', 'crawl'], peers: 'all', rounds: 1 })
  assert.deepEqual(
    peers.map(({ name }) => name),
    ['crawl html', 'crawl markdown', 'crawl main', 'extraction', 'extraction peers'],
  )
})

test('a run replaces that of its benchmark alone, in the order of the plan', () => {
  const before = { runs: [run([figure({})]), run([figure({})], { bench: 'scale' })] }
  const after = withRun(before, run([figure({ value: 3 })], { bench: 'api' }))
  assert.deepEqual(
    after.runs.map(({ bench }) => bench),
    ['crawl html', 'api', 'scale'],
  )
  const again = withRun(after, run([figure({ value: 4 })], { bench: 'api', at: '2026-12-01T00:00:00.000Z' }))
  assert.deepEqual(
    again.runs.map(({ figures, at }) => [figures[0]?.value, at.slice(0, 10)]),
    [
      [10, '2026-11-27'],
      [4, '2026-12-01'],
      [10, '2026-11-27'],
    ],
  )
})

test('a run without figures leaves those of the run before, with its problems', () => {
  const before = { runs: [run([figure({})])] }
  const failed = run([], { at: '2026-12-01T00:00:00.000Z', problems: ['exit code 1'] })
  const [kept] = withRun(before, failed).runs
  assert.deepEqual([kept?.figures.length, kept?.at.slice(0, 10)], [1, '2026-11-27'])
  assert.deepEqual(kept?.problems, ['exit code 1 (2026-12-01)'])
  assert.deepEqual(withRun({ runs: [] }, failed).runs, [failed])
})

const idleRun = { idleCpuMsPerSecond: 0, idleRssBytes: 2 ** 20 }

test('crawls show a new and a warm stack, memory before the crawl, and every process', () => {
  const crawl = (round: number, cpuMs: number): CrawlRun => ({
    crawler: 'seine',
    round,
    pages: 100,
    repeats: 0,
    requests: 100,
    results: 100,
    wallMs: 1_000,
    cpuMs,
    ...idleRun,
    peakRssBytes: 3 * 2 ** 20,
    inFlightMax: 1,
    processes: [{ name: 'scrapeWorker', cpuMs: cpuMs / 2, peakRssBytes: 2 * 2 ** 20 }],
  })
  const runs = [crawl(1, 1_200), crawl(2, 1_000), crawl(3, 800)]
  const figures = crawlFigures({ figures: [summarise('seine', 'Seine', runs)], runs })
  const shown = (subject: string): [string, number][] =>
    figures.filter((each) => each.subject === subject).map(({ measure, value }) => [measure, value])
  assert.deepEqual(shown('Seine, first crawl'), [['CPU ms a page', 12]])
  assert.deepEqual(shown('Seine, third crawl'), [['CPU ms a page', 8]])
  assert.deepEqual(shown('Seine, idle'), [['MB', 1]])
  assert.deepEqual(shown('Seine, scrapeWorker'), [
    ['CPU ms a page', 5],
    ['MB', 2],
  ])
  const once = crawlFigures({ figures: [], runs: runs.slice(0, 1) })
  assert.ok(!once.some(({ subject }) => subject === 'Seine, third crawl'), 'there was no third crawl')
})

/** A folder like the repository, and a program that writes the given figures as the benchmark of crawls. */
function folderWith(t: TestContext, program: string): { folder: string; program: string } {
  const folder = mkdtempSync(join(tmpdir(), 'seine-bench-all-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'package.json'), '{"version":"0.2.0"}')
  writeFileSync(
    join(folder, 'docs/benchmarks.md'),
    '# Guide\n<!-- The rest of this section is written by `./dev bench all`. -->\n<!-- End of the part that `./dev bench all` writes. -->\n',
  )
  writeFileSync(join(folder, 'program.mjs'), program)
  return { folder, program: join(folder, 'program.mjs') }
}

/** Writes figures of crawls and loads, none for schemas, and is interrupted at the benchmark of starts. */
const program = `import { writeFileSync } from 'node:fs'
  const { bench, json } = JSON.parse(process.argv[2])
  const run = (round, cpuMs) => ({ crawler: 'seine', round, results: 100, wallMs: 1000, cpuMs, idleCpuMsPerSecond: 0,
    idleRssBytes: 2 ** 20, peakRssBytes: 2 ** 20, processes: [] })
  const content = {
    crawl: { figures: [{ crawler: 'seine', title: 'Seine', results: 100, wallMs: 1000, cpuMsPerPage: 11, peakRssBytes: 2 ** 20 }],
      runs: [run(1, 1000), run(2, 1200)], missing: ['scrapy'] },
    api: { figures: [{ title: 'status reads', perSecond: 12000, p50Ms: 3, p99Ms: 15, blockMs: 8, turnCpuMs: 5 }], told: 1000, batches: { p50Ms: 900, longest: { blockMs: 19, turnCpuMs: 12 } } },
  }[bench] ?? { figures: [], runs: [], stated: [] }
  if (bench === 'json') process.exit(1)
  writeFileSync(json, JSON.stringify(content))
  process.exit(0)`

function contextWith(printed: string[], signal: AbortSignal, note: (text: string) => void = () => undefined) {
  return {
    cache: '',
    progress: { begin: () => ({ done: () => undefined, fail: () => undefined }), note },
    print: (text: string) => void printed.push(text),
    signal,
    atEnd: () => undefined,
  }
}

const readRuns = (folder: string): BenchmarkRun[] =>
  (JSON.parse(readFileSync(join(folder, 'docs/bench.json'), 'utf8')) as BenchReport).runs

test('figures are read from each benchmark, written, and compared with the committed ones', async (t) => {
  const { folder, program: file } = folderWith(t, program)
  const printed: string[] = []
  const context = contextWith(printed, new AbortController().signal)
  const request = { bench: 'all', only: ['crawl', 'json', 'api'], peers: 'all', rounds: 2, write: true } as const
  const all = { ...request, only: [...request.only] }
  assert.equal(await benchAll(all, context, file, folder), false, 'one benchmark wrote nothing')
  const written = readRuns(folder)
  assert.deepEqual(
    written.map(({ bench, problems, version }) => [bench, problems, version]),
    [
      ['crawl html', ['scrapy'], '0.2.0'],
      ['crawl markdown', ['scrapy'], '0.2.0'],
      ['crawl main', ['scrapy'], '0.2.0'],
      ['json', ['exit code 1'], '0.2.0'],
      ['api', [], '0.2.0'],
    ],
  )
  const cpu = written[0]?.figures.find(({ measure }) => measure === 'CPU ms a page')
  assert.deepEqual([cpu?.subject, cpu?.value, cpu?.spread?.toFixed(3)], ['Seine', 11, '0.091'])
  const guide = readFileSync(join(folder, 'docs/benchmarks.md'), 'utf8')
  assert.match(guide, /\| Seine, status reads +\| 12000 \| 3\.00 \| 15\.0 \| 8\.00 \| 5\.00 \|/)
  assert.match(guide, /\| api: Seine, status reads: ms p99 \| ≤ 20 \| 15\.0 \| met \|/)
  assert.doesNotMatch(printed.join(''), /compared with/)

  const better = written.map((each) => ({
    ...each,
    figures: each.figures.map((one) => ({ ...one, value: one.value / 2 })),
  }))
  writeFileSync(join(folder, 'docs/bench.json'), JSON.stringify({ runs: better }))
  await benchAll({ ...all, write: false }, context, file, folder)
  assert.match(printed.join(''), /worse by more than the noise:\n[^]*status reads: ms p99 7\.50 -> 15\.0, 100 % worse/)
  assert.deepEqual(readRuns(folder), better, 'nothing was written')

  await benchAll({ ...all, only: ['api'] }, context, file, folder)
  const partly = readRuns(folder)
  assert.deepEqual(partly.slice(0, 4), better.slice(0, 4), 'the others are as they were')
  assert.deepEqual(partly[4]?.figures, written[4]?.figures)
})

test('an interrupted run keeps what it has measured', async (t) => {
  const { folder, program: file } = folderWith(t, program)
  const interrupted = new AbortController()
  const context = contextWith([], interrupted.signal, (text) => {
    if (text.includes('starts')) interrupted.abort(new Error('interrupted'))
  })
  const request = { bench: 'all', only: ['api', 'starts', 'scale'], peers: 'none', rounds: 1, write: true } as const
  await assert.rejects(benchAll({ ...request, only: [...request.only] }, context, file, folder), /interrupted/)
  assert.deepEqual(
    readRuns(folder).map(({ bench }) => bench),
    ['api'],
  )
  assert.match(readFileSync(join(folder, 'docs/benchmarks.md'), 'utf8'), /Seine, status reads/)
})

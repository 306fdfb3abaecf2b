import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { benchAll } from './bench-all.ts'
import { benchPlan } from './bench-plan.ts'
import { comparisonText, worseFigures } from './compare-figures.ts'
import type { BenchReport, Figure } from './figure.ts'
import { withFigures } from './figures-tables.ts'

const figure = (patch: Partial<Figure>): Figure => ({
  bench: 'crawl html',
  subject: 'Seine',
  measure: 'CPU ms a page',
  value: 10,
  better: 'less',
  spread: null,
  ...patch,
})

const report = (figures: Figure[], patch: Partial<BenchReport> = {}): BenchReport => ({
  at: '2026-11-27T12:00:00.000Z',
  version: '0.1.0',
  machine: { cores: 2, memoryBytes: 24 * 1024 ** 3, model: 'a processor' },
  figures,
  missing: [],
  ...patch,
})

test('a figure is worse when it differs in the bad direction by more than the noise of both runs', () => {
  const worse = (now: Partial<Figure>, before: Partial<Figure>): number =>
    worseFigures(report([figure(now)]), report([figure(before)])).length
  assert.equal(worse({ value: 10.9 }, { value: 10 }), 0)
  assert.equal(worse({ value: 11.5 }, { value: 10 }), 1)
  assert.equal(worse({ value: 8 }, { value: 10 }), 0)
  assert.equal(worse({ value: 8, better: 'more' }, { value: 10, better: 'more' }), 1)
  assert.equal(worse({ value: 11.5, spread: 0.1 }, { value: 10, spread: 0.1 }), 0)
  assert.equal(worse({ value: 20, subject: 'Crawlee' }, { value: 10, subject: 'Crawlee' }), 0, 'a peer')
  assert.equal(worse({ value: 20, measure: 'new' }, { value: 10 }), 0, 'measured for the first time')
})

test('the comparison names what got worse, the worst first, and another machine', () => {
  const now = report([figure({ value: 12 }), figure({ measure: 'MB', value: 900 })])
  const before = report([figure({ value: 10 }), figure({ measure: 'MB', value: 300 })], {
    machine: { cores: 8, memoryBytes: 0, model: 'another' },
  })
  const text = comparisonText(now, before)
  assert.match(
    text,
    /^Compared with the figures of 0\.1\.0 of 2026-11-27, made on another machine \(another, 8 cores\)/,
  )
  assert.match(text, /MB 300 -> 900, 200 % worse \(noise 10 %\)\n.*CPU ms a page 10\.0 -> 12\.0, 20 % worse/)
  assert.match(comparisonText(now, now), /nothing got worse/)
})

test('the tables replace those in the guide, and nothing else of it', () => {
  const first = withFigures(
    'before\n<!-- The rest of this section is written by `./dev bench all`. -->\nold\n<!-- End of the part that `./dev bench all` writes. -->\nafter\n',
    report([figure({}), figure({ subject: 'Crawlee', value: 123.4 }), figure({ measure: 'MB', value: 0.5 })], {
      missing: ['crawl html: scrapy'],
    }),
  )
  assert.match(first, /^before\n[^]*\nafter\n$/)
  assert.doesNotMatch(first, /old/)
  assert.match(
    first,
    /\| crawl html \| CPU ms a page \| MB \|\n.*\n\| Seine \| 10\.0 \| 0\.500 \|\n\| Crawlee \| 123 \| {2}\|/,
  )
  assert.match(first, /- crawl html: scrapy/)
  assert.equal(withFigures(first, report([figure({})])).match(/written by/g)?.length, 1)
  assert.throws(() => withFigures('a guide', report([])), /lacks the lines/)
})

test('every benchmark but the labs is in the plan, with peers and rounds as requested', () => {
  const plan = benchPlan({ peers: 'none', rounds: 2 })
  assert.deepEqual([...new Set(plan.map(({ request }) => request.bench))].toSorted(), [
    'api',
    'browser',
    'console',
    'crawl',
    'extraction',
    'json',
    'scale',
    'scrape',
  ])
  const crawl = plan[0]!.request
  assert.ok(crawl.bench === 'crawl')
  assert.deepEqual([crawl.peers, crawl.rounds], [[], 2])
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

test('figures are read from each benchmark, written, and compared with the committed ones', async (t) => {
  const { folder, program } = folderWith(
    t,
    `import { writeFileSync } from 'node:fs'
    const { bench, json } = JSON.parse(process.argv[2])
    const run = (round, cpuMs) => ({ crawler: 'seine', round, results: 100, wallMs: 1000, cpuMs, idleCpuMsPerSecond: 0, peakRssBytes: 2 ** 20 })
    const content = {
      crawl: { figures: [{ crawler: 'seine', title: 'Seine', results: 100, wallMs: 1000, cpuMsPerPage: 11, peakRssBytes: 2 ** 20 }],
        runs: [run(1, 1000), run(2, 1200)], missing: ['scrapy'] },
      api: { figures: [{ title: 'starts', perSecond: 20, p50Ms: 30, p99Ms: 150 }] },
    }[bench] ?? { figures: [], runs: [] }
    if (bench === 'json') process.exit(1)
    writeFileSync(json, JSON.stringify(content))
    process.exit(0)`,
  )
  const printed: string[] = []
  const context = {
    cache: folder,
    progress: { begin: () => ({ done: () => undefined, fail: () => undefined }), note: () => undefined },
    print: (text: string) => void printed.push(text),
    signal: new AbortController().signal,
    atEnd: () => undefined,
  }
  const request = { bench: 'all', peers: 'all', rounds: 2, write: true } as const
  assert.equal(await benchAll(request, context, program, folder), false, 'one benchmark wrote nothing')
  const written = JSON.parse(readFileSync(join(folder, 'docs/bench.json'), 'utf8')) as BenchReport
  assert.equal(written.version, '0.2.0')
  const cpu = written.figures.find(({ measure }) => measure === 'CPU ms a page')!
  assert.deepEqual([cpu.bench, cpu.subject, cpu.value, cpu.spread?.toFixed(3)], ['crawl html', 'Seine', 11, '0.091'])
  assert.deepEqual(
    written.missing.filter((each) => each.startsWith('json') || each.startsWith('crawl html')),
    ['crawl html: scrapy', 'json: exit code 1'],
  )
  assert.match(readFileSync(join(folder, 'docs/benchmarks.md'), 'utf8'), /\| Seine, starts \| 20\.0 \| 30\.0 \| 150 \|/)
  assert.doesNotMatch(printed.join(''), /Compared with/)

  const better = { ...written, figures: written.figures.map((each) => ({ ...each, value: each.value / 2 })) }
  writeFileSync(join(folder, 'docs/bench.json'), JSON.stringify(better))
  await benchAll({ ...request, write: false }, context, program, folder)
  assert.match(printed.join(''), /worse by more than the noise:\n[^]*starts: ms p99 75\.0 -> 150, 100 % worse/)
  assert.equal(readFileSync(join(folder, 'docs/bench.json'), 'utf8'), JSON.stringify(better), 'nothing was written')
})

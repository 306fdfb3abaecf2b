/**
 * Lab: a site whose every answer has noise, watched over many runs. Every change that people make must be reported, and
 * nothing else.
 */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { changesOf, createWatch, makeRun } from '../../../stack/watch-runs.ts'
import type { BenchContext } from '../../bench-context.ts'
import type { BenchStack } from '../../seine/bench-stack.ts'
import { allOf, equals, reported, type LabResult } from '../lab.ts'
import { htmlAnswer, notFound, startLabSite } from '../lab-site.ts'
import { NoisySite, type MadeChange } from './noisy-site.ts'

/** What the runs have reported. */
interface Tally {
  made: number
  told: number
  missed: string[]
  falseAlarms: string[]
  quietRuns: number
  failed: string[]
}

const pathOf = (url: string): string => new URL(url).pathname

/** Compares the reported changes of a run with those that were made. */
function judge(
  tally: Tally,
  n: number,
  made: readonly MadeChange[],
  told: readonly { url: string; state: string }[],
): void {
  const changed = new Set(told.filter(({ state }) => state === 'changed').map(({ url }) => pathOf(url)))
  const expected = new Map(made.map(({ path, kind }) => [path, kind]))
  tally.made += expected.size
  for (const [path, kind] of expected) {
    if (changed.has(path)) tally.told += 1
    else tally.missed.push(`run ${n} ${path} (${kind})`)
  }
  for (const path of changed) if (!expected.has(path)) tally.falseAlarms.push(`run ${n} ${path}`)
  for (const { url, state } of told) if (state !== 'changed') tally.failed.push(`run ${n} ${pathOf(url)} ${state}`)
  if (made.length === 0) tally.quietRuns += 1
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? '0' : `${names.length}: ${names.slice(0, 5).join(', ')}`

/** Runs the lab. */
export async function watchLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const pages = new NoisySite('lab')
  const site = await startLabSite((path) => {
    const html = pages.answer(path)
    return html === null ? notFound : htmlAnswer(html)
  })
  try {
    await bench.allow(site.url)
    const id = await createWatch(bench.api, {
      batch: { urls: pages.paths.map((path) => new URL(path, site.url).href) },
    })
    await makeRun(bench.api, id)
    const tally: Tally = { made: 0, told: 0, missed: [], falseAlarms: [], quietRuns: 0, failed: [] }
    for (let n = 1; n <= benchLimits.watchLabRuns; n += 1) {
      context.signal.throwIfAborted()
      const made = pages.next()
      const run = await makeRun(bench.api, id)
      judge(tally, n, made, await changesOf(bench.api, id, run['run_id']))
    }
    const runs = `${benchLimits.watchLabRuns} runs of ${pages.paths.length} pages`
    return [
      {
        title: `watch: noise of every class beside real changes, ${runs}`,
        marks: [
          allOf('changes told', tally.told, tally.made),
          equals('changes missed', listed(tally.missed), '0'),
          equals('false alarms', listed(tally.falseAlarms), '0'),
          equals('other verdicts', listed(tally.failed), '0'),
          reported('runs without a change', String(tally.quietRuns)),
        ],
      },
    ]
  } finally {
    await site.close()
  }
}

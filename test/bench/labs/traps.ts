/** Lab: a catalogue among crawler traps, with more links than the limit allows. */
import type { BenchContext } from '../bench-context.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import { cataloguePages } from './catalogue.ts'
import { allOf, atMost, reported, type LabResult } from './lab.ts'
import { pageRequests, pathOf, resultsAmong, runLabJob } from './lab-job.ts'
import { htmlAnswer, notFound, startLabSite, type LabRequest } from './lab-site.ts'
import { startPagesSite } from './pages-site.ts'
import { SessionIds, trapLinks, trapPage, withoutSession } from './trap-maze.ts'

const limit = 1_000
/** Highest share of trap pages among all pages served. */
const trapMaxPercent = 20

const kinds: [RegExp, string][] = [
  [/^\/diary\.php/, 'diary'],
  [/^\/find\.php/, 'search'],
  [/^\/news\.php/, 'news'],
  [/^\/cellar\//, 'nested'],
]
const sessionForm = (path: string): string => `session ids (${/jsessionid|PHPSESSID|sid/.exec(path)?.[0] ?? 'none'})`
const kindOf = (path: string): string => kinds.find(([shape]) => shape.test(path))?.[1] ?? sessionForm(path)

/** Formats counts by kind, such as `search 12, diary 9`, the highest first. */
function perKind(paths: Iterable<string>): string {
  const groups = Map.groupBy(paths, kindOf)
  const counted = [...groups].map(([kind, all]) => ({ kind, count: all.length }))
  return counted
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count }) => `${kind} ${count}`)
    .join(', ')
}

/** Returns the useless fetches: trap pages, and repeated catalogue pages under another session. */
function trapFetches(fetched: readonly LabRequest[], real: ReadonlySet<string>): string[] {
  const seen = new Set<string>()
  return fetched
    .map(({ path }) => path)
    .filter((path) => {
      const name = withoutSession(path)
      if (!real.has(name) || seen.has(name)) return true
      seen.add(name)
      return false
    })
}

async function amongTraps(bench: BenchStack): Promise<LabResult> {
  const pages = cataloguePages(undefined, trapLinks)
  const paths = [...pages.keys()]
  const sessions = new SessionIds()
  let served = 0
  const site = await startLabSite((path) => {
    const trap = trapPage(path)
    if (trap !== null) return htmlAnswer(trap)
    const body = pages.get(withoutSession(path))
    if (body === undefined) return notFound
    served += 1
    return htmlAnswer(
      body.replace(
        '</BODY>',
        `${sessions.links([0, 7].map((step) => paths[(served + step) % paths.length] ?? '/'))}</BODY>`,
      ),
    )
  })
  try {
    const { archive, wallMs, final } = await runLabJob(bench, site, { limit })
    const real = new Set(paths)
    const fetched = pageRequests(site.requests).filter(({ status }) => status === 200)
    const trapped = trapFetches(fetched, real)
    return {
      title: `traps: limit ${limit}`,
      marks: [
        allOf('real pages', resultsAmong(archive, real, withoutSession), real.size),
        atMost('trap share', (100 * trapped.length) / fetched.length, trapMaxPercent, ' %'),
        atMost('pages attempted', final.total, limit),
        reported('trap pages', `${trapped.length}: ${perKind(trapped)}`),
        reported('time', `${(wallMs / 1_000).toFixed(1)} s`),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Pages that look alike, none of which is a trap. */
async function honestCatalogue(bench: BenchStack): Promise<LabResult> {
  const pages = cataloguePages({ shelves: 20, parts: 400, sheets: 79 })
  const site = await startPagesSite(pages)
  try {
    const { archive } = await runLabJob(bench, site, { limit })
    const lost = (archive?.ledger ?? []).filter(({ state }) => state === 'trap').map(({ url }) => pathOf(url))
    return {
      title: `traps: none in ${pages.size} pages that look alike`,
      marks: [
        allOf('real pages', resultsAmong(archive, new Set(pages.keys())), pages.size),
        reported('taken for a trap', lost.length === 0 ? 'none' : `${lost.length}: ${lost.slice(0, 3).join(', ')}`),
      ],
    }
  } finally {
    await site.close()
  }
}

export async function trapsLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const first = await amongTraps(bench)
  context.signal.throwIfAborted()
  return [first, await honestCatalogue(bench)]
}

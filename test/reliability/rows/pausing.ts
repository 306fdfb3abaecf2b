/** R44: jobs that are paused and resumed repeatedly while workers die. */
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, atMost, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { expectedCrawl } from '../../site/truth.ts'
import { download } from '../../stack/api-client.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const turns = 12
/** One with a worker that dies before, one with a worker that dies during the pause. */
const shortTurns = 2
/** How long each pause is observed beyond the two seconds in which it must take effect, milliseconds. */
const lookedAtMs = 500
const effectMs = 2_000
const siteLatencyMs = 300
/** A dead worker's work resumes only once another worker has taken it over. */
const tries = 10
const endMs = 300_000

interface Turn {
  /** Requests to the site later than two seconds after the answer to the pause. */
  late: number
  /** From the answer to the last request, milliseconds. */
  lastMs: number
}

async function told(stack: ReliabilityStack, path: string): Promise<Record<string, unknown>> {
  for (let triesLeft = tries; ; triesLeft -= 1) {
    const { status, body } = await stack.attacker.post(path, undefined, { timeoutMs: 30_000 })
    if (status === 200 || status === 409) return body
    if (triesLeft === 0) throw new Error(`${path} is answered ${status}`)
    await sleep(500)
  }
}

/**
 * Runs one pause and returns what the site observes. @param kill whether the worker is killed before, during or after
 * it.
 */
async function oneTurn(stack: ReliabilityStack, path: string, kill: 'before' | 'during' | 'no'): Promise<Turn | null> {
  const { site, stack: running } = stack.t
  const worker = running.part('scrapeWorker')
  if (kill === 'before') await worker.kill('SIGKILL')
  const paused = await told(stack, `${path}/pause`)
  if (paused['paused'] !== true) return null
  const answeredAt = Date.now()
  if (kill === 'during') await worker.kill('SIGKILL')
  await sleep(Math.max(0, answeredAt + effectMs + lookedAtMs - Date.now()))
  const after = site.requests.filter(({ time }) => time > answeredAt).map(({ time }) => time - answeredAt)
  await told(stack, `${path}/resume`)
  return { late: after.filter((ms) => ms > effectMs).length, lastMs: Math.max(0, ...after) }
}

export const pausingRow: Row = {
  id: 'R44',
  name: 'Pause and resume',
  alone: true,
  method:
    'A crawl of the example website, whose answers take 0.3 s, is paused and resumed 12 times; before every third pause and during every other third the worker is killed with SIGKILL. Then the crawl is left to end.',
  counted:
    'Requests to the site later than 2 s after the answer to a pause; pages missing from the archive, and pages in it twice, by the ground truth of the site.',
  passMark: 'No request later than 2 s after a pause; nothing missing, nothing twice',
  async run({ short, ownStack, signal }) {
    const stack = await ownStack()
    const { t, attacker, siteOptions: site } = stack
    site.latencyMs = siteLatencyMs
    const answer = await attacker.post('/crawl', { url: t.site.url, heartbeatTimeoutSecs: 2 })
    const path = `/crawl/${String(answer.body['id'])}`
    const kinds = ['before', 'during', 'no'] as const
    const seen: Turn[] = []
    for (let at = 0; at < (short ? shortTurns : turns) && !signal.aborted; at += 1) {
      await sleep(400)
      const turn = await oneTurn(stack, path, kinds[at % kinds.length]!)
      if (turn !== null) seen.push(turn)
    }
    site.latencyMs = 0
    const end = await stack.jobEnd(attacker, path, endMs)
    return [...pauseMarks(seen), ...(await endMarks(stack, path, end?.status ?? 'none'))]
  },
}

const pauseMarks = (seen: readonly Turn[]): Mark[] => [
  reported('pauses', String(seen.length)),
  holds('pauses that had their effect while the crawl ran', String(seen.length), '2 or more', seen.length >= 2),
  atMost(
    'requests later than 2 s after a pause',
    seen.reduce((sum, { late }) => sum + late, 0),
    0,
  ),
  reported('last request after a pause', `${Math.max(0, ...seen.map(({ lastMs }) => lastMs))} ms`),
]

async function endMarks({ t, attacker }: ReliabilityStack, path: string, status: string): Promise<Mark[]> {
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })
  const expected = [...truth.scraped.keys(), ...truth.duplicates.keys()]
  const { body } = await attacker.get(path)
  const links = body['s3PresignedUrls'] as Record<string, string> | undefined
  const { manifest } = await download(links?.['markdown'])
  const pages = manifest.pages.map(({ url }) => url.slice(t.site.origin.length))
  return [
    equals('end of the crawl', status, 'completed'),
    allOf('pages of the site in the archive', expected.filter((each) => pages.includes(each)).length, expected.length),
    atMost('pages that are in it twice', pages.length - new Set(pages).size, 0),
  ]
}

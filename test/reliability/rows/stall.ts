/** R11: a site that never answers the first request for any of its paths, and one slower than the heartbeat timeout. */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { startSilentSite, type SilentSiteOptions } from '../../site/silent-site.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'

/** As many as a site gets at a time at first. */
const manyPages = frontierLimits.hostConcurrencyStart
/** On a busy machine, fewer are loaded at a time. */
const shortPages = 4
const stallSecs = 5
const shortStallSecs = 2
const thinkSecs = 12
const shortThinkSecs = 3
const withinSecs = 20
const jobTimeoutMs = 120_000

/** Crawls a silent site to its end. */
async function crawl(
  stack: ReliabilityStack,
  context: RowContext,
  site: SilentSiteOptions,
  heartbeatTimeoutSecs: number,
): Promise<{ completed: number; failed: number; stalls: number; secs: number }> {
  const silent = await startSilentSite(site)
  context.atEnd(async () => await silent.close())
  await stack.allow(silent.url)
  const beganMs = performance.now()
  const { body } = await stack.attacker.post('/crawl', { url: silent.url, heartbeatTimeoutSecs })
  const path = `/crawl/${String(body['id'])}`
  await stack.jobEnd(stack.attacker, path, jobTimeoutMs)
  const secs = (performance.now() - beganMs) / 1_000
  const end = (await stack.attacker.get(path)).body
  return { completed: Number(end['completed']), failed: Number(end['failed']), stalls: Number(end['stalls']), secs }
}

export const stallRow: Row = {
  id: 'R11',
  name: 'Stall',
  alone: true,
  method:
    'Crawls with `heartbeatTimeoutSecs` 5: of a site that never answers the first request for each path, robots.txt and sitemaps included, and is well afterwards, and of one that thinks about each page for 12 s.',
  counted: 'Seconds to the end of the first crawl, its `stalls`, and pages of both that failed.',
  passMark: 'Complete within 20 s, with the stalls counted; no page of the slow site fails',
  async run(context) {
    const { short, sharedStack } = context
    const stack = await sharedStack()
    const pages = short ? shortPages : manyPages
    const timeoutSecs = short ? shortStallSecs : stallSecs
    const mute = await crawl(stack, context, { pages, holdsFirst: true }, timeoutSecs)
    const thinkMs = (short ? shortThinkSecs : thinkSecs) * 1_000
    const slow = await crawl(stack, context, { pages: short ? 1 : 4, thinkMs }, timeoutSecs)
    return [
      atMost('crawl of the silent site', mute.secs, withinSecs, ' s'),
      allOf('its pages', mute.completed, pages + 1),
      holds('its stalls', String(mute.stalls), `${pages + 1} or more`, mute.stalls >= pages + 1),
      allOf('pages of the slow site', slow.completed, (short ? 1 : 4) + 1),
      atMost('pages of the slow site that failed', slow.failed, 0),
      reported('crawl of the slow site', `${slow.secs.toFixed(1)} s, ${slow.stalls} stalls`),
    ]
  },
}

/** R38: stored objects that make every attempt at a step fail. */
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'
import { frontierDeltaKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { allOf, atMost, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { htmlAnswer, startLabSite } from '../../bench/labs/lab-site.ts'
import { storedJob } from '../../stack/test-stack.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'
import { cutObject, untilStored } from '../stored-objects.ts'

const pages = 60
/** Path of the first link; its answer is delayed while objects in the store are modified. */
const heldPath = '/p/0'
const heldPageMs = 6_000
const endMaxSeconds = 120
/** In the shortened form the work of a dead worker is taken over sooner; longer than the held page takes. */
const shortHeartbeatTimeoutSecs = 10

/**
 * Starts a crawl and waits until its first link is held and a later slice has stored its result, which is merged only
 * after the slice with that link.
 * @returns the job and the later slice.
 */
async function heldCrawl({ t }: ReliabilityStack, url: string, short: boolean): Promise<{ id: string; slice: number }> {
  const sooner = short ? { heartbeatTimeoutSecs: shortHeartbeatTimeoutSecs } : {}
  const id = await t.api.start({ url, output: ['markdown'], sitemap: 'skip', ...sooner })
  const job = storedJob(id)
  let held = -1
  for (let slice = 1; held < 0; slice += 1) {
    await untilStored(t, id, 'slices/', (keys) => keys.includes(sliceKey(job, slice)))
    const list = await t.store.getJson<SliceList>(sliceKey(job, slice))
    if (list?.pages.some((page) => page.url.endsWith(heldPath)) === true) held = slice
  }
  const later = held + 1
  await untilStored(t, id, 'slices/', (keys) => keys.includes(sliceResultKey(job, later)))
  return { id, slice: later }
}

async function poisonedSlice(stack: ReliabilityStack, url: string, short: boolean): Promise<Mark[]> {
  const { t } = stack
  const { id, slice } = await heldCrawl(stack, url, short)
  const key = sliceResultKey(storedJob(id), slice)
  const result = await t.store.getJson<{ outcomes: { sketch?: unknown }[] }>(key)
  for (const outcome of result!.outcomes) outcome.sketch = {}
  await t.store.put(key, JSON.stringify(result))
  const final = await t.api.watch(id, undefined, endMaxSeconds * 1_000)
  const warned = final.warnings.some((text) => text.includes(`result of slice ${slice} made merging fail`))
  return [
    equals('status with a slice that cannot be merged', String(final.status), 'completed'),
    allOf('pages of it', final.completed, pages),
    holds('warning', warned ? 'names the slice' : final.warnings.join(), 'names the slice', warned),
  ]
}

async function lostGeneration(stack: ReliabilityStack, url: string, short: boolean): Promise<Mark[]> {
  const { t } = stack
  const { id } = await heldCrawl(stack, url, short)
  const told = (await t.api.request('GET', `/crawl/${id}`)).body.completed
  await cutObject(t, frontierDeltaKey(storedJob(id), 1))
  // Makes another worker read the frontier from the store.
  await t.stack.part('scrapeWorker').kill('SIGKILL')
  await t.stack.part('scrapeWorker').ready()
  const readyAtMs = performance.now()
  const final = await t.api.watch(id, undefined, endMaxSeconds * 1_000)
  const seconds = (performance.now() - readyAtMs) / 1_000
  const has = Object.keys(final.partialS3PresignedUrls ?? {}).length
  return [
    equals('status with a generation that is cut', String(final.status), 'failed'),
    atMost('from the next worker to the end', seconds, endMaxSeconds, ' s'),
    reported('its error', String(final.error)),
    allOf('archives of it', has, 1),
    holds(
      'pages of it',
      String(final.completed),
      `the ${told} that were told before, or more`,
      final.completed >= told,
    ),
  ]
}

export const poisonRow: Row = {
  id: 'R38',
  name: 'Poison',
  method:
    'Two crawls hold their first link. Of one the result of a finished slice is written over with values that no merge takes; of the other a generation of the frontier is cut in half and the worker killed.',
  counted: 'Status, pages, warnings, archives; time to the end.',
  passMark: 'the first ends completed with every page; the second failed within 120 s with what its slices stored',
  stack: { browser: false },
  async run({ short, ownStack, serve }: RowContext) {
    const stack = await ownStack()
    const links = Array.from({ length: pages - 1 }, (_, at) => `<a href="/p/${at}">${at}</a>`).join(' ')
    const started = performance.now()
    const site = await serve(
      stack,
      startLabSite((path) => {
        if (path === '/') return htmlAnswer(`<title>Start</title><main>${links}</main>`)
        const page = htmlAnswer(`<title>${path}</title><main><p>The page ${path} has words of its own.</p></main>`)
        return path === heldPath ? { ...page, delayMs: heldPageMs } : page
      }),
    )
    const marks = [...(await poisonedSlice(stack, site.url, short)), ...(await lostGeneration(stack, site.url, short))]
    return [...marks, reported('time of both', `${((performance.now() - started) / 1_000).toFixed(0)} s`)]
  },
}

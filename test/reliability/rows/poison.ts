/** R38: stored objects that make every attempt at a step fail, and an end that kills its workers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'
import { frontierDeltaKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { allOf, atMost, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { htmlAnswer, startLabSite } from '../../bench/labs/lab-site.ts'
import { download } from '../../stack/api-client.ts'
import { killedBy } from '../../stack/fatal-request.ts'
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

/** Longest time to the end of a job whose archives kill six workers, seconds. */
const fatalMaxSeconds = 300
/** Longest time to its archives once they kill no worker, seconds. */
const mendedMaxSeconds = 60

/** Crawls while each worker that begins to write an archive of the job dies, then builds its archives. */
async function fatalEnd({ t }: ReliabilityStack, url: string, file: string): Promise<Mark[]> {
  const id = await t.api.start({ url, output: ['markdown'], sitemap: 'skip' })
  await writeFile(file, `${id}/archive/`)
  await t.api.watch(id, ({ completed }) => completed === pages, endMaxSeconds * 1_000)
  const crawledAtMs = performance.now()
  const final = await t.api.watch(id, undefined, fatalMaxSeconds * 1_000)
  const seconds = (performance.now() - crawledAtMs) / 1_000
  await rm(file)
  const again = await t.api.request('POST', `/crawl/${id}/finalise`)
  const endsAt = performance.now() + mendedMaxSeconds * 1_000
  let link: string | undefined
  while (link === undefined && performance.now() < endsAt) {
    await sleep(500)
    const { body } = await t.api.request('GET', `/crawl/${id}`)
    link = body.s3PresignedUrls?.['markdown'] ?? body.partialS3PresignedUrls?.['markdown']
  }
  const archived = link === undefined ? 0 : (await download(link)).manifest.pages.length
  return [
    equals('status of a crawl whose archives kill every worker', String(final.status), 'failed'),
    reported('its error', String(final.error)),
    atMost('from its last page to the end', seconds, fatalMaxSeconds, ' s'),
    allOf('pages of it', final.completed, pages),
    equals('workers killed', String(killedBy(file)), '6'),
    equals('finalise once none is killed', String(again.status), '202'),
    allOf('pages of its archive then', archived, pages),
  ]
}

export const poisonRow: Row = {
  id: 'R38',
  name: 'Poison',
  method:
    'Two crawls hold their first link. Of one the result of a finished slice is written over with values that no merge takes; of the other a generation of the frontier is cut in half and the worker killed. Each worker that begins an archive of a third crawl dies (not in the shortened form).',
  counted: 'Status, pages, warnings, archives; time to the end.',
  passMark:
    'the first ends completed with every page; the second failed within 120 s with what its slices stored, the third within 300 s, and finalise builds its archive',
  stack: { browser: false },
  async run({ short, ownStack, serve, atEnd }: RowContext) {
    const directory = await mkdtemp(join(tmpdir(), 'seine-poison-'))
    atEnd(async () => await rm(directory, { recursive: true, force: true }))
    const fatalFile = join(directory, 'fatal')
    const preload = `--import ${import.meta.resolve('../../stack/fatal-request.ts')}`
    const stack = await ownStack({ environment: { NODE_OPTIONS: preload, FATAL_REQUEST_FILE: fatalFile } })
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
    if (!short) marks.push(...(await fatalEnd(stack, site.url, fatalFile)))
    return [...marks, reported('time of all', `${((performance.now() - started) / 1_000).toFixed(0)} s`)]
  },
}

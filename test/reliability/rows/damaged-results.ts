/** R37: results that are damaged in the store before a job ends. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { allOf, atMost, equals, reported, type Mark } from '../../bench/labs/lab.ts'
import { htmlAnswer, startLabSite, type LabSite } from '../../bench/labs/lab-site.ts'
import { startReceiver, type Receiver } from '../../receiver/receiver.ts'
import { download, downloadLines } from '../../stack/api-client.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'
import { cutObject, untilStored } from '../stored-objects.ts'

const allPages = 300
const shortPages = 60
/** Delay of the last page, during which the results of the others are damaged, milliseconds. */
const lastPageMs = 4_000
const batchPages = 40
/** Bytes of a page in each format that no compression makes smaller. */
const batchPageBytes = 160_000
/** Each format alone needs a temporary file, not only both together. */
const shortBatchPages = 1 + Math.ceil(archiveLimits.spoolBufferBytes / batchPageBytes)
const endMaxSeconds = 60
/** How long to wait for a second terminal event, milliseconds. */
const settleMs = 2_000

const endsOf = (receiver: Receiver, id: string): number =>
  receiver.accepted(id).filter(({ type }) => /\.(completed|failed)$/.test(type)).length

async function damagedCrawl(
  { t }: ReliabilityStack,
  site: LabSite,
  receiver: Receiver,
  pages: number,
): Promise<Mark[]> {
  const webhook = { url: receiver.url, events: ['completed', 'failed'] }
  const id = await t.api.start({ url: site.url, output: ['markdown'], sitemap: 'skip', webhook })
  const last = (path: string): boolean => path === '/last'
  while (!site.requests.some(({ path }) => last(path)) || site.requests.length < pages) await sleep(20)
  const [, gone, cut] = await untilStored(t, id, 'pages/', (keys) => keys.length > 3)
  const whole = await Promise.all([gone!, cut!].map(async (key) => [key, await t.store.get(key)] as const))
  await t.store.delete([gone!])
  await cutObject(t, cut!)
  const damagedAtMs = performance.now()
  const final = await t.api.watch(id, undefined, endMaxSeconds * 2_000)
  const seconds = (performance.now() - damagedAtMs) / 1_000
  const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
  const lost = manifest.lost?.length ?? 0
  await receiver.until(() => endsOf(receiver, id) > 0)
  const named = final.warnings.find((text) => /segments of the results cannot be read completely/.test(text))

  for (const [key, bytes] of whole) await t.store.put(key, bytes!)
  const again = await t.api.request('POST', `/crawl/${id}/finalise`)
  let { body } = await t.api.request('GET', `/crawl/${id}`)
  const endsAt = performance.now() + endMaxSeconds * 1_000
  while (body.warnings.length > 0 && performance.now() < endsAt) {
    await sleep(200)
    body = (await t.api.request('GET', `/crawl/${id}`)).body
  }
  const mended = (await download(body.s3PresignedUrls?.['markdown'])).manifest
  await sleep(settleMs)
  return [
    equals('status with one segment gone and one cut', String(final.status), 'completed'),
    atMost('from the damage to the end', seconds, endMaxSeconds, ' s'),
    allOf('pages of the archive and pages named as lost', manifest.pages.length + lost, pages),
    reported('pages lost', String(lost)),
    allOf('segments named in warnings', named?.match(/\.ndjson\.zst/g)?.length ?? 0, 2),
    equals('finalise once they are back', again.status, 202),
    allOf('pages of the archive then', mended.pages.length, pages),
    allOf('terminal events of both ends', endsOf(receiver, id), 1),
  ]
}

async function batchWithoutRoom({ t }: ReliabilityStack, site: LabSite, pages: number): Promise<Mark[]> {
  const urls = Array.from({ length: pages }, (_, at) => new URL(`/heavy/${at}`, site.url).href)
  const id = await t.api.startBatch({ urls, output: ['markdown', 'html'] })
  const final = await t.api.watch(id, undefined, endMaxSeconds * 2_000)
  const links = Object.values(final.s3PresignedUrls ?? {})
  const lines = (await Promise.all(links.map(async (link) => await downloadLines(link)))).flat()
  const whole = lines.filter(({ success }) => success)
  return [allOf('lines of a batch without room for temporary files', whole.length, 2 * pages)]
}

export const damagedResultsRow: Row = {
  id: 'R37',
  name: 'Damaged results',
  method:
    'While a crawl waits for its last page, one of its segments is deleted and the file of another is cut in half; after its end both are put back and the job is finalised again. A batch with 12 MB of results ends on a worker that may write no temporary file.',
  counted: 'Status; pages of the archive and pages named as lost; warnings; terminal events; lines of the batch.',
  passMark: 'the job ends within 60 s with every other page and each lost one named; whole after finalise; 1 event',
  stack: { browser: false, environment: { SEINE_SPOOL_MAX_BYTES: '0' } },
  async run({ short, ownStack, atEnd }: RowContext) {
    const pages = short ? shortPages : allPages
    const stack = await ownStack()
    const links = Array.from({ length: pages - 2 }, (_, at) => `<a href="/p/${at}">${at}</a>`).join(' ')
    const site = await startLabSite((path) => {
      if (path === '/') return htmlAnswer(`<title>Start</title><main>${links} <a href="/last">last</a></main>`)
      if (path.startsWith('/heavy/'))
        return htmlAnswer(`<main><p>${randomBytes(batchPageBytes).toString('base64')}</p></main>`)
      const page = htmlAnswer(`<title>${path}</title><main><p>The page ${path} has words of its own.</p></main>`)
      return path === '/last' ? { ...page, delayMs: lastPageMs } : page
    })
    atEnd(async () => await site.close())
    const receiver = await startReceiver()
    atEnd(async () => await receiver.close())
    receiver.expect([stack.t.stack.file.webhookSecret])
    await Promise.all([site.url, receiver.url].map(async (url) => await stack.allow(url)))
    return [
      ...(await damagedCrawl(stack, site, receiver, pages)),
      ...(await batchWithoutRoom(stack, site, short ? shortBatchPages : batchPages)),
    ]
  },
}

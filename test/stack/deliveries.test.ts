/** Delivery targets: archives are copied to a second object store, whatever fails in between. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { targetDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { Body } from './api-client.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'
import { lakePrefix, startTargetStore, type TargetStore } from './target-store.ts'
import { pollPauseMs } from './poll-pause.ts'
import type { RunningVersitygw } from './versitygw.ts'

interface Delivery {
  target: string
  state: string
  files: { name: string; bytes: number; sha256: string }[]
  error: string | null
  delivered_at: string | null
}

/** Tries are made 0, 5, 15, 35 and 75 s after the first; this lies between the last two. */
const giveUpSecs = 60
const pageCharacters = 700_000

describe('deliveries', () => {
  let t: TestStack
  let lake: TargetStore
  let target: RunningVersitygw
  let pages: Server

  before(async () => {
    lake = await startTargetStore()
    target = lake.store
    // Text that does not become smaller: an archive of several parts needs few pages.
    pages = createServer((_request, response) => {
      const text = randomBytes(pageCharacters / 2).toString('hex')
      response.setHeader('content-type', 'text/html')
      response.end(`<html><title>Numbers</title><body><h1>Numbers</h1><p>${text}</p></body></html>`)
    }).listen(0, '127.0.0.1')
    await once(pages, 'listening')
    t = await startTestStack({
      egressAllow: [`127.0.0.1/32:${(pages.address() as AddressInfo).port}`],
      environment: {
        SEINE_DELIVERY_TARGETS_FILE: lake.targetsFile,
        SEINE_DELIVERY_GIVE_UP_SECS: String(giveUpSecs),
      },
    })
  })
  after(async () => {
    await t?.close()
    await lake?.close()
    pages?.close()
  })

  const deliveriesOf = (body: Body): Delivery[] => body['deliveries'] as Delivery[]

  /**
   * Reads the status until the first delivery is as asked for.
   * @param isMoment whether that is soon over.
   */
  async function until(id: string, isSo: (first: Delivery) => boolean, isMoment = false): Promise<Delivery[]> {
    const startedAt = Date.now()
    for (const endsAt = startedAt + 240_000; ;) {
      const { status, body } = await t.api
        .request('GET', id.startsWith('batch') ? `/batch/scrape/${id}` : `/crawl/${id}`)
        .catch(() => ({ status: 0, body: null }))
      const deliveries = status === 200 && body !== null ? deliveriesOf(body) : []
      if (deliveries[0] !== undefined && isSo(deliveries[0])) return deliveries
      assert.ok(Date.now() < endsAt, JSON.stringify(deliveries))
      await sleep(pollPauseMs(isMoment ? 0 : Date.now() - startedAt))
    }
  }

  const delivered = async (id: string): Promise<Delivery[]> => await until(id, ({ state }) => state === 'delivered')

  /** Asserts that the archives at the target are those of the job, byte for byte, and returns the manifest. */
  async function assertCopied(id: string, delivery: Delivery, prefix = lakePrefix): Promise<Record<string, unknown>> {
    const folder = join(target.bucket, prefix, id)
    const { s3PresignedUrls, partialS3PresignedUrls } = await t.api.status(id)
    const links = Object.values((s3PresignedUrls ?? partialS3PresignedUrls) as Record<string, string>)
    assert.deepEqual(
      (await readdir(folder)).toSorted(),
      [...delivery.files.map(({ name }) => name), 'manifest.json'].toSorted(),
    )
    assert.equal(delivery.files.length, links.length)
    for (const link of links) {
      const bytes = Buffer.from(await (await fetch(link)).arrayBuffer())
      const name = new URL(link).pathname.split('/').at(-1) ?? ''
      const file = delivery.files.find((each) => each.name === name)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      assert.deepEqual(file, { name, bytes: bytes.byteLength, sha256 })
      assert.ok(bytes.equals(await readFile(join(folder, name))), name)
    }
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>
    assert.deepEqual(manifest['files'], delivery.files)
    return manifest
  }

  /** A batch whose archive has several parts. */
  const startLarge = async (): Promise<string> => {
    const { port } = pages.address() as AddressInfo
    const urls = Array.from({ length: 40 }, (_, at) => `http://127.0.0.1:${port}/${at}`)
    return await t.api.startBatch({ urls, output: ['html'], deliver_to: ['lake'] })
  }

  it('copies the archives of crawls and batches to every target that is named', async () => {
    const crawl = await t.api.start({
      url: t.site.url,
      limit: 5,
      output: ['markdown', 'links'],
      deliver_to: ['lake', 'second', 'lake'],
    })
    assert.deepEqual(deliveriesOf(await t.api.status(crawl))[0]?.state, 'waiting')
    await t.api.watch(crawl)
    await delivered(crawl)
    await closedWorkflow(t, targetDeliveryIdOf(crawl, 'second'))
    const [first, second, ...others] = deliveriesOf(await t.api.status(crawl))
    assert.deepEqual([others, second?.state, first?.error], [[], 'delivered', null])
    const manifest = await assertCopied(crawl, first!)
    await assertCopied(crawl, second!, 'second')
    assert.equal((manifest['job'] as Body)['id'], crawl)

    const batch = await t.api.startBatch({ urls: [t.site.url], deliver_to: ['lake'] })
    await t.api.watch(batch)
    const [copy] = await delivered(batch)
    await assertCopied(batch, copy!)
    const plain = await t.api.startBatch({ urls: [t.site.url] })
    assert.deepEqual((await t.api.watch(plain))['deliveries'], [])
  })

  it('is visible to operators, without credentials', async () => {
    const id = await t.api.startBatch({ urls: [t.site.url], deliver_to: ['lake'] })
    await t.api.watch(id)
    await delivered(id)
    const name = targetDeliveryIdOf(id, 'lake')
    const description = await closedWorkflow(t, name)
    assert.equal(description.status.name, 'COMPLETED')
    assert.equal(await description.staticSummary(), `delivery to lake · ${id}`)
    const { events } = await t.temporal.workflow.getHandle(name).fetchHistory()
    const history = JSON.stringify(events, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    )
    for (const hidden of [target.config.SEINE_S3_ENDPOINT, dirname(lake.targetsFile), lakePrefix]) {
      assert.ok(!history.includes(hidden), hidden)
    }
  })

  it('refuses names that are no target of the tenant, and names those that are', async () => {
    for (const name of ['ocean', 'foreign']) {
      const { status, body } = await t.api.request('POST', '/crawl', { url: t.site.url, deliver_to: ['lake', name] })
      assert.equal(status, 422)
      const [problem, ...others] = body['errors'] as { pointer: string; message: string }[]
      assert.deepEqual([problem?.pointer, others], ['/deliver_to/1', []])
      assert.ok(problem?.message.includes(`"${name}"`), problem?.message)
      assert.match(problem?.message ?? '', /`lake`, `second`, `homeless`, got/)
    }
  })

  it('delivers what a run of a watch found', async () => {
    const created = await t.api.request('POST', '/watches', {
      name: 'delivered',
      batch: { urls: [t.site.url], output: ['markdown'], deliver_to: ['lake'] },
      schedule: { every_seconds: 86_400 },
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { body } = await t.api.request('POST', `/watches/${String(created.body['watch_id'])}/run`)
    const id = String(body['job_id'])
    const [copy] = await delivered(id)
    await assertCopied(id, copy!)
  })

  it('waits for a target that is unavailable, and for credentials that are wrong', async () => {
    await target.kill('SIGKILL')
    const away = await t.api.startBatch({ urls: [t.site.url], deliver_to: ['lake'] })
    await t.api.watch(away)
    const [whileAway] = await until(away, ({ error }) => error !== null)
    assert.deepEqual([whileAway?.state, whileAway?.delivered_at], ['delivering', null])
    assert.match(whileAway?.error ?? '', /cannot be reached \(ECONNREFUSED\)/)
    await target.start()
    const [copy] = await delivered(away)
    await assertCopied(away, copy!)

    await writeFile(lake.secretFile, 'wrong\n')
    const refused = await t.api.startBatch({ urls: [t.site.url], deliver_to: ['lake'] })
    await t.api.watch(refused)
    const [wrong] = await until(refused, ({ error }) => error !== null)
    assert.match(wrong?.error ?? '', /refuses the secret of the access key/)
    await writeFile(lake.secretFile, 'secret\n')
    await delivered(refused)
  })

  for (const [part, what] of [
    ['scrapeWorker', 'its worker is killed'],
    ['temporal', 'Temporal is killed'],
    ['objectStore', 'the own store is killed'],
  ] as const) {
    it(`delivers whole archives although ${what} in the middle of a copy`, async () => {
      const id = await startLarge()
      await until(id, ({ state }) => state === 'delivering', true)
      await sleep(150)
      target.signal('SIGSTOP')
      const [during] = deliveriesOf(await t.api.status(id))
      await t.stack.part(part).kill('SIGKILL')
      await sleep(500)
      target.signal('SIGCONT')
      assert.deepEqual([during?.state, during?.files], ['delivering', []], 'it was in the middle')
      const [copy] = await delivered(id)
      assert.ok((copy?.files[0]?.bytes ?? 0) > deliveryLimits.partBytes * 2)
      await assertCopied(id, copy!)
    })
  }

  it('gives up a target without a bucket, and delivers when it is finalised again', async () => {
    const id = await t.api.startBatch({ urls: [t.site.url], deliver_to: ['homeless'] })
    await t.api.watch(id)
    const [during] = await until(id, ({ error }) => error !== null)
    assert.match(during?.error ?? '', /bucket of the target does not exist/)
    const again = await t.api.request('POST', `/batch/scrape/${id}/finalise`)
    assert.deepEqual([again.status, again.body['finalising']], [200, false], 'it is being tried')
    const [failed] = await until(id, ({ state }) => state === 'failed')
    assert.match(failed?.error ?? '', /bucket of the target does not exist/)
    const { status } = await closedWorkflow(t, targetDeliveryIdOf(id, 'homeless'))
    assert.equal(status.name, 'COMPLETED')

    const bucket = target.client({ SEINE_S3_BUCKET: 'not-created' })
    await bucket.ensureBucket()
    assert.equal((await t.api.request('POST', `/batch/scrape/${id}/finalise`)).status, 202)
    await delivered(id)
    assert.equal((await bucket.list(`${lakePrefix}/${id}/`)).length, 2)
    assert.ok((await readdir(join(dirname(target.bucket), 'not-created', lakePrefix, id))).includes('manifest.json'))
    bucket.close()
  })
})

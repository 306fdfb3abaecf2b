/** `GET /key` and `GET /service` against real workers, Temporal and store. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { KeyReport, ServiceReport } from '@seine/shared/api/schemas/service-schema.ts'
import { until } from '../browser/pool-lab.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('the report about the service', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack({ environment: { SEINE_TEMPORAL_UI_URL: 'http://temporal.test:8233/' } })
  })
  after(async () => {
    await t?.close()
  })

  const service = async (): Promise<ServiceReport> => {
    const { status, body } = await t.api.request('GET', '/service')
    assert.equal(status, 200, JSON.stringify(body))
    return body as unknown as ServiceReport
  }

  it('counts pages and failures of jobs, and what the key uses', async () => {
    const good = ['/guide/', '/guide/?a', '/guide/?b'].map((path) => new URL(path, t.site.url).href)
    const missing = new URL('/no-such-page', t.site.url).href
    const id = await t.api.startBatch({ urls: [...good, missing] })
    await t.api.watch(id)
    await until('the pages are counted', async () => {
      const { pages } = await service()
      return pages !== null && pages.last_hour.completed + pages.last_hour.failed === 4
    })
    const { pages, failures, tenants } = await service()
    assert.deepEqual(pages?.last_hour, { completed: 3, failed: 1 })
    assert.equal(pages?.complete, true)
    assert.deepEqual(failures, [{ code: 'http_status', pages: 1 }])
    assert.deepEqual(
      tenants?.map(({ tenant, last_hour }) => [tenant, last_hour]),
      [['default', { completed: 3, failed: 1 }]],
    )
    const { body } = await t.api.request('GET', '/key')
    const { usage, operator, tenant } = body as unknown as KeyReport
    assert.deepEqual([operator, tenant], [true, 'default'])
    assert.equal(usage.starts_per_minute, 1)
  })

  it('shows running jobs, workers and queues', async () => {
    const id = await t.api.start({ url: new URL('/', t.site.url).href, limit: 1_000 })
    await t.api.request('POST', `/crawl/${id}/pause`)
    // Temporal adds a workflow to its index a moment after its start.
    await until('the running job is counted', async () => (await service()).running?.crawl === 1)
    await until('the job has a place of its key', async () => {
      const { body } = await t.api.request('GET', '/key')
      return (body as unknown as KeyReport).usage.concurrent_jobs === 1
    })
    const { processes, queues, temporal_ui, version } = await service()
    const kinds = processes?.map(({ kind, status, version: runs }) => [kind, status, runs])
    assert.deepEqual(kinds, [
      ['gateway', 'ready', version],
      ['scrape_worker', 'ready', version],
    ])
    assert.ok((processes?.[1]?.slots?.capacity ?? 0) > 0)
    const polled = queues?.filter(({ name }) => name !== 'seine-browser-pages') ?? []
    assert.deepEqual(
      polled.map(({ name, tasks }) => `${name} ${tasks}`),
      [
        'seine-control workflows',
        'seine-control activities',
        'seine-pages activities',
        'seine-archives activities',
        'seine-notify activities',
        'seine-deliveries activities',
      ],
    )
    for (const { name, workers } of polled) assert.ok(workers > 0, `${name} has no workers`)
    assert.equal(temporal_ui, 'http://temporal.test:8233')
    await t.api.request('DELETE', `/crawl/${id}`)
    await until('the job is not counted any more', async () => (await service()).running?.crawl === 0)
  })

  it('shows how long tasks wait while there is no worker', async () => {
    const worker = t.stack.part('scrapeWorker')
    await worker.stop()
    const id = await t.api.start({ url: new URL('/guide/', t.site.url).href, limit: 1 })
    await until('the first task waits', async () => {
      const { queues, processes } = await service()
      const control = queues?.find(({ name, tasks }) => name === 'seine-control' && tasks === 'workflows')
      const isGone = processes?.some(({ kind, status }) => kind === 'scrape_worker' && status === 'unavailable')
      return control !== undefined && control.backlog > 0 && control.oldest_seconds > 0 && isGone === true
    })
    await worker.start()
    await t.api.watch(id)
  })
})

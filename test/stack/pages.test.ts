/** Finished pages with their results, read while their job runs: over a worker's death and from two gateways. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient, download, downloadLines, type Body } from './api-client.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'
import { startExtraWorker, type ExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

interface Entry {
  index: number
  url: string
  status: number | null
  success: boolean
  title: string | null
  depth: number | null
  fetchedAt: string | null
  output: Record<string, unknown>
  omitted: unknown[]
  errorCode: string | null
  attempts?: unknown[]
}

const pathOf = (id: string): string => (id.startsWith('batch-') ? `/batch/scrape/${id}` : `/crawl/${id}`)

describe('the pages of a job', () => {
  const usualLatencyMs = 20
  const site = { latencyMs: usualLatencyMs }
  let t: TestStack
  let second: ExtraWorker
  let other: ApiClient
  before(async () => {
    t = await startTestStack({ site })
    const port = await freePort()
    second = startExtraWorker(t, { SEINE_GATEWAY_HOST: '127.0.0.1', SEINE_GATEWAY_PORT: String(port) }, 'gateway')
    await second.says('gateway listens')
    other = new ApiClient(`http://127.0.0.1:${port}`, t.stack.file.apiKey)
  })
  after(async () => {
    await second?.stop()
    await t?.close()
  })
  beforeEach(() => {
    t.site.reset()
    site.latencyMs = usualLatencyMs
  })

  async function part(api: ApiClient, id: string, query: string): Promise<Body> {
    const { status, body } = await api.request('GET', `${pathOf(id)}/pages?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** Follows the pages of a job to their end, alternating between the gateways. */
  async function follow(id: string, query: string, onPart: (entries: Entry[]) => void = () => undefined) {
    const entries: Entry[] = []
    let cursor: string | null = null
    for (let turn = 0; ; turn += 1) {
      const asked: string = cursor === null ? query : `${query}&cursor=${cursor}`
      // A gateway that was killed comes back; until then the other one is asked.
      const body = await part(turn % 2 === 0 ? t.api : other, id, asked).catch((error: unknown) => {
        if (error instanceof TypeError) return null
        throw error
      })
      if (body === null) continue
      const data = body['data'] as Entry[]
      entries.push(...data)
      onPart(entries)
      cursor = body['next_cursor'] as string | null
      assert.equal(cursor === null, body['complete'])
      if (cursor === null) return entries
      if (data.length === 0) await sleep(50)
    }
  }

  function assertEachOnce(entries: readonly Entry[]): void {
    assert.equal(new Set(entries.map(({ index }) => index)).size, entries.length)
  }

  it('come each once while worker and gateway are killed, in an order that stays', async () => {
    site.latencyMs = 200
    const id = await t.api.start({ url: t.site.url, output: ['markdown', 'links'], heartbeatTimeoutSecs: 3 })
    const kills: Promise<void>[] = []
    let early = 0
    const entries = await follow(id, 'limit=7', (so) => {
      if (so.length >= 5 && kills.length === 0) {
        early = so.length
        kills.push(t.stack.part('scrapeWorker').kill('SIGKILL'))
      }
      if (so.length >= 30 && kills.length === 1) {
        site.latencyMs = usualLatencyMs
        kills.push(t.stack.part('gateway').kill('SIGKILL'))
      }
    })
    await Promise.all(kills)
    assert.equal(kills.length, 2)
    const final = await other.status(id)
    assert.equal(final.status, 'completed')
    assert.ok(early > 0 && early < entries.length)
    assertEachOnce(entries)
    assert.equal(entries.length, final.completed + final.failed)
    assert.equal(entries.filter(({ success }) => success).length, final.completed)

    const again = await follow(id, 'limit=100&attempts=true')
    assert.deepEqual(
      again.map(({ attempts: _attempts, ...entry }) => entry),
      entries,
    )
    const archive = await download(final.s3PresignedUrls?.['markdown'])
    const byUrl = new Map(entries.map((entry) => [entry.url, entry]))
    for (const page of archive.manifest.pages) {
      const entry = byUrl.get(page.url)
      assert.ok(entry !== undefined, page.url)
      assert.deepEqual(entry.omitted, [])
      assert.equal(entry.title, page.title)
      assert.equal(entry.depth, page.depth)
      assert.equal(entry.fetchedAt, page.fetchedAt)
      if (page.file !== undefined) assert.equal(entry.output['markdown'], await archive.text(page.file))
      assert.ok(Array.isArray(entry.output['links']))
    }
    for (const { attempts, success } of again) if (success) assert.ok((attempts ?? []).length > 0)
  })

  it('come one by one with metadata, and say what is not there', async () => {
    const urls = ['/', '/docs/', '/', '/nowhere'].map((path) => t.site.origin + path)
    const id = await t.api.startBatch({ urls, output: ['markdown', 'html'] })
    const entries = await follow(id, 'output=markdown')
    assertEachOnce(entries)
    const final = await t.api.status(id)
    const lines = await downloadLines(final.s3PresignedUrls?.['markdown'])
    for (const entry of entries) {
      const line = lines[entry.index]!
      assert.deepEqual([entry.url, entry.success, entry.errorCode], [line.url, line.success, line.errorCode])
      assert.deepEqual(entry.output, line.success ? { markdown: line.output } : {})
      const one = await t.api.request('GET', `${pathOf(id)}/pages/${entry.index}`)
      assert.equal(one.status, 200)
      assert.deepEqual(Object.keys(one.body['output'] as object), line.success ? ['markdown', 'html'] : [])
      const { title } = one.body['metadata'] as { title: string | null }
      assert.equal(title, entry.title)
      assert.ok((one.body['attempts'] as unknown[]).length > 0)
    }
    const titles = await follow(id, 'output=none')
    assert.deepEqual(
      titles,
      entries.map((entry) => ({ ...entry, output: {}, omitted: [] })),
    )
    const codes = async (path: string): Promise<unknown> => {
      const { status, body } = await t.api.request('GET', `${pathOf(id)}${path}`)
      return [status, body.code]
    }
    assert.deepEqual(await codes('/pages/4'), [404, 'page_not_found'])
    assert.deepEqual(await codes('/pages/x'), [404, 'page_not_found'])
    assert.deepEqual(await codes('/pages?output=links'), [422, 'validation_failed'])
    assert.deepEqual(await codes('/pages?output=none,markdown'), [422, 'validation_failed'])
    assert.deepEqual(await codes('/pages?limit=101&attempts=maybe'), [422, 'validation_failed'])
    assert.deepEqual(await codes('/pages?cursor=abc'), [422, 'validation_failed'])
    assert.deepEqual(await codes('/pages?formats=markdown'), [422, 'unknown_field'])
  })

  it('end for a job that is cancelled', async () => {
    site.latencyMs = 500
    const id = await t.api.start({ url: t.site.url, limit: 40 })
    const cancels: Promise<Body>[] = []
    const entries = await follow(id, 'limit=100', (so) => {
      if (so.length > 0 && cancels.length === 0) cancels.push(t.api.cancel(id))
    })
    await Promise.all(cancels)
    const final = await t.api.status(id)
    assert.equal(final.status, 'cancelled')
    assert.equal(entries.length, final.completed + final.failed)
    assertEachOnce(entries)
  })
})

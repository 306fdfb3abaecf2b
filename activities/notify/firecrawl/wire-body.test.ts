import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import type { TryOutcome } from '../delivery-plan.ts'
import { everything, finalStatus, jobId, jobInput, SimulatedDelivery } from '../testing/simulated-delivery.ts'
import { wireBody, type WireBody } from './wire-body.ts'

const plan: WebhookPlan = { ...everything, cancelled: true }

const wireInput = (metadata: unknown = null) =>
  jobInput({
    notify: {
      webhook: { url: 'https://receiver.example/hook', form: 'firecrawl', headers: {}, metadata, events: plan },
      email: null,
    },
  })

/** A job whose webhook has the wire form. */
function wireJob(answer: (body: WireBody) => TryOutcome = () => ({ kind: 'delivered' }), wanted = plan) {
  const job = new SimulatedDelivery((body) => answer(body as unknown as WireBody), { plan: wanted })
  job.input = wireInput()
  return job
}

const bodies = (job: SimulatedDelivery): WireBody[] => job.taken as unknown as WireBody[]

describe('events in the wire form', () => {
  it('have the types of that API, documents and an id that stays', async () => {
    let refused = 0
    const job = wireJob(({ type }) =>
      type === 'crawl.page' && (refused += 1) === 1 ? { kind: 'failed', retryAfterMs: null } : { kind: 'delivered' },
    )
    job.count(2)
    await job.end('completed')
    await job.run(600_000)
    const page = (index: number) => ({
      success: true,
      type: 'crawl.page',
      id: jobId,
      webhookId: `evt_${jobId}_${index + 2}`,
      data: [{ markdown: `# ${index}`, metadata: { sourceURL: `https://site.example/${index}` } }],
      metadata: {},
    })
    const ended = { success: true, id: jobId, data: [], metadata: {} }
    assert.deepEqual(bodies(job), [
      { ...ended, type: 'crawl.started', webhookId: `evt_${jobId}_1` },
      page(0),
      page(1),
      { ...ended, type: 'crawl.completed', webhookId: `evt_${jobId}_4` },
    ])
    assert.equal(job.calls.length, 5)
    assert.deepEqual(
      job.calls.map(({ form, eventId }) => [form, eventId]),
      [1, 2, 2, 3, 4].map((sequence) => ['firecrawl', `evt_${jobId}_${sequence}`]),
    )
    assert.equal(job.calls[1]?.body, job.calls[2]?.body)
  })

  it('end with the cancellation of a job for those who want it', async () => {
    const job = wireJob()
    job.count(1)
    await job.end('cancelled')
    await job.run(1_000)
    assert.deepEqual(
      bodies(job).map(({ type, success }) => [type, success]),
      [
        ['crawl.started', true],
        ['crawl.page', true],
        ['crawl.cancelled', false],
      ],
    )
    const other = wireJob(() => ({ kind: 'delivered' }), everything)
    other.count(1)
    await other.end('cancelled')
    await other.run(1_000)
    assert.deepEqual(
      bodies(other).map(({ type }) => type),
      ['crawl.started', 'crawl.page'],
    )
  })

  it('read no content of pages that are given up without a try', async () => {
    const job = wireJob(() => ({ kind: 'gone' }))
    let reads = 0
    job.documents = {
      of: async () => {
        reads += 1
        return await Promise.resolve({ metadata: {} })
      },
    }
    job.count(50)
    await job.run(1_000)
    assert.deepEqual([job.calls.length, job.givenUp, reads], [1, 51, 0])
  })

  it('that were delivered are not sent again after a fault of the store', async () => {
    const job = wireJob()
    job.count(3)
    const { documents } = job
    let away = true
    job.documents = {
      of: async (input, noted, room) => {
        if (noted.number === 3 && away) throw new StoreUnavailableError('away')
        return await documents.of(input, noted, room)
      },
    }
    await assert.rejects(job.call(), StoreUnavailableError)
    away = false
    await job.call({ attempt: 2 })
    assert.deepEqual(
      job.calls.map(({ eventId }) => eventId),
      [1, 2, 3, 4].map((sequence) => `evt_${jobId}_${sequence}`),
    )
  })

  it('state why a page or a job failed, and give the metadata back', async () => {
    const note = { index: 0, url: 'https://a/', finalUrl: null, status: 500, success: false, attempts: 1 }
    const failure = { ...note, error: 'HTTP 500', errorCode: 'http_status' }
    const documents = { of: async () => await Promise.resolve({ metadata: { sourceURL: 'https://a/' } }) }
    const input = wireInput({ order: '7' })
    const page = { name: 'page', page: { number: 1, atMs: 0, note: failure } } as const
    const failed = await wireBody({ ...input, kind: 'batch' } as typeof input, 2, page, documents)
    assert.deepEqual(
      [failed.type, failed.success, failed.error, failed.data.length, failed.metadata],
      ['batch_scrape.page', false, 'HTTP 500', 1, { order: '7' }],
    )
    const status = finalStatus({ status: 'failed', error: 'the start page failed' })
    const end = await wireBody(input, 3, { name: 'failed', status }, documents)
    assert.deepEqual([end.type, end.success, end.error], ['crawl.failed', false, 'the start page failed'])
  })

  it('leave a page the room that the metadata of the caller leaves', async () => {
    const rooms: number[] = []
    const documents = {
      of: async (_input: unknown, _note: unknown, room: number) => {
        rooms.push(room)
        return await Promise.resolve({ metadata: {} })
      },
    }
    const note = { index: 0, url: 'https://a/', finalUrl: null, status: 200, success: true, attempts: 1 }
    const page = {
      name: 'page',
      page: { number: 1, atMs: 0, note: { ...note, error: null, errorCode: null } },
    } as const
    await wireBody(wireInput('x'.repeat(100_000)), 2, page, documents)
    await wireBody(wireInput(), 2, page, documents)
    assert.equal(rooms[1]! - rooms[0]!, 100_000)
    assert.ok(rooms[1]! < webhookLimits.documentBodyMaxBytes)
  })
})

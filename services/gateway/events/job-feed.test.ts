import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { jobNotFound, type ApiError } from '../http/api-error.ts'
import { EventPortions } from './event-portions.ts'
import { JobFeed } from './job-feed.ts'
import { finalStatus, runningStatus, type JobView } from '../jobs/status-body.ts'
import { FakeNotes, newJobId, pageNote } from '../testing/fake-ports.ts'

const id = newJobId()
const createdAt = new Date('2026-01-01T00:00:00.000Z')

/** Returns a running job with the given number of completed pages. */
function running(completed: number, change: Partial<JobView> = {}): JobView {
  const counters = { total: completed, completed, failed: 0, pending: 1 }
  const facts = {
    url: 'https://e.com/',
    limit: 100,
    createdAt,
    counters,
    warnings: [],
    stalls: 0,
    paused: false,
    retryOf: null,
    tag: [],
    deliverTo: [],
  }
  return { ...runningStatus(id, 'running', facts, counters, null), ...change }
}

const final = (completed: number, link: string): JobView =>
  finalStatus(
    {
      id,
      kind: 'crawl',
      tenant: 'acme',
      status: 'completed',
      url: 'https://e.com/',
      limit: 100,
      total: completed,
      completed,
      failed: 0,
      createdAt: createdAt.toISOString(),
      completedAt: createdAt.toISOString(),
      duration: 1,
      expiresAt: createdAt.toISOString(),
      error: null,
      warnings: [],
      tag: [],
      ledgerChunks: 0,
      archives: {},
    },
    { markdown: link },
  )

function feedOf(view: JobView, readings: (JobView | ApiError)[] = []) {
  const notes = new FakeNotes()
  const feed = new JobFeed({ kind: 'crawl', id, tenant: 'acme' }, view, {
    readJob: async () => {
      const next = readings.shift() ?? new StoreUnavailableError('away')
      if (next instanceof Error) throw next
      return next
    },
    portions: new EventPortions(notes),
    lookIntervalMs: () => 1_000,
    onIdle: () => undefined,
  })
  return { feed, notes }
}

describe('what a feed sends', () => {
  it('is new when counters, status or the current page differ, not when time has passed', () => {
    const { feed } = feedOf(running(1))
    feed.update(running(1, { duration: 7 }))
    assert.equal(feed.version, 1)
    feed.update(running(1, { currentUrl: 'https://e.com/a' }))
    assert.equal(feed.version, 2)
    feed.update(running(2))
    assert.equal(feed.version, 3)
    feed.update(final(2, 'a'))
    assert.equal(feed.version, 4)
    assert.ok(feed.final)
  })

  it('never falls behind, whichever reading comes last', () => {
    const { feed } = feedOf(running(5))
    feed.update(running(4))
    assert.equal(feed.view.completed, 5)
    feed.update(final(5, 'a'))
    feed.update(running(6))
    assert.equal(feed.view.status, 'completed')
  })

  it('is the record of the job at its end, also when that counts less', () => {
    const { feed } = feedOf(running(5))
    feed.update(final(4, 'a'))
    assert.equal(feed.view.completed, 4)
  })
})

describe('links at the end', () => {
  const atHour = (t: TestContext, hours: number) => {
    const began = performance.now()
    t.mock.method(performance, 'now', () => began + hours * 3_600_000)
  }

  it('are those of the last reading while it is fresh', async () => {
    const { feed } = feedOf(final(1, 'first'), [final(1, 'second')])
    assert.equal((await feed.end(1)).s3PresignedUrls?.['markdown'], 'first')
  })

  it('are renewed once for all streams after a while', async (t) => {
    const { feed } = feedOf(final(1, 'first'), [final(1, 'second'), final(1, 'third')])
    atHour(t, 1)
    for (const told of await Promise.all([feed.end(1), feed.end(1)])) {
      assert.equal(told.s3PresignedUrls?.['markdown'], 'second')
    }
  })

  it('stay those sent before when new ones cannot be made', async (t) => {
    const { feed } = feedOf(final(1, 'first'))
    atHour(t, 1)
    assert.equal((await feed.end(1)).s3PresignedUrls?.['markdown'], 'first')
  })

  it('are not sent when counted pages have no notes any more, and the job is gone', async () => {
    const gone = jobNotFound()
    const { feed } = feedOf(final(3, 'first'), [gone])
    await assert.rejects(feed.end(2), gone)
  })

  it('are sent although counted pages have no notes, when the job exists', async () => {
    const { feed } = feedOf(final(3, 'first'), [final(3, 'second')])
    assert.equal((await feed.end(2)).s3PresignedUrls?.['markdown'], 'second')
  })
})

describe('pages of a feed', () => {
  it('are not read before any page is counted', async (t) => {
    const { feed, notes } = feedOf(running(0))
    const read = t.mock.method(notes, 'read')
    assert.equal((await feed.pages(0))?.count, 0)
    assert.equal(read.mock.callCount(), 0)
  })

  it('are read again after news, once for all who ask', async (t) => {
    const { feed, notes } = feedOf(running(1))
    const read = t.mock.method(notes, 'read')
    await Promise.all([feed.pages(0), feed.pages(0)])
    await feed.pages(0)
    assert.equal(read.mock.callCount(), 1)
    notes.ofJob.set(id, [pageNote()])
    feed.update(running(1, { currentUrl: 'https://e.com/b' }))
    assert.equal((await feed.pages(0))?.count, 1)
    await feed.pages(0)
    assert.equal(read.mock.callCount(), 2)
  })

  it('are unknown while the store is unavailable, which is not the same as none', async () => {
    const { feed, notes } = feedOf(final(1, 'a'))
    notes.fault = new StoreUnavailableError('away')
    assert.equal(await feed.pages(0), null)
  })
})

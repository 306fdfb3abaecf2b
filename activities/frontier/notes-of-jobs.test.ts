import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { noteLimits } from '@seine/shared/config/notify-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { notesPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { finaliseJob } from '../archive/finalise-job.ts'
import { endedAtMs, runJob } from '../archive/testing/run-job.ts'
import { advanceFrontier } from './advance-frontier.ts'
import { GenerationStore } from './state/generation-store.ts'
import { simulateCrawl, type SimulatedPage } from './testing/simulated-crawl.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'

const root = 'http://site.test'

/** Returns a small seeded pseudo-random number generator. */
const seeded = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return (seed >> 8) % below
}

/** A site of several hosts on which any outcome may happen to a page; the random numbers decide which. */
function restless(random: (below: number) => number, size: number) {
  const urlOf = (number: number): string => `http://${number % 7 === 3 ? `host${number % 5}` : 'site'}.test/p${number}`
  return (url: string, attempt: number): SimulatedPage => {
    const links = Array.from({ length: 6 }, () => urlOf(random(size)))
    if (url === `${root}/`) return { links: Array.from({ length: 40 }, () => urlOf(random(size))) }
    if (url.includes('host1')) return { fault: 'dns_failure' }
    if (url.includes('host2')) return { throttled: { retryAfterMs: null } }
    const chance = random(20)
    if (chance === 0) return { fault: 'http_status' }
    if (chance === 1) return { robots: 'disallowed' }
    if (chance === 2 && attempt < 3) return { deferred: { charged: random(2) === 0, delayMs: 100 } }
    if (chance === 3) return { throttled: { retryAfterMs: 500 } }
    if (chance === 4) return { escalated: 'js_shell' }
    if (chance === 5) return { links, finalUrl: urlOf(random(size)) }
    return { links }
  }
}

/** Fails one write of a note or a delta after a given number of successful writes. */
class CutOffStore extends MemoryStore {
  writesLeft = Infinity

  override async put(key: string, body: string | Uint8Array): Promise<void> {
    if (key.includes('/notes/') || key.includes('.delta.')) this.#count()
    await super.put(key, body)
  }

  #count(): void {
    this.writesLeft -= 1
    if (this.writesLeft >= 0) return
    this.writesLeft = Infinity
    throw new StoreUnavailableError('cut off')
  }
}

describe('notes of the pages of a job', () => {
  // The simulation itself asserts after every generation that there are as many notes as counted pages.
  it('are one for each page that counts, whatever happens to pages, slices and calls', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = seeded(seed)
      const limit = 5 + random(120)
      const store = new CutOffStore()
      const crawl = await simulateCrawl({
        site: restless(random, 150),
        store,
        input: {
          limit,
          crawlEntireDomain: true,
          allowSubdomains: true,
          page: { ...crawlJobInput().page, render: 'auto' },
        },
        sitemap: [`${root}/p7`, `${root}/p8`],
        pick: (running) => random(running.length),
        onAdvance: (deps) => {
          if (random(3) === 0) deps.generations = new GenerationStore(deps.store)
          if (random(3) === 0) store.writesLeft = random(2)
        },
      })
      const { last, notes } = crawl
      assert.equal(notes.length, last.counters.completed + last.counters.failed)
      const { entries } = await crawl.reload()
      for (const { index, url, success, errorCode } of notes) {
        const { reason, ...entry } = entries[index]!
        const expected = [entry.url, entry.state, success ? null : reason]
        assert.deepEqual([url, success ? 'scraped' : 'failed', errorCode], expected)
      }
    }
  })

  it('are one for each input line of a batch', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = seeded(seed)
      const urls = Array.from({ length: 1 + random(80) }, () => `${root}/p${random(60)}${random(3) === 0 ? '#x' : ''}`)
      const { last, notes } = await simulateCrawl({
        urls,
        input: { limit: urls.length },
        site: restless(random, 60),
        pick: (running) => random(running.length),
      })
      assert.equal(notes.length, last.counters.completed + last.counters.failed)
      for (const { index, url } of notes) assert.equal(url, urls[index])
    }
  })

  it('contain the same as the results of a batch', async () => {
    const urls = [`${root}/a`, `${root}/b#top`, `${root}/missing`, `${root}/b`, 'http://SITE.test/c']
    const answer = (url: string): FakeAnswer =>
      url.endsWith('/missing') ? { status: 404, body: 'no' } : ({ body: 'words', redirects: 0 } as FakeAnswer)
    const job = await runJob(batchJobInput({ lines: urls.length, limit: urls.length }), answer, { urls })
    await job.finalise({ status: 'completed' })
    const notes = (await job.notes()).toSorted((a, b) => a.index - b.index)
    assert.deepEqual(
      notes.map(({ index, url, finalUrl, status, success, errorCode }) => [
        index,
        url,
        finalUrl,
        status,
        success,
        errorCode,
      ]),
      [
        [0, urls[0], `${root}/a`, 200, true, null],
        [1, urls[1], `${root}/b`, 200, true, null],
        [2, urls[2], `${root}/missing`, 404, false, 'http_status'],
        [3, urls[3], `${root}/b`, 200, true, null],
        [4, urls[4], `${root}/c`, 200, true, null],
      ],
    )
    assert.ok(notes.every(({ attempts, error }) => attempts === 1 && (error === null || error !== '')))
  })

  it('report the pages that the end of a job cut off, and a repeated end reports the same', async () => {
    const links = Array.from({ length: 12 }, (_, at) => `/p${at}`).join(' ')
    const job = await runJob(crawlJobInput({ sitemap: 'skip' }), () => ({ body: `links: ${links}` }), {
      generations: 2,
    })
    for (const task of job.leased.slice(0, 1)) await job.runSlice(task)
    const put = job.store.putIfAbsent.bind(job.store)
    job.store.putIfAbsent = async (key, body) => {
      if (key === statusKey(job)) throw new StoreUnavailableError('away')
      return await put(key, body)
    }
    await assert.rejects(job.finalise({ status: 'cancelled' }), StoreUnavailableError)
    job.store.putIfAbsent = put
    // A slice that was considered dead still stores its pages.
    for (const task of job.leased.slice(1)) await job.runSlice(task)
    const texts = async () =>
      await Promise.all((await job.store.list(notesPrefix(job))).map((key) => job.store.get(key)))
    const before = await texts()
    const { completed, failed } = await job.finalise({ status: 'cancelled' })
    assert.ok(completed > 0)
    assert.equal((await job.notes()).length, completed + failed)
    assert.deepEqual(await texts(), before)
  })

  it('are not changed by a step of a run that no longer exists', async () => {
    for (const ahead of ['notes', 'delta']) {
      const links = Array.from({ length: 12 }, (_, at) => `/p${at}`).join(' ')
      const job = await runJob(crawlJobInput({ sitemap: 'skip' }), () => ({ body: `links: ${links}` }), {
        generations: 2,
      })
      const [first, ...others] = job.leased
      await job.runSlice(first!)
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const put = job.store.put.bind(job.store)
      const putIfAbsent = job.store.putIfAbsent.bind(job.store)
      const hold = async () => {
        job.store.put = put
        job.store.putIfAbsent = putIfAbsent
        reached.resolve()
        await released.promise
      }
      if (ahead === 'notes') {
        job.store.put = async (key, body) => {
          if (key.includes('/notes/')) await hold()
          await put(key, body)
        }
      } else {
        job.store.putIfAbsent = async (key, body) => {
          if (key.includes('.delta.')) await hold()
          return await putIfAbsent(key, body)
        }
      }
      const { id: jobId, tenant } = job
      const left = advanceFrontier(job.deps, {
        jobId,
        tenant,
        generation: 2,
        finished: [first!.slice],
        outOfOrder: true,
        room: 16,
        discovered: true,
        nowMs: 500_000,
      })
      await reached.promise
      for (const task of others) await job.runSlice(task)
      const { completed, failed } = await job.finalise({ status: 'failed', error: 'stopped' })
      assert.ok(completed > 0)
      const before = await job.notes()
      released.resolve()
      assert.equal((await left).generation, 3)
      assert.deepEqual(await job.notes(), before)
      assert.equal(before.length, completed + failed)
    }
  })

  it('are whole and the same whichever write of the end of a job failed first', async () => {
    const links = Array.from({ length: 12 }, (_, at) => `/p${at}`).join(' ')
    const texts = new Set<string>()
    for (let writes = 0, failed = true; failed; writes += 1) {
      const job = await runJob(crawlJobInput({ sitemap: 'skip' }), () => ({ body: `links: ${links}` }), {
        generations: 2,
      })
      const [first, ...others] = job.leased
      await job.runSlice(first!)
      const put = job.store.put.bind(job.store)
      let left = writes
      job.store.put = async (key, body) => {
        left -= 1
        if (left === -1) throw new StoreUnavailableError('cut off')
        await put(key, body)
      }
      const end = { status: 'failed', error: 'stopped' } as const
      await job.finalise(end).catch((error: unknown) => assert.ok(error instanceof StoreUnavailableError))
      job.store.put = put
      failed = left < 0
      const decided = await job.deps.generations.lastGeneration(job)
      // Pages that slices store after the end was decided are not counted.
      if (decided === 3) for (const task of others) await job.runSlice(task)
      await job.finalise(end)
      texts.add(JSON.stringify(await job.notes()))
    }
    assert.equal(texts.size, 1)
  })

  it('are one for each page when two attempts at ending a job see different slices', async () => {
    const links = Array.from({ length: 12 }, (_, at) => `/p${at}`).join(' ')
    const job = await runJob(crawlJobInput({ sitemap: 'skip' }), () => ({ body: `links: ${links}` }), {
      generations: 2,
    })
    await job.runSlice(job.leased.at(-1)!)
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const putIfAbsent = job.store.putIfAbsent.bind(job.store)
    job.store.putIfAbsent = async (key, body) => {
      job.store.putIfAbsent = putIfAbsent
      reached.resolve()
      await released.promise
      return await putIfAbsent(key, body)
    }
    const call = { jobId: job.id, tenant: job.tenant, outcome: { status: 'cancelled' }, endedAtMs } as const
    const slow = finaliseJob(job.deps, call)
    await reached.promise
    for (const task of job.leased) await job.runSlice(task)
    const { completed, failed } = await job.finalise({ status: 'cancelled' })
    const before = await job.notes()
    assert.equal(before.length, completed + failed)
    released.resolve()
    assert.deepEqual(await slow, { total: completed + failed, completed, failed })
    assert.deepEqual(await job.notes(), before)
  })

  it('are not written when a generation brought no page to its end', async () => {
    const { store } = await simulateCrawl({ site: () => ({ robots: 'disallowed' }) })
    assert.deepEqual(
      (await store.list('')).filter((key) => key.includes('/notes/')),
      [],
    )
  })

  it('stay small when a host with many pages is abandoned', async () => {
    const size = noteLimits.notesPerObject + 200
    const urls = Array.from({ length: size }, (_, at) => `${root}/p${at}`)
    const { store, notes } = await simulateCrawl({
      urls,
      input: { limit: size },
      site: () => ({ fault: 'dns_failure' }),
    })
    assert.equal(notes.length, size)
    for (const key of await store.list('')) {
      if (key.includes('/notes/')) assert.ok(store.objects.get(key)!.byteLength < 300 * noteLimits.notesPerObject)
    }
  })
})

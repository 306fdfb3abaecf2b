import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { kindsOf, linkedPage, reportOf, runSlice, type SliceRun } from '../slice/testing/run-slice.ts'
import { HostDesk } from './host-desk.ts'

const paths = (count: number): string[] => Array.from({ length: count }, (_, at) => `/${at}`)

/** Runs slices of as many jobs at one desk. */
async function runJobs(
  jobs: number,
  options: { pages: number; answer: (job: number) => FakeAnswer; concurrency?: number; robots?: string[] },
): Promise<SliceRun[]> {
  const hosts = new HostDesk()
  const { pages, answer, concurrency = 1, robots } = options
  return await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const slice = {
        paths: paths(pages),
        answer: () => answer(job),
        input: { id: `crawl-${job}` },
        share: { concurrency, concurrencyMax: concurrency },
        hosts,
      }
      return await runSlice(robots === undefined ? slice : { ...slice, robots })
    }),
  )
}

/**
 * Asserts that requests are apart by a delay. A busy machine may deliver one late, which shortens the next pause: the
 * mean has to be the delay, a single pause at least half of it.
 */
function assertApart(startsMs: readonly number[], delayMs: number): void {
  const pauses = startsMs.slice(1).map((startMs, at) => startMs - startsMs[at]!)
  const meanMs = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length
  assert.ok(meanMs > 0.95 * delayMs && Math.min(...pauses) > delayMs / 2, pauses.join(', '))
}

describe('slices of several jobs on one host', () => {
  it('have together as many pages in flight as the host may have', async () => {
    let inFlight = 0
    let most = 0
    const done = await runJobs(3, {
      pages: 60,
      concurrency: 32,
      answer: () => {
        inFlight += 1
        most = Math.max(most, inFlight)
        return { ...linkedPage(), gate: sleep(10).then(() => void (inFlight -= 1)) }
      },
    })
    assert.equal(most, 32)
    assert.deepEqual(
      done.map(({ summary }) => summary?.completed),
      [60, 60, 60],
    )
  })

  it('keep one crawl-delay together, in turn', async () => {
    const startsMs: number[] = []
    const jobs: number[] = []
    const done = await runJobs(3, {
      pages: 2,
      robots: ['/none\nCrawl-delay: 0.2'],
      answer: (job) => {
        startsMs.push(performance.now())
        jobs.push(job)
        return linkedPage()
      },
    })
    assert.deepEqual(
      done.map(({ summary }) => summary?.completed),
      [2, 2, 2],
    )
    assertApart(startsMs, 200)
    assert.deepEqual(new Set(jobs), new Set([0, 1, 2]))
  })

  it('keep their crawl-delay also for a page that is requested again after a stall', async () => {
    const startsMs: number[] = []
    let held = 0
    const answer = (job: number): FakeAnswer => {
      startsMs.push(performance.now())
      held += job === 0 ? 1 : 0
      return job === 0 && held === 1 ? { gate: new Promise<void>(() => undefined) } : linkedPage()
    }
    const hosts = new HostDesk()
    const robots = ['/none\nCrawl-delay: 0.2']
    const done = await Promise.all(
      [1, 10].map(async (pages, job) => {
        const input = { id: `crawl-${job}`, heartbeatTimeoutSecs: 1 }
        return await runSlice({ paths: paths(pages), answer: () => answer(job), input, hosts, robots })
      }),
    )
    assert.deepEqual(
      done.map(({ summary }) => [summary?.completed, summary?.stalls]),
      [
        [1, 1],
        [10, undefined],
      ],
    )
    assertApart(startsMs, 200)
  })

  it('hand their pages back at once when the host asks one of them for a long rest, and say for how long', async () => {
    let answers = 0
    const startedMs = performance.now()
    const done = await runJobs(2, {
      pages: 40,
      answer: (): FakeAnswer => {
        answers += 1
        return answers <= 10 ? linkedPage() : { status: 429, headers: { 'retry-after': '60' } }
      },
    })
    assert.ok(performance.now() - startedMs < 5_000)
    assert.ok(answers <= 12, `${answers} answers`)
    for (const slice of done) {
      const { restMs = 0 } = reportOf(slice)
      assert.ok(restMs > 55_000 && restMs <= 60_000, `${restMs} ms`)
      assert.ok(kindsOf(slice)!.every((kind) => kind === 'scraped' || kind === 'deferred'))
    }
  })
})

/**
 * Two scrape workers of one installation on one host: its pacing is shared through Redis, and work continues without
 * it, and without one of them.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { noRedis } from '@seine/shared/redis/testing/redis-server.ts'
import { ApiClient } from './api-client.ts'
import { startExtraWorker, type ExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const otherKey = 'seine_other_0123456789abcdef0123456789abcdef'
const crawlDelayMs = 1_000
const pagesOfJob = 3
/**
 * Which worker takes a slice is random, and on a busy machine a new worker takes none for a while: at most this many jobs
 * are started until both have sent requests.
 */
const jobsMax = 40
const tracks = { first: 'FirstWorker/1', second: 'SecondWorker/1' }

describe('two scrape workers on one host', { skip: noRedis, timeout: 600_000 }, () => {
  let t: TestStack
  let second: ExtraWorker
  let callers: ApiClient[]

  before(async () => {
    const robots = { status: 200, body: `User-agent: *\nCrawl-delay: ${crawlDelayMs / 1_000}\n` }
    t = await startTestStack({ site: { robots, slowFactor: 0 }, environment: { SEINE_USER_AGENT: tracks.first } })
    const { redis } = t.stack.file
    assert.ok(redis !== null)
    second = startExtraWorker(t, { SEINE_USER_AGENT: tracks.second, SEINE_OPS_PORT: '0', SEINE_REDIS_URL: redis })
    const sha256 = createHash('sha256').update(otherKey).digest('hex')
    const keys = JSON.parse(await readFile(t.keysFile, 'utf8')) as unknown[]
    await writeFile(t.keysFile, JSON.stringify([...keys, { id: 'other', tenant: 'other', sha256 }]))
    const other = new ApiClient(t.stack.file.gateway, otherKey)
    callers = [t.api, other]
    await second.says('is polling')
    while ((await other.request('GET', '/crawl/active')).status !== 200) await sleep(50)
  })

  after(async () => {
    await second?.stop()
    await t?.close()
  })

  const pages = () => t.site.requests.filter(({ path }) => path !== '/robots.txt')
  const askedBy = (agent: string): number => pages().filter(({ headers }) => headers['user-agent'] === agent).length

  /** Starts jobs of both tenants, two at once and then one after another, until both workers have sent requests. */
  async function jobsOnBoth(): Promise<{ caller: ApiClient; id: string }[]> {
    const jobs: { caller: ApiClient; id: string }[] = []
    const isShared = (): boolean => Object.values(tracks).every((agent) => askedBy(agent) > 0)
    while (jobs.length < jobsMax && !(jobs.length >= 2 && isShared())) {
      const caller = callers[jobs.length % callers.length]!
      jobs.push({ caller, id: await caller.start({ url: t.site.url, limit: pagesOfJob, sitemap: 'skip' }) })
      const seen = pages().length
      while (jobs.length >= 2 && pages().length === seen) await sleep(50)
    }
    assert.ok(isShared(), `only one worker has asked, in ${jobs.length} jobs`)
    return jobs
  }

  async function completed(jobs: { caller: ApiClient; id: string }[]): Promise<void> {
    for (const { caller, id } of jobs) {
      const final = await caller.watch(id, undefined, 240_000)
      assert.deepEqual([final.status, final.completed, final.failed], ['completed', pagesOfJob, 0])
    }
  }

  /**
   * Returns the intervals between requests, milliseconds, and the number of requests per second. The last interval is
   * not counted: on a busy machine the first request may arrive nearly a delay late.
   */
  function pace(): { gaps: number[]; perSecond: number } {
    const times = pages().map(({ time }) => time)
    const gaps = times.slice(1).map((time, at) => time - times[at]!)
    return { gaps, perSecond: ((gaps.length - 1) * 1_000) / (times.at(-1)! - times[0]!) }
  }

  it('ask it once a second together, for the jobs of two tenants', async (context) => {
    const jobs = await jobsOnBoth()
    await completed(jobs)
    const { gaps, perSecond } = pace()
    const shortestMs = Math.min(...gaps)
    context.diagnostic(
      `${jobs.length} jobs, ${askedBy(tracks.first)} and ${askedBy(tracks.second)} pages, ${perSecond.toFixed(2)} a second, shortest pause ${shortestMs} ms`,
    )
    assert.ok(perSecond <= 1.05, `${perSecond} pages a second`)
    // On a busy machine a request arrives late and the next one in time. Two requests in one slot are less than a tenth
    // of the delay apart.
    assert.ok(shortestMs >= crawlDelayMs * 0.5, `a pause of ${shortestMs} ms`)
  })

  it('continue while Redis is unavailable, no faster than before, and share again when it is back', async (context) => {
    t.site.reset()
    const jobs = await jobsOnBoth()
    const redis = t.stack.part('redis')
    await redis.stop({ now: true })
    await second.says('Redis is unavailable')
    await completed(jobs)
    const { gaps, perSecond } = pace()
    context.diagnostic(
      `${jobs.length} jobs, ${perSecond.toFixed(2)} pages a second, shortest pause ${Math.min(...gaps)} ms`,
    )
    assert.ok(perSecond <= 1.05, `${perSecond} pages a second`)
    await redis.start()
    t.site.reset()
    const later = await jobsOnBoth()
    await second.says('Redis is available again')
    await completed(later)
  })

  it('lose nothing, and load no page twice, when one of them is removed', async (context) => {
    t.site.reset()
    const jobs = await jobsOnBoth()
    const { code } = await second.stop()
    assert.equal(code, 0)
    await completed(jobs)
    const asked = pages().length
    context.diagnostic(
      `${jobs.length} jobs, ${asked} requests, ${askedBy(tracks.second)} by the worker that was removed`,
    )
    // A worker that drains finishes the pages in flight; the pages after them return to the frontier.
    assert.equal(asked, jobs.length * pagesOfJob)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { countedJobs, createJobCounters, type CountedJob } from '../engine/job-counters.ts'
import { IdleJobs } from './idle-jobs.ts'
import { serviceLimits } from './service-limits.ts'

const minuteMs = 60_000
const job = (counters: string, id = 'crawl-1', paused = false): CountedJob => ({ id, counters, paused })

describe('IdleJobs', () => {
  it('returns how long the counters of a job have not changed, the longest of all', () => {
    const idle = new IdleJobs({ warn: () => undefined })
    assert.equal(idle.observe([job('1'), job('1', 'crawl-2')], 0), 0)
    assert.equal(idle.observe([job('1'), job('2', 'crawl-2')], minuteMs), minuteMs)
    assert.equal(idle.observe([job('2'), job('2', 'crawl-2')], 3 * minuteMs), 2 * minuteMs)
    assert.equal(idle.observe([job('2')], 4 * minuteMs), minuteMs)
    assert.equal(idle.observe([], 5 * minuteMs), 0)
  })

  it('does not count the time of a pause', () => {
    const idle = new IdleJobs({ warn: () => undefined })
    idle.observe([job('1')], 0)
    assert.equal(idle.observe([job('1', 'crawl-1', true)], 10 * minuteMs), 0)
    assert.equal(idle.observe([job('1')], 20 * minuteMs), 0)
    assert.equal(idle.observe([job('1')], 21 * minuteMs), minuteMs)
  })

  it('leaves out a job whose run has ended, but not one whose run has not begun', () => {
    const idle = new IdleJobs({ warn: () => undefined })
    idle.observe([job('1'), job('', 'crawl-2')], 0)
    for (const minutes of [10, 40]) {
      assert.equal(idle.observe([job(''), job('', 'crawl-2')], minutes * minuteMs), minutes * minuteMs)
    }
    assert.equal(idle.observe([job('')], 50 * minuteMs), 0)
  })

  it('names a job in the log once', () => {
    const logged: unknown[] = []
    const idle = new IdleJobs({ warn: (facts: unknown) => logged.push(facts) })
    const { idleJobLoggedMs } = serviceLimits
    for (const nowMs of [0, idleJobLoggedMs, idleJobLoggedMs + minuteMs]) idle.observe([job('1')], nowMs)
    assert.deepEqual(logged, [{ jobId: 'crawl-1', idleSecs: idleJobLoggedMs / 1_000 }])
  })
})

describe('countedJobs', () => {
  const counters = { total: 1, completed: 1, failed: 0, pending: 3 }
  const text = JSON.stringify(counters)

  it('takes the counters of the run, wherever it is, and the pause of either workflow', () => {
    const jobs = [
      { workflowId: 'a', memo: { kind: 'crawl' } },
      { workflowId: 'b', memo: { run: { counters } } },
      { workflowId: 'c', memo: { paused: true } },
      { workflowId: 'd', memo: {} },
      { workflowId: 'e', memo: { run: { counters, ended: { state: 'completed', atMs: 1 } } } },
    ]
    const runs = [
      { workflowId: 'a/run', memo: { counters, paused: false } },
      { workflowId: 'd/run', memo: { counters, paused: true } },
    ]
    assert.deepEqual(countedJobs(jobs, runs, true), [
      { id: 'a', counters: text, paused: false },
      { id: 'b', counters: text, paused: false },
      { id: 'c', counters: '', paused: true },
      { id: 'd', counters: text, paused: true },
    ])
  })

  it('leaves out jobs whose run may be beyond the list', () => {
    assert.deepEqual(countedJobs([{ workflowId: 'a' }], [], false), [])
    assert.deepEqual(countedJobs([{ workflowId: 'a' }], [], true), [{ id: 'a', counters: '', paused: false }])
  })
})

/** Workflows as Temporal lists them, the newest first. @param countersOf counters of a job, by its number. */
const listed = (jobs: number, countersOf: (nth: number) => number) => {
  const numbers = Array.from({ length: jobs }, (_, index) => jobs - index)
  return {
    lifecycles: numbers.map((nth) => ({ workflowId: `crawl-${nth}`, memo: { warnings: ['long text'] } })),
    runs: numbers.map((nth) => ({
      workflowId: runIdOf(`crawl-${nth}`),
      memo: { counters: { completed: countersOf(nth) } },
    })),
  }
}

/** Creates a reader on a Temporal that has these workflows. @returns also the page sizes that were asked for. */
function readerOf(workflows: () => ReturnType<typeof listed>) {
  const pageSizes: number[] = []
  const client = {
    workflow: {
      async *list({ query, pageSize }: { query: string; pageSize: number }) {
        const { lifecycles, runs } = workflows()
        pageSizes.push(pageSize)
        yield* await Promise.resolve(query.includes('jobLifecycle') ? lifecycles : runs)
      },
    },
  }
  const connection = { withDeadline: async (_: number, run: () => Promise<unknown>) => await run() }
  const { idleJobsPageSize: pageSize, idleJobsDeadlineMs: pageDeadlineMs } = serviceLimits
  const reading = { pageSize, pagePauseMs: 0, pageDeadlineMs }
  return { reader: createJobCounters({ client, connection } as never, reading), pageSizes }
}

describe('createJobCounters', () => {
  it('reads all of thousands of jobs, so that the oldest is named when it stands still', async () => {
    const logged: unknown[] = []
    const idle = new IdleJobs({ warn: (facts: unknown) => logged.push(facts) })
    let minute = 0
    const jobs = 2_500
    const { reader, pageSizes } = readerOf(() => listed(jobs, (nth) => (nth === 1 ? 0 : minute)))
    for (minute of [0, 31]) {
      const look = await reader.running(new Date(), serviceLimits.idleJobsMax)
      assert.equal(look.complete, true)
      assert.equal(look.jobs.length, jobs)
      idle.observe(look.jobs, minute * minuteMs)
    }
    assert.deepEqual(logged, [{ jobId: 'crawl-1', idleSecs: 31 * 60 }])
    assert.ok(pageSizes.every((size) => size <= 1_000))
  })

  it('reports that jobs are left out', async () => {
    const { reader } = readerOf(() => listed(3, () => 0))
    const cut = await reader.running(new Date(), 2)
    assert.deepEqual([cut.complete, cut.jobs.map(({ id }) => id)], [false, ['crawl-3', 'crawl-2']])
    assert.equal((await reader.running(new Date(), 3)).complete, true)
  })
})

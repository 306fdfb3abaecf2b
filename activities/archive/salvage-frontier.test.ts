import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { frontierDeltaKey, sliceKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import JSZip from 'jszip'
import { notedCounters } from '@seine/shared/jobs/noted-counters.ts'
import { GenerationStore } from '../frontier/state/generation-store.ts'
import { attemptMarks } from '../faults/attempt-marks.ts'
import { countingAttempts, type ActivityAttemptNote } from '../faults/counted-attempts.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { finaliseDespiteFaults } from './finalise-despite-faults.ts'
import type { Manifest } from './manifest.ts'
import { endedAtMs, runJob, type RunJob } from './testing/run-job.ts'
import type { BatchArchiveLine } from './write-batch-archives.ts'

const root = 'http://site.test'
const site = (url: string): FakeAnswer => {
  const { pathname } = new URL(url)
  if (pathname === '/7') return { status: 404 }
  return { body: pathname === '/' ? `links: ${Array.from({ length: 50 }, (_, at) => `/${at}`).join(' ')}` : 'words' }
}
const crawlInput = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })

async function finalise(job: RunJob, outcome: RunOutcome, faults = 0) {
  const deps = { ...job.deps, generations: new GenerationStore(job.store), logger: { warn: () => undefined } }
  const call = { jobId: job.id, tenant: job.tenant, outcome, endedAtMs }
  const result = await finaliseDespiteFaults(deps, call, { faults, pausesMs: [1, 1] })
  return { result, status: (await job.store.getJson<FinalStatus>(statusKey(job)))! }
}

const failed: RunOutcome = { status: 'failed', error: 'damaged' }

describe('finaliseJob of a job that has lost a generation', () => {
  it('returns every page of a crawl that its slices have stored', async () => {
    for (const lost of [0, 1, 2]) {
      const job = await runJob(crawlInput, site)
      const whole = await job.deps.generations.newest(job, crawlInput)
      assert.ok(whole !== null && whole.generation > 2)
      job.store.objects.set(frontierDeltaKey(job, lost), Buffer.from('{'))
      const { result, status } = await finalise(job, failed)
      assert.deepEqual(result, { total: 51, completed: 50, failed: 1 })
      assert.match(status.warnings.join(), new RegExp(`could be read up to step ${lost}`))
      const zip = await JSZip.loadAsync(job.store.objects.get(status.archives.markdown!)!)
      const manifest = JSON.parse(await zip.file('manifest.json')!.async('string')) as Manifest
      assert.equal(new Set(manifest.pages.map(({ url }) => url)).size, 50)
      assert.deepEqual(
        manifest.failed.map(({ url }) => url),
        [`${root}/7`],
      )
      assert.deepEqual(await notedCounters(job.store, job), result)
    }
  })

  it('reads of several lists of a slice the one that its result fits', async () => {
    const job = await runJob(crawlInput, site)
    const start = await job.store.get(sliceKey(job, 0))
    for (const slice of [1, 2]) {
      await job.store.put(sliceKey(job, slice, '00ab'), (await job.store.get(sliceKey(job, slice)))!)
      // Written by an attempt at the advance whose generation was not stored.
      await job.store.put(sliceKey(job, slice), start!)
    }
    job.store.objects.set(frontierDeltaKey(job, 1), Buffer.from('{'))
    const { result } = await finalise(job, failed)
    assert.deepEqual(result, { total: 51, completed: 50, failed: 1 })
  })

  it('returns every line of a batch', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => `${root}/${at}`)
    const input = batchJobInput({ output: ['markdown'], lines: urls.length, limit: urls.length })
    const job = await runJob(input, site, { urls })
    job.store.objects.delete(frontierDeltaKey(job, 1))
    const { result, status } = await finalise(job, failed)
    assert.deepEqual(result, { total: 40, completed: 39, failed: 1 })
    const lines = job.store.objects.get(status.archives.markdown!)!.toString('utf8').trim().split('\n')
    const codes = lines.map((line) => (JSON.parse(line) as BatchArchiveLine).errorCode)
    assert.deepEqual(
      codes.filter((code) => code !== null),
      ['http_status'],
    )
  })

  it('changes nothing when it is repeated', async () => {
    const job = await runJob(crawlInput, site)
    job.store.objects.set(frontierDeltaKey(job, 1), Buffer.from('{'))
    const { status } = await finalise(job, failed)
    const objects = new Map(job.store.objects)
    assert.deepEqual((await finalise(job, { status: 'completed' })).status, status)
    assert.deepEqual(new Map(job.store.objects), objects)
  })
})

describe('finaliseJob whose results cannot be assembled', () => {
  it('writes a record with the counters that callers have already seen', async () => {
    const job = await runJob(crawlInput, site)
    const list = job.store.list.bind(job.store)
    job.store.list = async (prefix, range) => {
      if (prefix.includes('/frontier/')) throw new TypeError('poison')
      return await list(prefix, range)
    }
    const { result, status } = await finalise(job, { status: 'completed' })
    const failure = 'the results cannot be assembled'
    assert.deepEqual(result, { total: 51, completed: 50, failed: 1, failure })
    assert.deepEqual([status.status, status.error, status.archives], ['failed', 'the results cannot be assembled', {}])
  })
})

/** Makes attempts, each with the heartbeat of the one before, until one succeeds. @returns how many there were. */
async function attempts(job: RunJob, max = 20): Promise<number> {
  let heartbeatDetails: ActivityAttemptNote | undefined
  for (let attempt = 1; attempt <= max; attempt += 1) {
    const context = {
      info: { activityType: 'finaliseJob', heartbeatDetails },
      cancellationSignal: new AbortController().signal,
      heartbeat: (note: ActivityAttemptNote) => void (heartbeatDetails = note),
    }
    const alone = async <T>(work: () => Promise<T>): Promise<T> => await work()
    const options = {
      intervalMs: 1_000,
      alone,
      hasSuspectsBeside: () => false,
      marks: attemptMarks(job.store, job, 'finalise'),
    }
    const ended = await countingAttempts(context, options, async (faults) => {
      await finalise(job, { status: 'completed' }, faults)
      return true
    }).catch(() => false)
    if (ended) return attempt
  }
  return Infinity
}

describe('finaliseJob that fails for an unknown reason', () => {
  it('ends the job by the readable part of its frontier after three attempts', async () => {
    const job = await runJob(crawlInput, site)
    const { status } = await finalise(job, { status: 'completed' }, 3)
    assert.deepEqual([status.status, status.completed, status.incomplete], ['completed', 50, true])
    assert.ok(status.archives.markdown)
  })

  it('ends the job without archives after six attempts, and stops after nine', async () => {
    const job = await runJob(crawlInput, site)
    const list = job.store.list.bind(job.store)
    job.store.list = async (prefix, range) => {
      if (prefix.includes('/frontier/')) throw new Error('nobody knows')
      return await list(prefix, range)
    }
    assert.equal(await attempts(job), 7)
    assert.equal((await job.store.getJson<FinalStatus>(statusKey(job)))?.status, 'failed')
    await assert.rejects(finalise(job, failed, 9), { type: 'AttemptsFailedError', nonRetryable: true })
  })

  it('waits for a store that is away, however often', async () => {
    const job = await runJob(crawlInput, site)
    job.store.down = true
    assert.equal(await attempts(job, 12), Infinity)
    job.store.down = false
    assert.equal(await attempts(job), 1)
    const status = await job.store.getJson<FinalStatus>(statusKey(job))
    assert.deepEqual([status?.status, status?.incomplete], ['completed', undefined])
  })
})

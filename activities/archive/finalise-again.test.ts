import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { archiveKey, deliveryLogKey, pagesPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { finaliseJob } from './finalise-job.ts'
import { createResultSources } from './result-sources.ts'
import { endedAtMs, runJob, type RunJob } from './testing/run-job.ts'
import { writeEach } from './write-each.ts'

const plan = { started: true, page: true, completed: true, failed: true }
const input = crawlJobInput({
  output: ['markdown', 'html'],
  sitemap: 'skip',
  limit: 10,
  notifyPlan: { webhook: plan, email: false },
})
const call = { jobId: input.id, tenant: input.tenant, outcome: { status: 'completed' }, endedAtMs } as const

const record = async (job: RunJob): Promise<FinalStatus> => (await job.store.getJson<FinalStatus>(statusKey(job)))!

/** Returns a job that was finalised while one of its segments was missing. */
async function lacking() {
  const job = await runJob(input, () => ({ body: 'links: /a /b' }))
  const key = [...job.store.objects.keys()].find((each) => each.includes('/pages/'))!
  const segment = job.store.objects.get(key)!
  job.store.objects.delete(key)
  await job.finalise({ status: 'completed' })
  return {
    job,
    restore: () => job.store.objects.set(key, segment),
    again: () => finaliseJob(job.deps, { ...call, again: true }),
  }
}

describe('finalising again', () => {
  it('builds what was missing once it is available, and keeps the recorded end of the job', async () => {
    const { job, restore, again } = await lacking()
    const before = await record(job)
    assert.equal(before.incomplete, true)
    restore()
    await again()
    const { incomplete, warnings, ...after } = await record(job)
    assert.deepEqual([incomplete, warnings], [undefined, []])
    const { incomplete: _, warnings: __, ...same } = before
    assert.deepEqual(after, same)
  })

  it('states what it was built from while results stay lost, until one of them is available again', async () => {
    const { job, restore, again } = await lacking()
    assert.equal((await record(job)).builtFrom, undefined, 'the first end may have had a fault that has passed')
    await again()
    const { incomplete, builtFrom, archives } = await record(job)
    assert.deepEqual([incomplete, Object.keys(archives)], [true, input.output])
    const sources = createResultSources(job.store)
    assert.equal(builtFrom, await sources.of(job))
    restore()
    assert.notEqual(builtFrom, await sources.of(job))
    await again()
    assert.deepEqual([(await record(job)).incomplete, (await record(job)).builtFrom], [undefined, undefined])
  })

  it('does not claim a result that became available while it was building', async () => {
    const { job, restore, again } = await lacking()
    const listObjects = job.store.listObjects.bind(job.store)
    let looks = 0
    job.store.listObjects = async (prefix) => {
      if (prefix === pagesPrefix(job) && ++looks === 2) restore()
      return await listObjects(prefix)
    }
    await again()
    assert.equal(looks, 2)
    assert.deepEqual([(await record(job)).incomplete, (await record(job)).builtFrom], [true, undefined])
    await again()
    assert.equal((await record(job)).incomplete, undefined)
  })

  it('leaves a record without missing parts unchanged', async () => {
    const { job, restore, again } = await lacking()
    restore()
    await again()
    const objects = new Map(job.store.objects)
    await again()
    assert.deepEqual(new Map(job.store.objects), objects)
  })

  it('states where the events continue for a receiver that has not received the end', async () => {
    const { job, again } = await lacking()
    const line = { event_id: 'e', try: 1, at: '', elapsed_ms: 1, http_status: 204, error: null, redelivery: false }
    assert.deepEqual((await again()).untold, { next: 1, calls: 0 })
    const page = { ...line, type: 'crawl.page', sequence: 2, state: 'delivered' }
    await job.store.put(deliveryLogKey(job, 4, 1, 0), JSON.stringify(page))
    assert.deepEqual((await again()).untold, { next: 3, calls: 5 })
    const end = { ...line, type: 'crawl.completed', sequence: 5, state: 'given_up' }
    await job.store.put(deliveryLogKey(job, 5, 1, 0), JSON.stringify(end))
    assert.equal((await again()).untold, undefined)
  })
})

describe('writeEach', () => {
  const pauses = [1, 1]

  it('ends without an archive that the store refuses while it answers otherwise', async () => {
    const asked: string[] = []
    const write = async (formats: readonly string[]): Promise<void> => {
      asked.push(formats.join('+'))
      await Promise.resolve()
      if (formats.includes('html')) {
        throw new StoreUnavailableError('writing', { cause: Object.assign(new Error('x'), { name: 'AccessDenied' }) })
      }
    }
    const { written, missing } = await writeEach({ ping: async () => undefined }, ['markdown', 'html'], write, pauses)
    assert.deepEqual(written, ['markdown'])
    assert.deepEqual(missing, [{ name: 'html', why: 'the object store refuses to store it (AccessDenied)' }])
    assert.deepEqual(asked, ['markdown+html', 'markdown', 'html', 'html', 'html'])
  })

  it('counts no try while the store is unavailable', async () => {
    const away = async (): Promise<never> => await Promise.reject(new StoreUnavailableError('away'))
    await assert.rejects(writeEach({ ping: away }, ['markdown'], away, pauses), StoreUnavailableError)
  })
})

it('ends with the archives that can be written, and lists the others', async (t) => {
  const job = await runJob(input, () => ({ body: 'links: /a /b' }))
  const put = job.store.put.bind(job.store)
  const refused = archiveKey(job, 'html')
  job.store.put = async (key, body) => {
    if (key === refused) throw new StoreUnavailableError('writing')
    await put(key, body)
  }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const turning = setInterval(() => t.mock.timers.tick(30_000), 5)
  const counts = await finaliseJob(job.deps, call)
  clearInterval(turning)
  t.mock.timers.reset()
  const { archives, warnings, incomplete } = await record(job)
  assert.equal(counts.completed, 3)
  assert.deepEqual(Object.keys(archives), ['markdown'])
  assert.equal(incomplete, true)
  assert.deepEqual(warnings, [
    'the archive of html could not be written: the object store refuses to store it; POST …/finalise writes it later',
  ])
  assert.equal((await record(job)).builtFrom, undefined)
  job.store.put = put
  await finaliseJob(job.deps, { ...call, again: true })
  assert.deepEqual(Object.keys((await record(job)).archives), ['markdown', 'html'])
})

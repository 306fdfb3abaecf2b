import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { inputKey, sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { runJob } from '../archive/testing/run-job.ts'
import { advanceFrontier } from '../frontier/advance-frontier.ts'
import { recoverSlice } from '../frontier/recover-slice.ts'
import { scrapeSlice } from '../slice/scrape-slice.ts'

const running = { attempt: 1, previous: null, signal: new AbortController().signal, heartbeat: () => undefined }
const cutList = '{"pages":[{"seq":'

/** A crawl with one dispatched slice of two pages whose list is lost. */
async function withoutList(content: string | null) {
  const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 10 })
  const job = await runJob(input, () => ({ body: 'links: /a /b' }), { generations: 1 })
  const [task] = job.leased
  const key = sliceKey(job, task!.slice)
  if (content === null) job.store.objects.delete(key)
  else job.store.objects.set(key, Buffer.from(content))
  return { job, task: task! }
}

describe('a slice whose list is lost', () => {
  for (const [what, content] of [
    ['missing', null],
    ['damaged', cutList],
  ] as const) {
    it(`gives its pages back when the list is ${what}, and they are scraped by another slice`, async () => {
      const { job, task } = await withoutList(content)
      const beats: unknown[] = []
      const heartbeat = (details: unknown): void => void beats.push(details)
      const summary = await scrapeSlice(job.deps, task, { ...running, heartbeat })
      // The list is read again for several seconds, longer than the shortest heartbeat timeout.
      if (content !== null) assert.ok(beats.length > 2 && beats.every((details) => details === null), String(beats))
      assert.deepEqual([summary.returned, summary.completed], [task.pages, 0])
      assert.equal(job.store.objects.has(sliceResultKey(job, task.slice)), false)
      const call = { jobId: job.id, tenant: job.tenant, outOfOrder: false, room: 8, discovered: true }
      const advance = await advanceFrontier(job.deps, {
        ...call,
        generation: 1,
        finished: [task.slice],
        nowMs: 200_000,
      })
      assert.match(advance.warnings.join(), /the result of slice \d+ was lost: 0 of its pages/)
      assert.equal(
        advance.slices.reduce((sum, { pages }) => sum + pages, 0),
        task.pages,
      )
      for (const other of [...job.leased.slice(1), ...advance.slices]) await job.runSlice(other)
      assert.deepEqual(await job.finalise({ status: 'completed' }), { total: 3, completed: 3, failed: 0 })
    })
  }

  it('does not end in the damaged result that another attempt has left', async () => {
    const { job, task } = await withoutList(cutList)
    const whole = await runJob(crawlJobInput({ sitemap: 'skip' }), () => ({ body: 'links: /a' }), { generations: 1 })
    const slice = whole.leased[0]!
    whole.store.objects.set(sliceResultKey(whole, slice.slice), Buffer.from('{"slice":'))
    assert.equal((await scrapeSlice(whole.deps, slice, running)).completed, 1)
    assert.equal((await recoverSlice(whole.deps, slice)).completed, 1)
    assert.equal((await recoverSlice(job.deps, task)).completed, 0)
  })

  it('is handed back by the recovery of a slice that a pause has ended', async () => {
    const { job, task } = await withoutList(cutList)
    const summary = await recoverSlice(job.deps, task)
    assert.deepEqual([summary.returned, summary.completed], [task.pages, 0])
  })
})

describe('a slice of a job whose sealing key is lost', () => {
  it('is given up when four attempts have met no worker with the key, without a request', async () => {
    const input = crawlJobInput({ sitemap: 'skip' })
    const job = await runJob(input, () => ({ body: 'links: /a' }), { generations: 1 })
    const requests = job.web.requests.length
    const sealing = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })!
    await job.store.put(inputKey(input), JSON.stringify({ ...input, sealed: sealing.seal('{}', input.id) }))
    const deps = { ...job.deps, inputs: new JobInputs(job.store) }
    const task = job.leased[0]!
    for (const attempt of [1, 2, 3])
      await assert.rejects(scrapeSlice(deps, task, { ...running, attempt }), { name: 'SealError' })
    const last = scrapeSlice(deps, task, { ...running, attempt: 4 })
    await assert.rejects(last, { type: 'SealError', nonRetryable: true })
    assert.equal(job.web.requests.length, requests)
  })
})

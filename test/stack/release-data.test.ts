/** Jobs that earlier releases have stored: this release shows them, builds them again, and ends those under way. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inputKey, jobPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import { taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'
import { until } from '@seine/tools/stack/readiness.ts'
import { download, downloadLines } from './api-client.ts'
import { objectsOfMoment, putObjects, readReleases, type ReleaseJob } from './release-data.ts'
import { releaseSite, startReleaseSite, type ReleaseSite } from './release-site.ts'
import { startTestStack, storedJob, type TestStack } from './test-stack.ts'

const releases = await readReleases()

describe('the data of an earlier release', () => {
  let t: TestStack
  let site: ReleaseSite
  before(async () => {
    site = await startReleaseSite()
    t = await startTestStack({ egressAllow: releaseSite.egressAllow })
  })
  after(async () => {
    await t?.close()
    await site?.close()
  })

  it('is there', () => assert.ok(releases.length > 0))

  /** Stores a job as if it had been started now, so that the sweep leaves it. */
  async function take(job: ReleaseJob): Promise<void> {
    await putObjects(t.store, job)
    const key = inputKey(storedJob(job.id))
    const input = await t.store.getJson<Record<string, unknown>>(key)
    await t.store.put(key, JSON.stringify({ ...input, createdAt: new Date().toISOString() }))
  }

  const pagesOf = async (link: string | undefined): Promise<string[]> =>
    (await download(link)).manifest.pages.map(({ url }) => url).toSorted()

  for (const { version, crawl, batch, underWay } of releases) {
    it(`${version}: jobs that have ended are shown with all that they have`, async () => {
      await take(crawl)
      await take(batch)
      const shown = await t.api.status(crawl.id)
      assert.equal(shown.status, 'completed')
      assert.equal(shown.completed, releaseSite.pages)
      assert.deepEqual(shown.warnings, [])
      assert.equal((await pagesOf(shown.s3PresignedUrls?.['html'])).length, releaseSite.pages)
      assert.equal((await t.api.ledger(crawl.id, { state: 'scraped' })).length, releaseSite.pages)
      const { body } = await t.api.request('GET', `/crawl/${crawl.id}/pages?limit=100`)
      assert.equal((body['data'] as unknown[]).length, releaseSite.pages)
      const lines = await downloadLines((await t.api.status(batch.id)).s3PresignedUrls?.['markdown'])
      assert.deepEqual(
        lines.map(({ output }) => /text of page (\d+)/.exec(String(output))?.[1]),
        ['1', '2', '3', '4', '5', '6', '7', '8'],
      )
    })

    it(`${version}: results that are lost are built again from what it has stored`, async () => {
      const shown = await t.api.status(crawl.id)
      const was = await download(shown.s3PresignedUrls?.['markdown'])
      const archives = await t.store.list(`${jobPrefix(storedJob(crawl.id))}archive/`)
      assert.ok(archives.length > 0)
      await t.store.delete([...archives, statusKey(storedJob(crawl.id))])
      const { status, body } = await t.api.request('POST', `/crawl/${crawl.id}/finalise`)
      assert.equal(status, 202, JSON.stringify(body))
      assert.equal(body['finalising'], true)
      // How it ended was in its status and in Temporal, neither of which is there any more.
      const isThere = async (): Promise<boolean> => (await t.store.head(statusKey(storedJob(crawl.id)))) !== null
      await until(isThere, AbortSignal.timeout(300_000))
      const { status: ended } = (await t.store.getJson<{ status: string }>(statusKey(storedJob(crawl.id))))!
      assert.equal(ended, 'failed')
      // The gateway may remember the status of before; the archive is the one that has been built.
      const final = await t.api.status(crawl.id)
      const links = final.s3PresignedUrls ?? final.partialS3PresignedUrls
      const is = await download(links?.['markdown'])
      assert.deepEqual(is.manifest.files, was.manifest.files)
      for (const name of was.names.filter((each) => each.endsWith('.md'))) {
        assert.equal(await is.text(name), await was.text(name), name)
      }
    })

    const expected = Array.from({ length: releaseSite.pages }, (_, page) =>
      page === 0 ? releaseSite.url : `${releaseSite.url}pages/${page}`,
    )

    /** Starts the run from its recorded state. @returns the number of pages that the job loads until it has ended. */
    async function goOn(objects: Record<string, string>): Promise<number> {
      const { input, memo, id } = underWay
      const left = await t.store.list(jobPrefix(storedJob(id)))
      if (left.length > 0) await t.store.delete(left)
      // A worker that has had the job in memory knows its frontier.
      await t.stack.part('scrapeWorker').kill('SIGKILL')
      await take({ id, objects })
      site.requests.clear()
      const handle = await t.temporal.workflow.start(workflowTypes.jobLifecycle, {
        workflowId: id,
        taskQueue: taskQueues.control,
        // Its budget begins anew: recorded times would have run out.
        args: [{ ...input, state: { ...input.state, paused: false, startedAtMs: Date.now() } }],
        memo,
      })
      await handle.result()
      const final = await t.store.getJson<{ status: string; warnings: string[] }>(statusKey(storedJob(id)))
      assert.equal(final?.status, 'completed')
      assert.deepEqual(final.warnings, [])
      const links = (await t.api.status(id)).s3PresignedUrls
      assert.deepEqual(await pagesOf(links?.['markdown']), expected.toSorted())
      return [...site.requests.keys()].filter((path) => path === '/' || path.startsWith('/pages/')).length
    }

    it(`${version}: a job that was under way ends here, and no page that it has is loaded again`, async () => {
      const { completed } = underWay.input.state.counters
      assert.equal(await goOn(objectsOfMoment(underWay)), releaseSite.pages - completed)
    })

    it(`${version}: a job continues with objects newer than its history, and loses none of them`, async () => {
      assert.ok((await goOn(underWay.objects)) < releaseSite.pages - underWay.input.state.counters.completed)
    })
  }
})

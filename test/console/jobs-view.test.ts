/** The list of jobs in the console. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { jobList, listedJob } from './samples.ts'
import { untilTitled } from './settled.ts'

describe('the list of jobs', () => {
  const lab = consoleBrowser()

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      it(`shows jobs ${width} pixels wide, ${scheme}`, async (t) => {
        const { page, answer, open, complaints } = await lab(t, { width, scheme })
        const batch = listedJob({
          kind: 'batch_scrape',
          id: 'batch-0b8f0f3e-6c35-4a5b-9a51-1d1b4a1c2d3e',
          status: 'scraping',
          pending: 8,
        })
        answer('GET', '/jobs', { body: jobList([listedJob(), batch]) })
        await open('jobs')
        const table = page.getByRole('table', { name: 'Jobs' })
        await table.getByRole('link', { name: 'https://example.com/docs/' }).waitFor()
        await table.getByRole('link', { name: '50 URLs' }).waitFor()
        assert.equal(await table.getByRole('columnheader').count(), 6)
        await untilTitled(page, 'Jobs · Seine')
        await assertFits(page)
        await assertAccessible(page)
        assert.deepEqual(complaints, [])
      })
    }
  }

  it('says that there are no jobs, and leads to a crawl', async (t) => {
    const { page, open } = await lab(t)
    await open('jobs')
    await page.getByText('No jobs yet.').waitFor()
    await page.getByRole('link', { name: 'Start a crawl' }).waitFor()
  })

  it('keeps its filters in the address', async (t) => {
    const { page, open, answer } = await lab(t)
    answer('GET', '/jobs', { body: jobList([listedJob()]) })
    await open('jobs?status=failed')
    const status = page.getByLabel('Status')
    assert.equal(await status.inputValue(), 'failed')
    await page.getByLabel('Kind').selectOption('crawl')
    const asked = page.waitForRequest((request) => /kind=crawl&status=failed&tag=docs/.test(request.url()))
    await page.getByLabel('Tag').fill('docs')
    await page.waitForURL(/tag=docs/)
    assert.equal(new URL(page.url()).search, '?status=failed&kind=crawl&tag=docs')
    await asked
  })

  it('keeps older jobs, without a gap, when new ones begin, and follows those that run', async (t) => {
    const { page, answer, open } = await lab(t, { limits: { olderPartsMs: 1_000 } })
    const all = Array.from({ length: 300 }, (_, at) =>
      listedJob({
        id: `crawl-0b8f0f3e-6c35-4a5b-9a51-1d1b4a1c2${String(at).padStart(3, '0')}`,
        url: `https://example.com/${at}`,
        status: at === 105 ? 'crawling' : 'completed',
      }),
    )
    // The first ten have not begun yet.
    let newest = 10
    answer('GET', '/jobs', ({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? newest)
      return { body: jobList(all.slice(from, from + 50), from + 50 < all.length ? String(from + 50) : null) }
    })
    await open('jobs')
    const table = page.getByRole('table', { name: 'Jobs' })
    await page.getByRole('button', { name: 'Older jobs' }).click()
    await table.getByRole('link', { name: 'https://example.com/109' }).waitFor()
    newest = 0
    await table.getByRole('link', { name: 'https://example.com/0', exact: true }).waitFor()
    assert.deepEqual(
      await table.getByRole('link').allTextContents(),
      all.slice(0, 110).map(({ url }) => url),
    )
    all[105] = { ...all[105]!, status: 'completed' }
    await table.getByText('crawling').waitFor({ state: 'detached' })
    // The list has no more rows than the reader asked for.
    assert.equal(await table.getByRole('link').count(), 110)
    await page.getByRole('button', { name: 'Older jobs' }).click()
    await table.getByRole('link', { name: 'https://example.com/159' }).waitFor()
  })

  it('goes on behind a first part in which no job matches the filter', async (t) => {
    const { page, answer, open } = await lab(t)
    answer('GET', '/jobs', ({ path }) => {
      const cursor = new URL(path, 'http://x').searchParams.get('cursor')
      if (cursor === null) return { body: jobList([], 'second') }
      const url = `https://example.com/${cursor}`
      return { body: jobList([listedJob({ id: `${listedJob().id.slice(0, -1)}${cursor.length}`, url })], 'third') }
    })
    await open('jobs?tag=docs')
    const older = page.getByRole('button', { name: 'Older jobs' })
    await older.click()
    await page.getByRole('link', { name: 'https://example.com/second' }).waitFor()
    await older.click()
    await page.getByRole('link', { name: 'https://example.com/third' }).waitFor()
    assert.equal(await page.getByRole('table', { name: 'Jobs' }).getByRole('link').count(), 2)
  })

  it('is read less often while nothing changes, and soon when the reader does something', async (t) => {
    const { page, answer, open } = await lab(t)
    const readAtMs: number[] = []
    let jobs = [listedJob()]
    answer('GET', '/jobs', () => {
      readAtMs.push(performance.now())
      return { body: jobList(jobs) }
    })
    await open('jobs')
    const table = page.getByRole('table', { name: 'Jobs' })
    await table.waitFor()
    const first = readAtMs.length
    while (readAtMs.length < first + 2) await page.waitForTimeout(50)
    // After 3 and 6 more seconds; a busy machine reads later, but never earlier. The next one is due 6 seconds later.
    const [before, third, sixth] = readAtMs.slice(first - 1) as [number, number, number]
    assert.ok(third - before > 2_500 && sixth - third > 5_000, readAtMs.join(' '))
    jobs = [listedJob({ id: listedJob().id.replace('0b', '0c'), url: 'https://example.com/new' }), ...jobs]
    await page.mouse.move(200, 200)
    await table.getByRole('link', { name: 'https://example.com/new' }).waitFor()
    assert.ok(readAtMs[first + 2]! - sixth < 5_000, readAtMs.join(' '))
  })
})

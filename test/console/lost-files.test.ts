/** Files of the console that do not come: browsers end requests when the network of their computer changes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { viewLimits } from '@seine/gateway/console/console-view-limits.ts'
import { consoleBrowser } from './console-lab.ts'
import { jobList, listedJob } from './samples.ts'

/** Ends requests of a file as a change of the network does, as long as the test wants. */
async function lose(page: Page, path: string, isLost: () => boolean): Promise<void> {
  await page.route(`**/${path}`, async (route) => {
    if (isLost()) await route.abort('internetdisconnected')
    else await route.fallback()
  })
}

/** @returns the number of documents so far. */
function documentsOf(page: Page): () => number {
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  return () => documents
}

const often = viewLimits.reloadPausesMs.length + 1

describe('files of the console that do not come', () => {
  const lab = consoleBrowser()

  for (const path of [
    'frame/start.ts',
    'lib/hooks.mjs',
    'components/table.ts',
    'jobs/jobs-view.ts',
    'styles/tables.css',
  ]) {
    it(`the document is loaded again without ${path}`, async (t) => {
      const { page, open, answer } = await lab(t)
      answer('GET', '/jobs', { body: jobList([listedJob()]) })
      const documents = documentsOf(page)
      await lose(page, path, () => documents() === 1)
      const come = page.waitForResponse((response) => response.url().endsWith(path))
      await open('jobs')
      await come
      await page.getByRole('table', { name: 'Jobs' }).waitFor()
      assert.equal(documents(), 2)
    })
  }

  it('the document shows an error when it was loaded again too often, and can be loaded by the user', async (t) => {
    const { page, gateway } = await lab(t)
    let isLost = true
    await lose(page, 'frame/app.ts', () => isLost)
    const documents = documentsOf(page)
    await page.goto(`${gateway.url}/console/jobs`)
    await page.getByText('The console did not load. Reload the page.').waitFor()
    assert.equal(documents(), often)
    isLost = false
    await page.reload()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  })

  it('a view shows an error when the document was loaded again too often, and can be loaded by the user', async (t) => {
    const { page, open } = await lab(t)
    let isLost = true
    await lose(page, 'captures/captures-view.ts', () => isLost)
    const documents = documentsOf(page)
    await open('captures')
    await page.getByRole('heading', { name: 'Not loaded' }).waitFor()
    assert.equal(documents(), often)
    isLost = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Captures' }).waitFor()
  })

  it('a view that is deeper than the first one is loaded again when the service answers', async (t) => {
    const { page, open, gateway } = await lab(t)
    const documents = documentsOf(page)
    const looks: string[] = []
    page.on('request', (request) => (request.url().endsWith('/healthz') ? looks.push(request.url()) : undefined))
    await lose(page, 'new/new-view.ts', () => documents() === 1)
    await open('jobs')
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await page.getByRole('button', { name: 'Start' }).waitFor()
    assert.equal(documents(), 2)
    assert.deepEqual([...new Set(looks)], [`${gateway.url}/healthz`])
  })

  it('the document waits for the service before it is loaded again', async (t) => {
    const { page, open, seen, answer } = await lab(t)
    const documents = documentsOf(page)
    await lose(page, 'frame/start.ts', () => documents() === 1)
    const looks = (): number => seen.filter(({ path }) => path === '/healthz').length
    answer('GET', '/healthz', () => (looks() === 1 ? { status: 503, described: false } : null))
    await open('jobs')
    assert.ok(looks() >= 2)
  })
})

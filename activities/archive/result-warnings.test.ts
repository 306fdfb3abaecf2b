import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { runJob } from './testing/run-job.ts'

async function warningsOf(patch: Partial<CrawlJobInput>, answer: (url: string) => FakeAnswer): Promise<string[]> {
  const job = await runJob(crawlJobInput({ sitemap: 'skip', ...patch }), answer)
  await job.finalise({ status: 'completed' })
  return (await job.store.getJson<FinalStatus>(statusKey(job)))!.warnings
}

const linking = (links: string) => (): FakeAnswer => ({ body: `links: ${links}` })

describe('resultWarnings', () => {
  it('states why only one page was found', async () => {
    const url = 'http://site.test/docs/'
    assert.deepEqual(await warningsOf({ url }, linking('/blog /shop http://other.test/')), [
      'one page was found; other URLs were left out: 2 on this site but not below the start path ' +
        '(try crawlEntireDomain), 1 on other hosts',
    ])
    assert.deepEqual(await warningsOf({}, linking('/')), [
      'one page was found: it has no links that a crawl can follow',
    ])
    assert.deepEqual(await warningsOf({ excludePaths: ['^/x'] }, linking('/private /x1 /x2')), [
      'one page was found; other URLs were left out: 1 refused by robots.txt, 2 excluded by excludePaths',
    ])
  })

  it('states that no sitemap lists others in a crawl of sitemaps only', async () => {
    assert.deepEqual(await warningsOf({ sitemap: 'only' }, linking('/a')), [
      'one page was found: no sitemap that was read lists others',
    ])
  })

  it('names waits that are ignored when no browser may load the pages', async () => {
    const browser = { ...crawlJobInput().page.browser, waitSelector: 'h1', loadDom: false }
    const told = async (render: CrawlJobInput['page']['render']) =>
      await warningsOf({ limit: 1, page: { ...crawlJobInput().page, render, browser } }, linking('/a'))
    assert.deepEqual(await told('never'), ['no_browser: wait_selector, load_dom ignored'])
    assert.deepEqual(await told('auto'), [])
  })

  it('has no warning when only a single page was requested', async () => {
    assert.deepEqual(await warningsOf({ limit: 1 }, linking('/a')), [])
    assert.deepEqual(await warningsOf({}, linking('/ /a')), [])
  })
})

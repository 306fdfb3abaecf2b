/** Content of websites in titles, addresses, Markdown, HTML and JSON runs no script and sends no request. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { consoleBrowser, type ConsoleLab, type ConsoleLabOptions } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId, jobPages } from './sample-pages.ts'
import { jobList, listedJob } from './samples.ts'
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { TestContext } from 'node:test'

const script = '<script>globalThis.ran = 1</script><img src="https://evil.test/x" onerror="globalThis.ran = 1">'

const hostileMarkdown = [
  '# <img src=x onerror="globalThis.ran = 1">',
  '[a](javascript:globalThis.ran=1) [b](data:text/html,<script>1</script>) [c](vbscript:x) [d](\u0001javascript:1)',
  '[e](//other.test/x) ![pixel](https://evil.test/pixel.png) ![](https://evil.test/2.png)',
  script,
  '<iframe src="https://evil.test/frame"></iframe>',
  '<https://auto.test/>',
  '- '.repeat(60) + 'deep',
  '> '.repeat(300) + 'quote',
].join('\n\n')

const hostileHtml = [
  script,
  '<base href="https://evil.test/">',
  '<link rel="dns-prefetch" href="//evil.test"><link rel=stylesheet href="https://evil.test/a.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '<iframe src="https://evil.test/"></iframe><object data="https://evil.test/"></object><embed src="https://evil.test/">',
  '<form action="https://evil.test/"><input name=a><button>send</button></form>',
  '<a href="https://evil.test/" target="_top">leave</a><p onclick="globalThis.ran = 1" style="background:url(https://evil.test/b)">text</p>',
  '<svg><image href="https://evil.test/c"/><script>globalThis.ran = 1</script></svg>',
  '<video poster="https://evil.test/d" src="https://evil.test/e"></video>',
].join('\n')

describe('hostile content in the console', () => {
  const open = consoleBrowser()

  async function openPage(
    t: TestContext,
    tab: string,
    page: Partial<JobPageDetail>,
    options: ConsoleLabOptions = {},
  ): Promise<ConsoleLab> {
    const lab = await open(t, options)
    finishedCrawl(lab, { page })
    await lab.open(`jobs/${crawlId}/pages/0?tab=${tab}`)
    await lab.page.getByRole('tablist', { name: 'Page' }).waitFor()
    return lab
  }

  const ran = async ({ page }: ConsoleLab): Promise<unknown> =>
    await page.evaluate(() => (globalThis as { ran?: unknown }).ran)

  it('shows Markdown without HTML, scripts, pictures and other schemes than the web has', async (t) => {
    const lab = await openPage(t, 'markdown', { output: { markdown: hostileMarkdown } }, { width: 360 })
    const article = lab.page.getByRole('article', { name: 'Markdown' })
    await article.getByText('The rest is in Source.').waitFor()
    await article.getByText('deep').waitFor()
    const links = await article
      .locator('a')
      .evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel'), a.getAttribute('target')]))
    for (const [href, rel, target] of links) {
      assert.match(href ?? '', /^https?:/)
      assert.deepEqual([rel, target], ['noopener noreferrer nofollow', '_blank'])
    }
    assert.ok(
      links.some(([href]) => href === 'https://evil.test/pixel.png'),
      'a picture is a link',
    )
    assert.equal(await article.locator('img, iframe, script, svg').count(), 0)
    assert.equal(await article.locator('h2').count(), 1)
    assert.equal(await ran(lab), undefined)
    assert.equal(
      await lab.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      0,
    )
    assert.deepEqual(lab.complaints, [])
  })

  it('gives up on Markdown that takes too long, and shows it as text', async (t) => {
    const lab = await openPage(t, 'markdown', { output: { markdown: '*a_'.repeat(60_000) } })
    const article = lab.page.getByRole('article', { name: 'Markdown' })
    await article.getByText('*a_*a_').first().waitFor()
    await lab.page.getByRole('tab', { name: 'Source' }).click()
    await lab.page.getByText('The first').waitFor()
    assert.deepEqual(lab.complaints, [])
  })

  it('cuts long documents and says where the rest is', async (t) => {
    const table = `| a |\n| - |\n${'| 1 |\n'.repeat(2_000)}`
    const lab = await openPage(t, 'markdown', { output: { markdown: table } })
    await lab.page.getByText('The rest is in Source.').waitFor()
    assert.equal(await lab.page.locator('article tr').count(), 501)
  })

  it('shows clean HTML in a frame without origin, in which nothing runs, loads or leads away', async (t) => {
    const lab = await openPage(t, 'clean_html', { output: { clean_html: hostileHtml } })
    const frame = lab.page.getByTitle('Clean HTML')
    assert.equal(await frame.getAttribute('sandbox'), '')
    const inner = await (await frame.elementHandle()).contentFrame()
    await inner!.getByText('leave').waitFor()
    const markup = await inner!.locator('body').evaluate((body) => body.innerHTML)
    assert.doesNotMatch(
      markup,
      /<(?:script|img|iframe|object|embed|form|link|base|meta|svg|video|input|button)|href|src|style|on\w+=/i,
    )
    await lab.page.waitForTimeout(300)
    assert.equal(await ran(lab), undefined)
    // Parsing markup with inline styles and handlers under the policy is reported although nothing of it runs.
    assert.deepEqual(
      lab.complaints.filter((line) => !/inline|base-uri|Refused to apply|Executing inline/.test(line)),
      [],
    )
  })

  it('shows HTML and JSON as text', async (t) => {
    const lab = await openPage(t, 'html', { output: { html: hostileHtml, json: { [script]: script, __proto__: 1 } } })
    await lab.page.getByText('<base href="https://evil.test/">').waitFor()
    await lab.page.getByRole('tab', { name: 'JSON' }).click()
    await lab.page.getByText('globalThis.ran').first().waitFor()
    assert.equal(await ran(lab), undefined)
    assert.deepEqual(lab.complaints, [])
  })

  it('shows no picture from elsewhere than the store', async (t) => {
    const lab = await openPage(t, 'screenshot', { output: { screenshot: 'https://evil.test/shot.png' } })
    await lab.page.getByText('not in the store').waitFor()
    assert.equal(await lab.page.locator('img').count(), 0)
    assert.deepEqual(lab.complaints, [])
  })

  it('shows titles and addresses as text, and signs that reorder or hide as codes', async (t) => {
    const title = `${script} \u202Egnp.exe\u200B\u0007`
    const lab = await openPage(t, 'metadata', {
      title,
      url: 'javascript:globalThis.ran=1',
      finalUrl: 'javascript:globalThis.ran=1',
    })
    const heading = await lab.page.getByRole('heading', { level: 1 }).textContent()
    assert.match(heading ?? '', /<script>.*<U\+202E>gnp\.exe<U\+200B><U\+0007>/)
    assert.equal(await lab.page.locator('a[href^="javascript"]').count(), 0)
    assert.equal(await ran(lab), undefined)
    assert.deepEqual(lab.complaints, [])
  })

  it('shows hostile addresses and labels of jobs as text', async (t) => {
    const lab = await open(t)
    lab.answer('GET', '/jobs', { body: jobList([listedJob({ url: `https://e.test/${script}`, tag: [script] })]) })
    await lab.open('jobs')
    await lab.page.getByRole('table', { name: 'Jobs' }).getByText('<script>').first().waitFor()
    assert.equal(await ran(lab), undefined)
    assert.deepEqual(lab.complaints, [])
  })

  it('shows hostile titles in the list of pages', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const pages = jobPages(3)
    lab.answer('GET', `/crawl/${crawlId}/pages`, {
      body: { ...pages, data: pages.data.map((each) => ({ ...each, title: script })) },
    })
    await lab.open(`jobs/${crawlId}`)
    await lab.page.getByRole('table', { name: 'Pages' }).getByText('<script>').first().waitFor()
    assert.equal(await ran(lab), undefined)
    assert.deepEqual(lab.complaints, [])
  })
})

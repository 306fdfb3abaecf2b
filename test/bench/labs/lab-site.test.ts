import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pageRequests, pathOf } from './lab-job.ts'
import { htmlAnswer, notFound, startLabSite } from './lab-site.ts'

const site = await startLabSite((path) => (path === '/x?a=1' ? { ...htmlAnswer('<p>x'), delayMs: 30 } : notFound))
after(async () => await site.close())
const get = async (path: string) => await fetch(new URL(path, site.url))

test('a lab site answers by its rule and keeps every request', async () => {
  const answers = await Promise.all(['/x?a=1', '/x?a=1', '/y', '/robots.txt'].map(get))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 404, 404],
  )
  assert.equal(await answers[0]?.text(), '<p>x')
  assert.equal(site.requests.length, 4)
  assert.ok(site.inFlightMax() >= 2)
})

test('files about a site for crawlers are no pages', () => {
  const paths = ['/robots.txt', '/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/parts/a-1.html', '/']
  const asked = paths.map((path) => ({ path, status: 200, atMs: 0 }))
  assert.deepEqual(
    pageRequests(asked).map(({ path }) => path),
    ['/parts/a-1.html', '/'],
  )
})

test('a page is named by path and query', () => {
  assert.equal(pathOf('http://127.0.0.1:80/shelf.php?no=3#x'), '/shelf.php?no=3')
})

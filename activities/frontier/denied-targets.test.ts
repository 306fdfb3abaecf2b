/** Targets that the operator denies are never asked for robots.txt or sitemaps, however they are found. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { DenyList } from '@seine/shared/egress/policy/deny-list.ts'
import { createRobotsLoader } from './robots/robots-loader.ts'
import { discoverSitemapUrls } from './sitemaps/sitemap-loader.ts'
import { startSite } from './testing/loopback-site.ts'

const { signal } = new AbortController()

function egressWithout(context: TestContext, denied: string) {
  const allowList = new AllowList({ entries: '127.0.0.0/8', denied: new DenyList(denied) })
  const client = createEgressClient({ userAgent: 'SeineTest/1.0', allowList })
  context.after(() => client.close())
  return client
}

test('the robots.txt of a denied site is not requested', async (context) => {
  const site = await startSite(context, (_path, response) => response.end('User-agent: *\nAllow: /\n'))
  const { port } = new URL(site.origin)
  for (const denied of [`:${port}`, '127.0.0.1', 'localhost']) {
    const loader = createRobotsLoader({
      egress: egressWithout(context, denied),
      agentToken: 'SeineTest',
      userAgent: 'SeineTest/1.0',
      mode: 'respect',
      now: () => 0,
      sleep: async () => undefined,
    })
    const origin = denied === 'localhost' ? `http://localhost:${port}` : site.origin
    assert.notEqual((await loader.load(origin, signal)).state, 'rules')
  }
  assert.deepEqual(site.requests, [])
})

test('sitemaps on a denied site are not requested, whichever file names them', async (context) => {
  const urlset = '<urlset><url><loc>http://127.0.0.1/secret</loc></url></urlset>'
  const denied = await startSite(context, (_path, response) => response.end(urlset))
  const deniedPort = new URL(denied.origin).port
  const hosts = ['127.0.0.1', '2130706433', 'localhost'].map((host) => `http://${host}:${deniedPort}`)
  const site = await startSite(context, (path, response) => {
    if (path === '/moved.xml') response.writeHead(302, { location: `${denied.origin}/moved.xml` }).end()
    else
      response.end(
        `<sitemapindex>${hosts.map((host) => `<sitemap><loc>${host}/i.xml</loc></sitemap>`).join('')}</sitemapindex>`,
      )
  })
  const { urls } = await discoverSitemapUrls({
    egress: egressWithout(context, `:${deniedPort}`),
    origin: site.origin,
    robotsSitemaps: [`${site.origin}/index.xml`, `${site.origin}/moved.xml`, ...hosts.map((host) => `${host}/r.xml`)],
    admits: () => true,
    maxUrls: 100,
    budgetMs: 60_000,
    signal,
    sleep: async () => undefined,
  })
  assert.ok(site.requests.includes('/index.xml') && site.requests.includes('/moved.xml'), site.requests.join(' '))
  assert.deepEqual([urls, denied.requests], [[], []])
})

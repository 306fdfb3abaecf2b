/**
 * Checks the served site against its declaration: the markup contains the declared links, and a simple walk over the
 * markup finds what the truth contains.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { siteGraph } from './graph.ts'
import { startSite } from './server.ts'
import type { Site } from './server.ts'
import { expectedCrawl, expectedLinks } from './truth.ts'

const unescape = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  return found === null ? null : unescape(found[1] ?? found[2] ?? found[3] ?? '')
}

/** Returns the URL in a start tag's link attribute, or null. */
function linkOfTag(tag: string): string | null {
  const name = /^<(\w+)/.exec(tag)?.[1]?.toLowerCase()
  if (name === 'a' || name === 'area') return attribute(tag, 'href')
  if (name === 'iframe') return attribute(tag, 'src')
  if (name === 'link') return /rel="(?:next|alternate)"/.test(tag) ? attribute(tag, 'href') : null
  if (name === 'meta' && /http-equiv="refresh"/.test(tag)) {
    return attribute(tag, 'content')?.replace(/^.*url=/, '') ?? null
  }
  return null
}

/** Absolute http(s) links of a document, found by patterns: no fragments, no repeats, in order. */
function linksOfMarkup(html: string, url: string): string[] {
  const visible = html.replaceAll(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>/g, '')
  const base = new URL(attribute(/<base\b[^>]*>/.exec(visible)?.[0] ?? '', 'href') ?? url, url)
  const found = Array.from(visible.matchAll(/<\w[^>]*>/g), ([tag]) => linkOfTag(tag))
    .filter((href) => href !== null)
    .map((href) => Object.assign(new URL(href, base), { hash: '' }))
    .filter((link) => link.protocol === 'http:' || link.protocol === 'https:')
    .map((link) => link.href)
  return [...new Set(found)]
}

interface Seen {
  depth: number
  status: number
  location: string | null
}

/** Whether a user with a browser and no scripts may open a URL: pages of this site, no files, no private areas. */
function mayOpen(url: URL, origin: string): boolean {
  if (url.origin !== origin || /\.(?:png|jpg|svg|zip)$/i.test(url.pathname)) return false
  if (url.pathname.startsWith('/private/') && !url.pathname.startsWith('/private/open/')) return false
  return url.search !== '?print=yes'
}

/** Opens everything reachable by links, one page after another. A page that answers busy is requested once more. */
async function walk(site: Site, start: string): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>()
  let level = [new URL(start, site.url).href]
  const queued = new Set(level)
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    for (const href of level) {
      const redirect = 'manual'
      const first = await fetch(href, { redirect })
      const response = first.status === 503 ? await fetch(href, { redirect }) : first
      const text = await response.text()
      const location = response.headers.get('location')
      seen.set(href.slice(site.origin.length), { depth, status: response.status, location })
      const links = location === null ? linksOfMarkup(text, href) : []
      for (const link of response.status === 200 ? links : []) {
        if (queued.has(link) || !mayOpen(new URL(link), site.origin)) continue
        queued.add(link)
        next.push(link)
      }
      // A redirect is part of opening the page: its target has the same depth.
      const target = location === null ? null : new URL(location, href)
      if (target !== null && mayOpen(target, site.origin) && !queued.has(target.href)) {
        queued.add(target.href)
        level.push(target.href)
      }
    }
    level = next
  }
  return seen
}

describe('the served site', () => {
  let site: Site
  before(async () => {
    site = await startSite({ slowFactor: 0 })
  })
  after(() => site.close())

  it('links on every page what its declaration says, in the same order', async () => {
    const pages = siteGraph.routes.filter((route) => route.kind === 'page' || route.kind === 'error')
    const generated = ['/many/?n=20', '/many/20', '/docs64/?n=5', '/docs64/5', '/trap/', '/trap/facets?bank=1']
    for (const path of [...pages.map((route) => route.path), ...generated]) {
      const url = new URL(path, site.url).href
      const response = await fetch(url)
      const html = await (response.status === 503 ? await fetch(url) : response).text()
      assert.deepEqual(linksOfMarkup(html, url), expectedLinks(path, site.origin), path)
    }
  })

  it('shows a plain walk from the start page exactly the pages of the truth, at their depths', async () => {
    site.reset()
    const seen = await walk(site, '/')
    const truth = expectedCrawl({ start: '/', sitemap: 'skip' })
    const opened = new Map([...seen].filter(([, page]) => page.status === 200))
    for (const [path, { depth, finalPath }] of truth.scraped) {
      assert.equal(opened.get(finalPath)?.depth, depth, `${path} at ${finalPath}`)
      assert.equal(seen.get(path)?.depth, depth, path)
    }
    const contents = new Set([...truth.scraped.values()].map((page) => page.finalPath))
    const unexpected = [...opened.keys()].filter((path) => !contents.has(path) && !truth.repeats.has(path))
    assert.deepEqual(unexpected, [])
  })

  it('fails on a plain walk where the ground truth expects a failure', async () => {
    site.reset()
    const seen = await walk(site, '/')
    const truth = expectedCrawl({ start: '/', sitemap: 'skip' })
    const failed = [...seen].filter(
      ([path, { location, status }]) =>
        status >= 400 || (location !== null && new URL(location, site.origin + path).origin !== site.origin),
    )
    assert.deepEqual(failed.map(([path]) => path).toSorted(), [...truth.failed.keys()].toSorted())
    assert.equal(seen.has('/broken/only-from-errors'), false)
  })

  it('lists in its sitemaps what the graph says, the second one as a gzip file', async () => {
    const locations = (text: string): string[] =>
      Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => unescape(url))
    const robots = await (await fetch(`${site.origin}/robots.txt`)).text()
    const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? ''
    const files = locations(await (await fetch(index)).text())
    const found: string[] = []
    for (const file of files) {
      const bytes = Buffer.from(await (await fetch(file)).arrayBuffer())
      assert.equal(bytes[0] === 0x1f, file.endsWith('.gz'))
      found.push(...locations((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8')))
    }
    assert.equal(files.length, 2)
    assert.deepEqual(
      found,
      siteGraph.sitemapUrls.map((url) => new URL(url, site.url).href),
    )
  })

  it('names in robots.txt the rules the truth uses', async () => {
    const robots = await (await fetch(`${site.origin}/robots.txt`)).text()
    const rules = Array.from(robots.matchAll(/^(Allow|Disallow): (\S+)$/gm), ([, rule = '', prefix]) => {
      return { rule: rule.toLowerCase(), prefix }
    })
    assert.deepEqual(rules, siteGraph.robots)
  })

  it('sends markup with the landmarks of a modern page', async () => {
    const html = await (await fetch(`${site.origin}/guide/locks/signals-and-bells`)).text()
    for (const part of [
      '<header',
      '<nav aria-label="Main"',
      'aria-label="Breadcrumb"',
      '<main>',
      '<footer',
      '<h2 id=',
    ]) {
      assert.ok(html.includes(part), part)
    }
    assert.equal(html.includes('{{'), false)
  })

  it('writes the same page every time and different prose on different pages', async () => {
    const text = async (path: string): Promise<string> => await (await fetch(site.origin + path)).text()
    assert.equal(await text('/town/weir'), await text('/town/weir'))
    const paragraphs = new Set<string>()
    for (let n = 1; n <= 60; n += 1) {
      for (const [paragraph] of (await text(`/many/${n}`)).matchAll(/<p>.*?<\/p>/g)) paragraphs.add(paragraph)
    }
    assert.equal(paragraphs.size, 60 * 9)
  })

  it('keeps generated pages near their nominal size', async () => {
    const size = async (path: string): Promise<number> => (await (await fetch(site.origin + path)).text()).length
    for (const n of [1, 40, 9_999]) {
      const [small, large] = [await size(`/many/${n}`), await size(`/docs64/${n}`)]
      assert.ok(small > 3_000 && small < 6_000, `${small}`)
      assert.ok(large > 58_000 && large < 72_000, `${large}`)
    }
  })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { letterTexts } from './areas/charsets.ts'
import { startSite } from './server.ts'
import type { Site, SiteOptions } from './server.ts'

const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

async function withSite(options: SiteOptions, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await startSite(options)
  try {
    await use(site)
  } finally {
    await site.close()
  }
}

describe('a running site', () => {
  let site: Site
  before(async () => {
    site = await startSite()
  })
  beforeEach(() => site.reset())
  after(() => site.close())

  it('logs every request as it was sent', async () => {
    await fetch(`${site.origin}/town/weir?utm_source=x#top`, { method: 'HEAD', headers: { 'X-Test': 'yes' } })
    const [entry] = site.requests
    assert.equal(site.requests.length, 1)
    assert.equal(site.countOf('/town/weir?utm_source=x'), 1)
    assert.equal(site.countOf('/town/weir'), 0)
    assert.equal(entry?.method, 'HEAD')
    assert.equal(entry?.headers['x-test'], 'yes')
    assert.equal(entry?.inFlight, 1)
    assert.ok(Math.abs((entry?.time ?? 0) - Date.now()) < 60_000)
  })

  it('counts the requests that are open at once', async () => {
    const gone = new AbortController()
    // None of them ends before all have arrived, even on a slow machine.
    const open = Array.from({ length: 4 }, () => fetch(`${site.origin}/trouble/hang`, { signal: gone.signal }))
    while (site.requests.length < 4) await new Promise((resolve) => setImmediate(resolve))
    gone.abort()
    await Promise.allSettled(open)
    assert.equal(Math.max(...site.requests.map((request) => request.inFlight)), 4)
  })

  it('waits before a slow page', async () => {
    const startedAt = performance.now()
    await bytesOf(`${site.origin}/town/ropewalk`)
    assert.ok(performance.now() - startedAt >= 290)
  })

  it('fails once where declared, and again after a reset', async () => {
    const status = async (): Promise<number> => (await fetch(`${site.origin}/broken/flaky`)).status
    const first = await fetch(`${site.origin}/broken/flaky`)
    assert.equal(first.headers.get('retry-after'), '1')
    assert.deepEqual([first.status, await status(), await status()], [503, 200, 200])
    site.reset()
    assert.equal(await status(), 503)
  })

  it('keeps state and log apart from those of another site', async () => {
    await fetch(`${site.origin}/broken/flaky`)
    await withSite({ host: '127.0.0.2' }, async (other) => {
      assert.equal(new URL(other.url).hostname, '127.0.0.2')
      assert.equal((await fetch(`${other.origin}/broken/flaky`)).status, 503)
      assert.equal(other.requests.length, 1)
    })
    assert.equal(site.requests.length, 1)
  })

  it('redirects with the declared status and location', async () => {
    const expected: [string, number, string][] = [
      ['permanent', 301, '/town/market'],
      ['see-other', 303, '/town/weir'],
      ['temporary', 307, '/town/lido'],
      ['relative', 302, 'quiet-corner'],
      ['absolute', 301, `${site.origin}/town/brewery`],
      ['non-ascii', 301, '/guide/br%C3%BCcke'],
      ['away', 302, 'https://elsewhere.invalid/new-home'],
    ]
    for (const [segment, status, location] of expected) {
      const response = await fetch(`${site.origin}/redirects/${segment}`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [status, location])
    }
    const end = await fetch(`${site.origin}/redirects/chain`)
    assert.equal(end.url, `${site.origin}/redirects/landing`)
  })

  it('answers error pages with their status and unknown paths with 404', async () => {
    for (const [segment, status] of [
      ['missing', 404],
      ['undeclared', 404],
      ['gone', 410],
      ['error', 500],
    ]) {
      assert.equal((await fetch(`${site.origin}/broken/${segment}`)).status, status)
    }
  })

  it('makes pictures of the types it says', async () => {
    const png = await bytesOf(`${site.origin}/pictures/tollbridge.png`)
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [96, 54])
    const data = png.indexOf('IDAT')
    assert.equal(inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4))).length, (96 * 3 + 1) * 54)
    const jpeg = await bytesOf(`${site.origin}/pictures/stone.jpg`)
    assert.deepEqual([jpeg.readUInt16BE(0), jpeg.readUInt16BE(jpeg.length - 2)], [0xffd8, 0xffd9])
    assert.equal((await bytesOf(`${site.origin}/pictures/all.zip`)).length, 22)
    const svg = await fetch(`${site.origin}/pictures/map.svg`)
    assert.equal(svg.headers.get('content-type'), 'image/svg+xml')
  })

  it('writes letters in their encodings', async () => {
    for (const { path, text, title } of letterTexts) {
      const response = await fetch(site.origin + path)
      const bytes = await response.arrayBuffer()
      const inHeader = /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1]
      const inMeta = /<meta charset="([\w-]+)"/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
      assert.equal(inHeader === undefined && inMeta === undefined, path.endsWith('undeclared'), path)
      const html = new TextDecoder(inHeader ?? inMeta ?? 'utf-8', { fatal: true }).decode(bytes)
      assert.ok(html.includes(text) && html.includes(`<h1>${title}</h1>`), path)
    }
  })

  it('compresses a page only for clients that accept it', async () => {
    for (const coding of ['gzip', 'deflate', 'br']) {
      const url = `${site.origin}/links/packed-${coding}`
      const packed = await fetch(url, { headers: { 'accept-encoding': coding } })
      const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      assert.deepEqual([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')], [coding, null])
      assert.equal(await packed.text(), await plain.text())
    }
  })
})

describe('site options', () => {
  it('add latency to every answer', async () => {
    await withSite({ latencyMs: 60 }, async (site) => {
      const startedAt = performance.now()
      await bytesOf(`${site.origin}/robots.txt`)
      assert.ok(performance.now() - startedAt >= 55)
    })
  })

  it('limit the requests a second', async (t) => {
    // The clock is frozen: a busy machine may need much of a second for a dozen requests.
    const nowMs = performance.now()
    t.mock.method(performance, 'now', () => nowMs)
    await withSite({ requestsPerSecond: 5 }, async (site) => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${site.origin}/town/`)))
      const refused = answers.filter((response) => response.status === 429)
      assert.equal(refused.length, 7)
      assert.equal(refused[0]?.headers.get('retry-after'), '1')
      for (const response of answers) await response.body?.cancel()
    })
  })

  it('replace robots.txt', async () => {
    await withSite({ robots: { status: 503 } }, async (site) => {
      assert.equal((await fetch(`${site.origin}/robots.txt`)).status, 503)
    })
    await withSite({ robots: { status: 200, body: 'Sitemap: {{origin}}/x.xml' } }, async (site) => {
      const text = await (await fetch(`${site.origin}/robots.txt`)).text()
      assert.equal(text, `Sitemap: ${site.origin}/x.xml`)
    })
  })

  it('close ends answers that never would, and may be repeated', async () => {
    const site = await startSite()
    const hanging = assert.rejects(fetch(`${site.origin}/trouble/hang`))
    while (site.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await site.close()
    await site.close()
    await hanging
  })
})

describe('the site as a process', () => {
  it('prints its URL as one JSON line and stops on SIGTERM', async () => {
    const main = new URL('main.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url } = JSON.parse(line.toString()) as { url: string }
    const html = (await bytesOf(url)).toString()
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    assert.deepEqual(await closed, [0, null])
    assert.match(html, /Hallowford/)
  })
})

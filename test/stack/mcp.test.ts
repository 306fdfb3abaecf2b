import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { expectedCrawl } from '../site/truth.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { filling, WatchedSite } from './watched-site.ts'

type Called = Awaited<ReturnType<Client['callTool']>>

const textOf = ({ content }: Called): string => (content as { text?: string }[]).map(({ text = '' }) => text).join('\n')

interface Facts {
  [member: string]: unknown
  id: string
  next_cursor: string | null
}

describe('tools for language models', () => {
  const usualLatencyMs = 5
  const site = { latencyMs: usualLatencyMs }
  const watched = new WatchedSite()
  let t: TestStack
  before(async () => {
    await watched.listen()
    t = await startTestStack({ site, egressAllow: [`127.0.0.1/32:${watched.port}`] })
  })
  after(async () => {
    await t?.close()
    watched.close()
  })
  beforeEach(() => {
    t.site.reset()
    site.latencyMs = usualLatencyMs
  })

  const overHttp = () => {
    const { gateway, apiKey } = t.stack.file
    const headers = { authorization: `Bearer ${apiKey}` }
    return new StreamableHTTPClientTransport(new URL(`${gateway}/mcp`), { requestInit: { headers } })
  }
  const overStdio = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [`${repositoryRoot}/tools/main.ts`, 'mcp'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        ...threadEnvironment(),
        SEINE_URL: t.stack.file.gateway,
        SEINE_KEY: t.stack.file.apiKey,
      },
    })

  // Both eras over HTTP are also tested with the gateway alone.
  for (const [name, transport, mode] of [
    ['streamable HTTP', overHttp, 'auto'],
    ['standard input and output', overStdio, 'legacy'],
  ] as const) {
    it(`serve a conversation over ${name} (${mode})`, async () => {
      const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } })
      await client.connect(transport())
      const use = async (tool: string, given: object, options = {}): Promise<Facts> => {
        const called = await client.callTool({ name: tool, arguments: { ...given } }, options)
        assert.notEqual(called.isError, true, textOf(called))
        return called.structuredContent as Facts
      }
      const fails = async (tool: string, given: object): Promise<string> => {
        const called = await client.callTool({ name: tool, arguments: { ...given } })
        assert.equal(called.isError, true, textOf(called))
        return textOf(called)
      }
      try {
        const read = await client.callTool({ name: 'scrape', arguments: { url: t.site.url } })
        assert.equal((read.structuredContent as Facts)['status'], 200)
        const [, content] = read.content as { text?: string }[]
        assert.ok((content?.text ?? '').length > 0)
        assert.ok(Number((await use('map', { url: t.site.url }))['count']) > 10)

        /** Reads all pages of a job while it runs, in replies of a few pages. */
        const pagesOf = async (id: string) => {
          const urls: string[] = []
          let cursor: string | null = null
          for (;;) {
            const more: object = cursor === null ? {} : { cursor }
            const part = await use('crawl_pages', { id, wait_seconds: 20, max_characters: 3_000, ...more })
            urls.push(...(part['pages'] as { url: string }[]).map(({ url }) => url))
            if (part['complete'] === true) return urls
            assert.notEqual(part.next_cursor, null)
            cursor = part.next_cursor
          }
        }

        const messages: string[] = []
        const { id } = await use('crawl_start', { url: t.site.url, output: ['markdown'] })
        const reading = pagesOf(id)
        for (;;) {
          const onprogress = ({ message }: { message?: string }): void => void messages.push(message ?? '')
          const status = await use('crawl_status', { id, wait_seconds: 50 }, { onprogress })
          if (status['status'] === 'crawling') continue
          assert.equal(status['status'], 'completed')
          assert.equal(
            status['completed'],
            expectedCrawl({ start: '/', sitemap: 'include' }).scraped.size +
              expectedCrawl({ start: '/', sitemap: 'include' }).duplicates.size,
          )
          break
        }
        assert.match(messages.join('\n'), /pages read/)
        const { contents } = await client.readResource({ uri: `seine://jobs/${id}` })
        assert.match(JSON.stringify(contents), /s3PresignedUrls/)

        // A page that spans several replies is named in each of them.
        const urls = new Set(await reading)
        const { completed, failed } = await use('crawl_status', { id })
        assert.equal(urls.size, Number(completed) + Number(failed))
        const one = await client.callTool({ name: 'crawl_pages', arguments: { id, index: 0 } })
        assert.match(textOf(one), /=== Page 0: /)
        const page = await client.readResource({ uri: `seine://jobs/${id}/pages/0` })
        const [whole] = page.contents as { mimeType?: string; text: string }[]
        assert.equal(whole?.mimeType, 'text/markdown')
        assert.ok(textOf(one).includes(whole.text.slice(0, 500)))
        assert.match(await fails('crawl_pages', { id, index: 999_999 }), /^page_not_found: /)
        assert.match(await fails('crawl_pages', { id, cursor: 'x' }), /is not a cursor of this list/)
        assert.match(await fails('crawl_pages', { id, output: ['json'] }), /this job does not have json/)

        watched.pages.set('/', { title: 'Prices', html: filling('prices') })
        const { watch_id } = await use('watch_create', {
          name: 'Prices',
          urls: [watched.url('/')],
          every_seconds: 86_400,
        })
        const base = await use('watch_changes', { watch_id, state: 'new', wait_seconds: 50 })
        assert.deepEqual([base['status'], (base['counts'] as Record<string, number>)['new']], ['completed', 1])
        watched.pages.set('/', {
          title: 'Prices',
          html: `${filling('prices')}<p>A very new price is here today.</p>`,
        })
        const changed = await client.callTool({
          name: 'watch_changes',
          arguments: { watch_id, run_now: true, wait_seconds: 50 },
        })
        assert.match(textOf(changed), /1 changed/)
        assert.match(textOf(changed), /^\+A very new price is here today\.$/m)
        assert.match(
          await fails('watch_create', { name: 'x', every_seconds: 60 }),
          /^validation_failed: give either `url` or `urls`\nNext: /,
        )
        const forged = Buffer.from('["x",0,0]').toString('base64url')
        assert.match(await fails('watch_changes', { watch_id, cursor: forged }), /is not a cursor of this list/)
        assert.match(await fails('watch_changes', { watch_id: 'watch-unknown' }), /^watch_not_found: /)

        site.latencyMs = 2_000
        const slow = await use('crawl_start', { url: t.site.url })
        const leave = new AbortController()
        const waiting = client.callTool(
          { name: 'crawl_status', arguments: { id: slow.id, wait_seconds: 50 } },
          { signal: leave.signal, onprogress: () => leave.abort() },
        )
        await assert.rejects(waiting)
        assert.equal((await use('crawl_status', { id: slow.id }))['status'], 'crawling')
        assert.equal((await use('cancel', { id: slow.id }))['status'], 'cancelled')
        const listed = await use('batch_start', { urls: [t.site.url] })
        assert.equal((await use('cancel', { id: listed.id })).id, listed.id)

        assert.match(await fails('crawl_status', { id: 'crawl-unknown' }), /^job_not_found: .*\nNext: Check the id/s)
        assert.match(await fails('scrape', { uri: t.site.url }), /`uri` is not an argument of scrape/)
        assert.match(await fails('scrape', { url: 'http://10.0.0.1/' }), /^url_not_allowed: /)
        assert.match(await fails('search', { query: 'seine' }), /^serp_engine_not_configured: .*\nNext: /s)
      } finally {
        await client.close()
      }
    })
  }
})

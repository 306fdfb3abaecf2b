/** The TypeScript client in a page of a real browser, as a module and without a build tool, against the whole stack. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, request as proxied, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { launch, type Browser } from 'puppeteer'
import { enginePath, sandboxFlags } from '../browser/engine-path.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { projectWithClient, type ClientProject } from './packed-client.ts'

let stack: TestStack
let project: ClientProject
let server: Server
let browser: Browser

/** Serves the package below `/client/` and hands everything below `/api/` on to the gateway, as a site of its own does. */
function startSite(): Promise<Server> {
  const made = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/api/')) {
      const target = new URL(path.slice('/api'.length), stack.stack.file.gateway)
      const onward = proxied(target, { method: request.method, headers: request.headers }, (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => onward.destroy())
      request.pipe(onward)
    } else if (path.startsWith('/client/')) {
      readFile(join(project.installed, path.slice('/client'.length))).then(
        (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
        () => response.writeHead(404).end(),
      )
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Caller</title>')
  })
  return new Promise((resolve) => made.listen(0, '127.0.0.1', () => resolve(made)))
}

before(async () => {
  project = await projectWithClient()
  stack = await startTestStack()
  server = await startSite()
  browser = await launch({ executablePath: await enginePath(), args: [...sandboxFlags] })
})

after(async () => {
  await browser?.close()
  server?.close().closeAllConnections()
  await stack?.close()
  await project?.remove()
})

describe('the client in a browser page', () => {
  it('scrapes, crawls, follows events, reads pages and errors', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const program = `(async () => {
      const { SeineClient, NotFoundError } = await import('/client/dist/index.js')
      const seine = new SeineClient({ baseUrl: location.origin + '/api', apiKey: ${JSON.stringify(stack.stack.file.apiKey)} })
      const url = ${JSON.stringify(`${stack.site.url}guide/`)}
      const { data } = await seine.scrape({ url, output: ['markdown'] })
      const status = await seine.crawlAndWait({ url, limit: 3 })
      const types = new Set()
      for await (const event of seine.crawlEvents(status.id)) types.add(event.type)
      const pages = await seine.crawlPages(status.id).toArray(9)
      const missing = await seine.readCrawl('crawl-00000000-0000-4000-8000-000000000000').catch((error) => error)
      return [data.markdown.startsWith('# '), status.status, [...types].sort(), pages.length, missing instanceof NotFoundError, missing.code]
    })()`
    assert.deepEqual(await page.evaluate(program), [
      true,
      'completed',
      ['end', 'page', 'progress'],
      3,
      true,
      'job_not_found',
    ])
    assert.deepEqual(complaints, [])
  })
})

/** Jobs whose pages a browser loads, through the whole stack. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { download, downloadLines } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** A page that is empty without scripts: its heading and links are built in the browser. */
const shell = (name: string, links: readonly string[]) =>
  html(`<!doctype html><title>${name}</title><div id="root"></div><script>
    const root = document.getElementById('root')
    root.innerHTML = '<main><h1>${name} made here</h1>${links.map((link) => `<a href="${link}">${link}</a> `).join('')}<p>Words that only a script has written.</p></main>'
  </script>`)

const pages = Array.from({ length: 12 }, (_, index) => `/app/p${index}`)

let stack: TestStack
let fixture: Fixture

before(async () => {
  fixture = await startFixture({
    '/robots.txt': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /app/secret\n'),
    '/app/': shell('Start', [...pages, '/app/secret', '/app/gone']),
    ...Object.fromEntries(pages.map((path) => [path, shell(path.slice(5), ['/app/'])])),
    '/app/secret': shell('secret', []),
    '/form': html(
      `<input placeholder="Name"><button onclick="document.body.append('Hello ' + document.querySelector('input').value)">Say</button>`,
    ),
  })
  stack = await startTestStack({ browser: true, egressAllow: [`127.0.0.1/32:${fixture.port}`] })
})

after(async () => {
  await stack?.close()
  await fixture?.close()
})

const png = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(1, 4)).toString()

describe('a crawl with js_render', () => {
  it('follows links that scripts made, obeys robots.txt, and keeps text and screenshots', async () => {
    const id = await stack.api.start({
      url: `${fixture.origin}/app/`,
      sitemap: 'skip',
      limit: 50,
      output: ['markdown', 'screenshot'],
      scrape: { js_render: true },
    })
    const body = await stack.api.watch(id)
    assert.equal(body.status, 'completed', JSON.stringify(body))
    assert.deepEqual([body.total, body.completed, body.failed], [pages.length + 2, pages.length + 1, 1])
    const markdown = await download(body.s3PresignedUrls?.['markdown'])
    assert.equal(markdown.manifest.pages.length, pages.length + 1)
    assert.match(await markdown.text(markdown.manifest.pages[0]!.file!), /Start made here/)
    assert.deepEqual(
      [...new Set(markdown.manifest.pages.map(({ attempts }) => attempts[0]?.strategy))],
      ['browser_basic'],
    )
    assert.deepEqual(
      markdown.manifest.failed.map(({ code }) => code),
      ['http_status'],
    )
    assert.equal(markdown.ledger.find(({ url }) => url.endsWith('/secret'))?.state, 'robots')
    const pictures = await download(body.s3PresignedUrls?.['screenshot'])
    assert.equal(pictures.manifest.pages.length, pages.length + 1)
    assert.ok(pictures.manifest.pages.every(({ file }) => file?.endsWith('.png')))
  })

  it('continues after its worker was killed in the middle', async () => {
    const id = await stack.api.start({
      url: `${fixture.origin}/app/`,
      sitemap: 'skip',
      output: ['markdown'],
      heartbeatTimeoutSecs: 5,
      scrape: { js_render: true, wait_ms: 150 },
    })
    await stack.api.watch(id, (body) => body.completed >= 2)
    process.kill(stack.stack.file.pids.browserWorker!, 'SIGKILL')
    const body = await stack.api.watch(id)
    assert.deepEqual(
      [body.status, body.completed, body.failed],
      ['completed', pages.length + 1, 1],
      JSON.stringify(body),
    )
  })
})

describe('a batch with actions', () => {
  it('acts on every page before it is read, and returns pictures in base64', async () => {
    const id = await stack.api.startBatch({
      urls: [`${fixture.origin}/form`, `${fixture.origin}/nowhere`],
      output: ['markdown', 'screenshot_full_page'],
      actions: [
        { action: 'fill', selector: 'Name', selector_type: 'placeholder', value: 'Ada' },
        { action: 'click', selector: 'Say', selector_type: 'text' },
      ],
    })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', 1, 1], JSON.stringify(body))
    const [said, missing] = await downloadLines(body.s3PresignedUrls?.['markdown'])
    assert.match(String(said?.output), /Hello Ada/)
    assert.deepEqual([missing?.success, missing?.status, missing?.errorCode], [false, 404, 'http_status'])
    const [picture] = await downloadLines(body.s3PresignedUrls?.['screenshot_full_page'])
    assert.equal(picture?.output_encoding, 'base64')
    assert.equal(png(Buffer.from(String(picture?.output), 'base64')), 'PNG')
  })

  it('does not keep what actions typed in the manifest of a crawl', async () => {
    const id = await stack.api.start({
      url: `${fixture.origin}/form`,
      sitemap: 'skip',
      limit: 1,
      scrape: { actions: [{ action: 'fill', selector: 'input', value: 'hunter2-canary' }] },
    })
    const body = await stack.api.watch(id)
    const archive = await download(body.s3PresignedUrls?.['markdown'])
    assert.ok(!JSON.stringify(archive.manifest).includes('hunter2-canary'))
  })
})

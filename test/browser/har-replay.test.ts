/** An archive of a small site is replayed in Playwright without the site. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createRecorder } from '@seine/activities/browser/recorder/recorder.ts'
import type { Recording } from '@seine/activities/browser/recorder/messages/model.ts'
import { harOf } from '@seine/activities/browser/report/har.ts'
import { har12 } from '@seine/activities/browser/report/testing/har-1.2.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { chromium, type Browser } from 'playwright-core'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { allIsDone, patienceMs, openLab, type RecorderLab } from './recorder-lab.ts'
import { enginePath, sandboxFlags } from './engine-path.ts'

/** An image of two by three pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

const script = `
const text = async (url, init) => (await fetch(url, init)).text()
addEventListener('load', async () => {
  const parts = await Promise.all([
    text('/redirected'),
    text('/echo', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'x y' }) }),
    text('/echo', { method: 'POST', body: new Uint8Array([0, 255, 1]) }),
    text('/echo', { method: 'POST', body: new Uint8Array([0, 255, 2]) }),
    fetch('/bytes').then(async (response) => new Uint8Array(await response.arrayBuffer()).join()),
  ])
  const picture = document.querySelector('img')
  parts.push(picture.naturalWidth + 'x' + picture.naturalHeight)
  parts.push(getComputedStyle(document.querySelector('h1')).color)
  document.querySelector('#out').textContent = parts.join(' | ')
  window.done = true
})`

const send =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): FixtureHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }

const redirectTo =
  (location: string): FixtureHandler =>
  (_request, response) => {
    response.writeHead(302, { location }).end()
  }

const routes: Record<string, FixtureHandler> = {
  '/': redirectTo('/page?q=1'),
  '/page': html(
    `<title>Café</title><link rel=stylesheet href=/style.css><script src=/app.js></script>
     <h1>Grüße</h1><img src=/picture.png><iframe src=/legacy></iframe><p id=out></p>`,
    { 'set-cookie': 'visit=1; HttpOnly' },
  ),
  '/style.css': send('text/css', 'h1 { color: rgb(1, 2, 3) }'),
  '/app.js': send('text/javascript', script),
  '/picture.png': send('image/png', picture),
  '/legacy': send('text/html; charset=windows-1252', Buffer.from('<p id=old>na\u00efve \u00a7</p>', 'latin1')),
  '/redirected': redirectTo('/data'),
  '/data': send('application/json', '{"n":1}'),
  '/bytes': send('application/octet-stream', Buffer.from([0, 128, 255, 10])),
  '/echo': (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`got ${Buffer.concat(chunks).toString('hex')}`)
    })
  },
}

const bounds = { ...captureLimits }

async function record(lab: RecorderLab, url: string): Promise<{ recording: Recording; text: string }> {
  const context = await lab.browser.createBrowserContext()
  try {
    const options = {
      hub: lab.hub,
      browserContextId: context.id ?? '',
      bounds,
      onTarget: () => {},
      flushMs: patienceMs,
    }
    const recorder = createRecorder({ ...options, bodies: 'all' })
    const page = await context.newPage()
    recorder.begin()
    await page.goto(url, { timeout: patienceMs })
    await allIsDone(page, recorder)
    const text = await page.evaluate(() => document.body.innerText)
    return { recording: await recorder.finish(), text }
  } finally {
    await context.close()
  }
}

/** Records the site once and closes it. */
async function recordOnce(fixture: Fixture): ReturnType<typeof record> {
  try {
    return await record(lab, `${fixture.origin}/`)
  } finally {
    await fixture.close()
  }
}

let lab: RecorderLab
let replayer: Browser
let directory: string

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'har-'))
  lab = await openLab()
  replayer = await chromium.launch({
    executablePath: await enginePath(),
    args: [
      ...sandboxFlags,
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
})
after(async () => {
  await Promise.allSettled([lab.close(), replayer.close()])
  await rm(directory, { recursive: true, force: true })
})

test('a recorded site is the same page after its server is gone', async () => {
  const fixture = await startFixture(routes)
  const { recording, text } = await recordOnce(fixture)
  const har = harOf(recording, {
    creator: { name: 'Seine', version: '0' },
    browser: null,
    bodiesMaxBytes: captureLimits.bodiesMaxBytes,
    refusalOf: () => null,
  })
  assert.deepEqual(schemaErrors(har12, har), [])

  const file = join(directory, 'site.har')
  await writeFile(file, JSON.stringify(har))
  const context = await replayer.newContext()
  try {
    await context.routeFromHAR(file, { notFound: 'abort' })
    const page = await context.newPage()
    await page.goto(`${fixture.origin}/`)
    await page.waitForFunction('window.done === true')
    assert.equal(await page.evaluate(() => document.body.innerText), text)
    assert.equal(page.url(), `${fixture.origin}/page?q=1`)
    assert.equal(await page.title(), 'Café')
    assert.equal(await page.frameLocator('iframe').locator('#old').textContent(), 'na\u00efve \u00a7')
    assert.match(
      text,
      /\{"n":1\} \| got 613d3126623d782b79 \| got 00ff01 \| got 00ff02 \| 0,128,255,10 \| 2x3 \| rgb\(1, 2, 3\)/,
    )
  } finally {
    await context.close()
  }
})

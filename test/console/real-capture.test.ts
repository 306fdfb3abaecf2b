/** What the recorder of captures really makes of a page, in the console and in the HAR file that it hands out. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Recording } from '@seine/activities/browser/recorder/messages/model.ts'
import { harOf } from '@seine/activities/browser/report/har.ts'
import { networkCalls } from '@seine/activities/browser/report/network-calls.ts'
import { har12 } from '@seine/activities/browser/report/testing/har-1.2.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { html, startFixture, type FixtureHandler } from '../browser/fixture-server.ts'
import { capture, openLab, pageIsDone, type RecorderLab } from '../browser/recorder-lab.ts'
import { harUpload } from './capture-samples.ts'
import { consoleBrowser } from './console-lab.ts'

const script = `
addEventListener('load', async () => {
  await (await fetch('/redirected')).text()
  await (await fetch('/echo', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'x y' }) })).text()
  await fetch('/missing')
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live')
  const heard = new Promise((resolve) => socket.addEventListener('message', resolve))
  socket.addEventListener('open', () => socket.send('hello'))
  await heard
  const source = new EventSource('/events')
  await new Promise((resolve) => source.addEventListener('price', resolve))
  window.done = true
})`

const send =
  (type: string, body: string, status = 200, headers: Record<string, string> = {}): FixtureHandler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  }

const routes: Record<string, FixtureHandler> = {
  '/': send('text/plain', '', 302, { location: '/page' }),
  '/page': html('<title>Real</title><script src=/app.js></script><h1>Real</h1>'),
  '/app.js': send('text/javascript', script),
  '/redirected': send('text/plain', '', 307, { location: '/data' }),
  '/data': send('application/json', '{"n":1}'),
  '/echo': send('text/plain', 'echo'),
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: price\nid: 7\ndata: 45\n\n')
  },
}

async function recordPage(lab: RecorderLab): Promise<Recording> {
  const fixture = await startFixture(routes, {
    onSocket: (socket) => socket.on('message', () => socket.send('welcome')),
  })
  try {
    return await capture(lab, `${fixture.origin}/`, { bodies: 'all', until: async (page) => await pageIsDone(page) })
  } finally {
    await fixture.close()
  }
}

/** No address was refused. */
const refusalOf = (): null => null

/** The answer of the API description with the calls of a recording. */
function answerOf(recording: Recording): object {
  const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, { post: { responses: Record<string, { content: Record<string, { example: unknown }> }> } }>
  }
  const { content } = description.paths['/browser/network']!.post.responses['200']!
  const answer = structuredClone(content['application/json']!.example) as { attempts: Record<string, unknown>[] }
  const filter = { resourceTypes: [], urlPattern: null, host: null }
  const listed = networkCalls(recording, { bounds: captureLimits, filter, refusalOf })
  answer.attempts[0]!['network_calls'] = listed.calls
  return answer
}

describe('a real capture', () => {
  const lab = consoleBrowser()
  let recorder: RecorderLab
  let recording: Recording
  before(async () => {
    recorder = await openLab()
    recording = await recordPage(recorder)
  })
  after(async () => await recorder?.close())

  it('is shown with its redirects, frames and events, and leaves as a valid HAR file', async (t) => {
    const { page, answer, open, complaints } = await lab(t)
    answer('POST', '/browser/network', { body: answerOf(recording) })
    await open('captures')
    await page.getByRole('form', { name: 'Capture' }).getByLabel('url').fill('https://example.com/')
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Calls' })
    const call = page.getByRole('region', { name: 'Call' })
    await table.getByRole('button', { name: /GET \/page/ }).click()
    await call.getByRole('heading', { name: 'Redirects before it' }).waitFor()
    await table.getByRole('button', { name: /POST \/echo/ }).click()
    await call.getByRole('tab', { name: 'Request' }).click()
    await call.getByText('a=1&b=x+y').waitFor()
    await call.getByRole('tab', { name: 'Frames' }).click()
    await table.getByRole('button', { name: /\/live/ }).click()
    await call.getByText('welcome').waitFor()
    await table.getByRole('button', { name: /\/events/ }).click()
    await call.getByText('id', { exact: false }).first().waitFor()
    await call.getByRole('cell', { name: 'price · id 7' }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download HAR' }).click()
    const har: unknown = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
    assert.deepEqual(schemaErrors(har12, har), [])
    assert.deepEqual(complaints, [])
  })

  it('shows the same calls of the HAR file that the service makes', async (t) => {
    const { page, open, complaints } = await lab(t)
    const { bodiesMaxBytes } = captureLimits
    const har = harOf(recording, { creator: { name: 'Seine', version: '1' }, browser: null, bodiesMaxBytes, refusalOf })
    await open('captures?type=Failed')
    await page.getByLabel('Open HAR').setInputFiles(harUpload(JSON.stringify(har)))
    const table = page.getByRole('table', { name: 'Calls' })
    await table.getByRole('button', { name: /GET \/missing/ }).waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    for (const path of ['/page', '/app.js', '/redirected', '/data', '/echo', '/live', '/events']) {
      await table
        .getByRole('button', { name: new RegExp(`${path}\\b`) })
        .first()
        .waitFor()
    }
    assert.deepEqual(complaints, [])
  })
})

/** States of the view of captures: running, refusals, hostile HAR files, many calls, the keyboard. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { harEntry, harText, harUpload, variedEntries } from './capture-samples.ts'
import { assertFits, consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { untilFocused } from './settled.ts'

/** The example of the API description. */
function exampleAnswer(): object {
  const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, { post: { responses: Record<string, { content: Record<string, { example: object }> }> } }>
  }
  return description.paths['/browser/network']!.post.responses['200']!.content['application/json']!.example
}

const openHar = async ({ page, open }: ConsoleLab, text: string): Promise<void> => {
  await open('captures')
  await page.getByLabel('Open HAR').setInputFiles(harUpload(text))
}

describe('states of the view of captures', () => {
  const lab = consoleBrowser()

  it('runs a capture with its options, and hands it out as a HAR file that opens again', async (t) => {
    const opened = await lab(t)
    const { page, answer, open, seen, complaints } = opened
    let go = (): void => undefined
    const waiting = new Promise<void>((resolve) => (go = resolve))
    answer('POST', '/browser/network', async () => {
      await waiting
      return { body: exampleAnswer() }
    })
    await open('captures')
    const form = page.getByRole('form', { name: 'Capture' })
    await form.getByLabel('url').fill('example.com/guide/')
    await form.getByText('Options').click()
    await form.getByLabel('wait_ms').fill('500')
    await form.getByText('override_parameter', { exact: true }).click()
    await form.getByLabel('override_parameter.network_idle').check()
    await form.getByRole('region', { name: 'Same request as code' }).getByText('"network_idle": true').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Run' }).click()
    await page.getByText('The page is being loaded.').waitFor()
    await form.getByRole('button', { name: 'Run', disabled: true }).waitFor()
    go()
    const table = page.getByRole('table', { name: 'Calls' })
    await table.getByRole('button', { name: 'GET /guide/ example.com' }).waitFor()
    assert.deepEqual(seen.find(({ method }) => method === 'POST')?.body, {
      url: 'https://example.com/guide/',
      wait_ms: 500,
      override_parameter: { network_idle: true },
    })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download HAR' }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), 'example.com.har')
    const text = readFileSync(await download.path(), 'utf8')
    await page.getByLabel('Open HAR').setInputFiles(harUpload(text, 'again.har'))
    await page.getByText('again.har').waitFor()
    await table.getByRole('button', { name: 'GET /guide/ example.com' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows refusals at their fields, and the words of a page that could not be loaded', async (t) => {
    const { page, answer, open } = await lab(t)
    const message = '`url` must be an absolute http or https URL'
    answer('POST', '/browser/network', {
      status: 422,
      body: { code: 'invalid_url', message, errors: [{ pointer: '/url', code: 'invalid_url', message }] },
      described: false,
    })
    await open('captures')
    const url = page.getByRole('form', { name: 'Capture' }).getByLabel('url')
    await url.fill('nowhere')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(message).waitFor()
    assert.equal(await url.getAttribute('aria-invalid'), 'true')
    assert.equal(await url.inputValue(), 'nowhere')
    await assertAccessible(page)
    answer('POST', '/browser/network', { status: 502, body: '', described: false })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The answer was lost').waitFor()
  })

  it('filters by type and words, keeps both in the address, and shows one call in tabs', async (t) => {
    const opened = await lab(t)
    const { page, context } = opened
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openHar(opened, harText(variedEntries()))
    const table = page.getByRole('table', { name: 'Calls' })
    const rows = table.locator('[data-row]')
    await rows.first().waitFor()
    for (const [type, count] of [
      ['Document', 2],
      ['Fetch/XHR', 3],
      ['WebSocket', 1],
      ['EventSource', 1],
      ['Failed', 2],
      ['All', 8],
    ] as const) {
      await page.getByRole('button', { name: type, exact: true }).click()
      await page.getByText(new RegExp(`^${count} of 8 · `)).waitFor()
      assert.equal(await rows.count(), count)
    }
    await page.getByLabel('Filter calls').fill('api post')
    await page.getByText(/^1 of 8/).waitFor()
    assert.match(page.url(), /filter=api\+post/)
    await table.getByRole('button', { name: /prices/ }).click()
    const call = page.getByRole('region', { name: 'Call' })
    await call.getByRole('tab', { name: 'Request' }).click()
    await call.getByText('from').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await call.getByRole('tab', { name: 'Response', selected: true }).waitFor()
    await call.getByRole('button', { name: 'Formatted' }).click()
    await call.getByText('"euros": 45').waitFor()
    await call.getByRole('tab', { name: 'Timing' }).click()
    await call.getByRole('table', { name: 'Timing' }).getByRole('row', { name: /TLS/ }).waitFor()
    await assertAccessible(page)
    await call.getByRole('button', { name: 'Copy as curl' }).click()
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /^curl 'https:\/\/api\.example\.com\/prices\?from=1&to=20'/,
    )
    await page.getByLabel('Filter calls').fill('feed')
    await table.getByRole('button', { name: /feed/ }).click()
    await call.getByRole('tab', { name: 'Frames' }).click()
    await call.getByText('{"berth":45}').waitFor()
    await assertAccessible(page)
    await call.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await call.waitFor({ state: 'hidden' })
    await table.getByRole('button', { name: /feed/ }).click()
    await call.waitFor()
    await table.getByRole('button', { name: /feed/ }).press('Escape')
    await call.waitFor({ state: 'hidden' })
    await page.getByLabel('Filter calls').fill('nothing like it')
    await page.getByText('No call matches.').waitFor()
    await assertAccessible(page)
  })

  it('zooms the waterfall by a drag, by buttons, and shows all again', async (t) => {
    const opened = await lab(t)
    const { page } = opened
    await openHar(opened, harText(variedEntries()))
    const strip = page.locator('.strip')
    const box = await strip.boundingBox()
    assert.ok(box !== null)
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 })
    await page.mouse.up()
    const shown = page.getByRole('group', { name: 'Time shown' })
    await shown.getByText(/^3\d\d ms to 6\d\d ms$/).waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await shown.getByText(/^5\d\d ms to 8\d\d ms$/).waitFor()
    await strip.dblclick()
    await shown.getByText(/^0 ms to 1\.3/).waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'Show all', disabled: true }).waitFor()
  })

  it('refuses files that are no HAR, and keeps the capture in sight', async (t) => {
    const opened = await lab(t)
    const { page, complaints } = opened
    await openHar(opened, harText(variedEntries()))
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    for (const text of ['', '<html>', '{"log":{}}', '['.repeat(200_000)]) {
      await page.getByLabel('Open HAR').setInputFiles(harUpload(text))
      await page.getByRole('alert').getByText('This is no HAR file').waitFor()
    }
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })

  it('hostile HAR files are text, and lead nowhere', async (t) => {
    const opened = await lab(t, { width: 360 })
    const { page, complaints } = opened
    const markup = '<img src=https://evil.example/x onerror=alert(1)><script>alert(2)</script>'
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(3)"/>').toString('base64')
    const entries = [
      harEntry({
        url: `https://example.com/${markup}\u202Egnp.exe`,
        method: markup,
        type: markup,
        mime: 'text/html',
        text: markup.repeat(5_000),
        requestHeaders: [{ name: markup, value: 'x'.repeat(100_000) }],
        responseHeaders: [{ name: 'location', value: 'javascript:alert(4)' }],
        extra: { _initiator: { type: 'script', url: 'javascript:alert(5)' }, serverIPAddress: markup },
      }),
      harEntry({ url: 'javascript:alert(6)', at: 10 }),
      harEntry({ url: 'https://example.com/picture', mime: 'image/png', text: svg, encoding: 'base64', at: 20 }),
      harEntry({ url: `https://${'a'.repeat(60)}.example/${'b'.repeat(20_000)}`, at: 30, time: 1e300 }),
      { startedDateTime: 'never', time: -1, request: null, response: 7, timings: 'x' },
      null,
    ] as object[]
    await openHar(opened, harText(entries))
    const table = page.getByRole('table', { name: 'Calls' })
    const call = page.getByRole('region', { name: 'Call' })
    await table.locator('[data-row]').first().waitFor()
    const count = await table.locator('[data-row]').count()
    assert.equal(count, 6)
    const title = await table.locator('[data-row] button').first().getAttribute('title')
    assert.match(title ?? '', /U\+202E|%E2%80%AE/)
    assert.doesNotMatch(title ?? '', /\u202e/)
    assert.equal(await table.locator('[data-row] .method bdi').count(), 6)
    for (let at = 0; at < count; at += 1) {
      await table.locator('[data-row] button').nth(at).click()
      for (const tab of ['Headers', 'Request', 'Response', 'Timing', 'Frames']) {
        await call.getByRole('tab', { name: tab }).click()
        assert.equal(await page.locator('main :is(img, script, iframe, object, embed)').count(), 0)
        assert.equal(await page.locator('main a:not([href^="http"])').count(), 0)
        await assertFits(page)
      }
    }
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })

  it('shows a picture by its first bytes', async (t) => {
    const opened = await lab(t)
    const { page, complaints } = opened
    const gif = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='
    await openHar(opened, harText([harEntry({ mime: 'text/plain', text: gif, encoding: 'base64' })]))
    await page.getByRole('table', { name: 'Calls' }).locator('[data-row] button').click()
    await page.getByRole('tab', { name: 'Response' }).click()
    const picture = page.getByRole('img', { name: 'Picture of the body, image/gif' })
    await picture.waitFor()
    assert.equal(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 1)
    assert.deepEqual(complaints, [])
  })

  it('keeps at most a window of a thousand calls in the document, and moves through them by keys', async (t) => {
    const opened = await lab(t)
    const { page } = opened
    const entries = Array.from({ length: 1_000 }, (_, at) =>
      harEntry({
        url: `https://example.com/item/${at}`,
        type: at % 3 === 0 ? 'document' : 'fetch',
        at: at * 8,
        time: 60,
      }),
    )
    await openHar(opened, harText(entries))
    const table = page.getByRole('table', { name: 'Calls' })
    await table.waitFor()
    assert.equal(await table.getAttribute('aria-rowcount'), '1001')
    const scroller = table.locator('.window-rows')
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await table.getByRole('button', { name: 'GET /item/999 example.com' }).waitFor()
    assert.ok((await table.locator('[data-row]').count()) <= 250)
    await page.locator('body').press('/')
    await untilFocused(page.getByLabel('Filter calls'))
    await page.keyboard.type('/item/5')
    await page.getByText(/^111 of 1,000/).waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Call' })
      .getByRole('heading', { name: /GET \/item\/50\b/ })
      .waitFor()
  })

  it('a capture is gone after signing out', async (t) => {
    const opened = await lab(t)
    const { page } = opened
    await openHar(opened, harText(variedEntries()))
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('form', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByRole('table', { name: 'Calls' }).count(), 0)
  })
})

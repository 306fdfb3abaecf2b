import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { unseenView } from '@seine/shared/pages/unseen-view.ts'
import { renderedReply } from './render-page.ts'

const url = 'https://example.com/'
const bytesMax = workerCallLimits.responseMaxBytes - workerCallLimits.renderedHeadBytes
const html = { text: '<p>text</p>', url, truncated: false }
const viewWith = (screenshotBytes: number) => ({
  ...unseenView(url, { code: 'timeout', message: 'none' }),
  fault: null,
  html,
  screenshot: new Uint8Array(screenshotBytes),
})

test('a screenshot that does not fit beside the document is left out, and the document is whole', async () => {
  // Base64 makes it a third larger.
  const tooLarge = (bytesMax / 4) * 3
  for (const bytes of [tooLarge, tooLarge + 3_000]) {
    const reply = await renderedReply(viewWith(bytes))
    assert.deepEqual([reply.html, reply.screenshotBase64], [html, null], String(bytes))
  }
  const both = await renderedReply(viewWith(3_000))
  assert.deepEqual([both.html, both.screenshotBase64?.length], [html, 4_000])
})

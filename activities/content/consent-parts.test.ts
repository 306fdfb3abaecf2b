import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { extractTextPage } from '../extract/extract-page.ts'

const markdown = (body: string, more: Partial<ExtractRequest>): string | undefined =>
  extractTextPage({
    url: 'https://e.test/',
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html',
    formats: ['markdown'],
    onlyMainContent: false,
    compared: false,
    ...more,
  }).outputs.markdown

describe('consentParts', () => {
  const parts = [
    '<div id="onetrust-consent-sdk"><p>We value your privacy</p></div>',
    '<div id="CybotCookiebotDialog"><p>Cookies</p></div>',
    '<div id="sp_message_container_1"><p>Cookies</p></div>',
    '<div class="a fc-consent-root b"><p>Cookies</p></div>',
  ]
  for (const part of parts) {
    it(`are no content of a page out of a browser: ${part.slice(0, 40)}`, () => {
      assert.equal(markdown(`<p>Text</p>${part}`, { rendered: true }), 'Text')
    })
  }

  it('are content when they are requested', () => {
    const body = `<p>Text</p>${parts[0]}`
    assert.equal(markdown(body, { rendered: true, includeTags: ['#onetrust-consent-sdk'] }), 'We value your privacy')
  })

  it('are not a page that carries the name of one', () => {
    assert.equal(markdown('<body class="cky-modal"><p>Text</p>', { rendered: true }), 'Text')
  })
})

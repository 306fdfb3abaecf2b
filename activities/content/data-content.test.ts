import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { extractTextPage } from '../extract/extract-page.ts'

const sentence = 'The ferry leaves the northern pier at seven and reaches the island before the shops open. '
const text = sentence.repeat(5).trim()

function extract(html: string, more: Partial<ExtractRequest> = {}) {
  const { outputs, extractor } = extractTextPage({
    url: 'https://example.org/page',
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html',
    formats: ['markdown'],
    onlyMainContent: false,
    compared: false,
    ...more,
  })
  return { markdown: outputs.markdown ?? '', extractor }
}

const state = (value: unknown): string =>
  `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

describe('content that a page has only as data', () => {
  it('is what the state of its framework says in sentences, under the names that stand beside them', () => {
    const post = { slug: '/ferries', title: 'On ferries', body: text, tags: ['sea'] }
    const { markdown, extractor } = extract(state({ props: { pageProps: { post } }, buildId: 'x1' }))
    assert.equal(markdown, `## On ferries\n\n${text}`)
    assert.equal(extractor, 'data')
  })

  it('is read as markup where it is that, and once where it is there twice', () => {
    const body = `<p>${text}</p><ul><li><a href="/islands">Islands</a></li></ul><!-- <script>`
    const { markdown } = extract(state({ a: { body }, b: { body }, c: { text: `${sentence}Twice. ` } }))
    assert.equal(markdown.split('[Islands](https://example.org/islands)').length, 2)
    assert.match(markdown, /Twice\./)
  })

  it('is the article of its linked data, and not the description of its website', () => {
    const linked = (data: object): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    assert.match(extract(linked({ '@type': 'Article', articleBody: text })).markdown, /northern pier/)
    assert.equal(extract(linked({ '@type': 'WebSite', description: text })).markdown, '')
  })

  it('stands behind the little that there is', () => {
    const { markdown } = extract(`<h1>Ferries</h1>${state({ body: text })}`, { onlyMainContent: true })
    assert.equal(markdown, `# Ferries\n\n${text}`)
  })

  it('is not requested where the elements have a text, or a browser has shown any', () => {
    const page = `<p>${'Something else to be read here. '.repeat(8)}</p>${state({ body: text })}`
    assert.doesNotMatch(extract(page).markdown, /northern/)
    assert.doesNotMatch(extract(`<h1>Sign in</h1>${state({ body: text })}`, { rendered: true }).markdown, /northern/)
  })

  it('is not what is short, no language, the words of an interface, or no JSON', () => {
    const code = 'a=b;{c=d};'.repeat(60)
    for (const value of [{ body: sentence }, { body: code }, { translations: { welcome: text } }]) {
      assert.equal(extract(state(value)).markdown, '')
    }
    assert.equal(extract(`<script type="application/json">{"body":"${text}"</script>`).markdown, '')
  })

  it('is read of deep data and of many values', () => {
    const script = (data: string): string => `<script type="application/json">${data}</script>`
    const deep = '['.repeat(90_000) + JSON.stringify(text) + ']'.repeat(90_000)
    assert.equal(extract(script(deep)).markdown, text)
    const many = Array.from({ length: 4_000 }, (_, at) => `${at} ${sentence}<b>`)
    assert.match(extract(script(JSON.stringify(many))).markdown, /3999 The ferry/)
  })
})

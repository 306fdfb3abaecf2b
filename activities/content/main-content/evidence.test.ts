import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { evidenceNames, readEvidence } from './evidence.ts'

/** Returns the names of the kinds and URL patterns that a page matches. */
function shown(html: string, url = 'https://example.org/'): string[] {
  const { kinds, url: shape } = readEvidence(parseTree(html).document, url)
  return evidenceNames.filter((_, at) => [...kinds, ...shape][at] !== 0)
}

const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('readEvidence', () => {
  const cases: [title: string, html: string, url: string, expected: string[]][] = [
    ['the type of JSON-LD', jsonLd({ '@type': 'NewsArticle' }), 'https://example.org/', ['stated article']],
    ['a type inside a graph', jsonLd({ '@graph': [{ '@type': ['Thing', 'Product'] }] }), 'https://example.org/', ['stated product']],
    ['the type of microdata', '<div itemscope itemtype="https://schema.org/QAPage">x</div>', 'https://example.org/', ['stated forum']],
    ['the type of OpenGraph', '<meta property="og:type" content="article">', 'https://example.org/', ['og article']],
    ['words and depth of the URL', '', 'https://example.org/forum/threads/a-b-c', ['url forum', 'url depth', 'url last hyphens']],
    ['nothing of broken JSON-LD and no URL', '<script type="application/ld+json">{"@type":</script>', 'no url', []],
  ] // prettier-ignore
  for (const [title, html, url, expected] of cases)
    it(`reads ${title}`, () => assert.deepEqual(shown(html, url), expected))

  it('collects the words of titles and the pairs of words of descriptions', () => {
    const { titleWords, statedPairs } = readEvidence(
      parseTree(
        `<title>One two</title><meta property=og:title content="two three"><meta name=description content="a b c">${jsonLd({ description: 'd e' })}<h1>four</h1>`,
      ).document,
      '',
    )
    assert.deepEqual([titleWords.size, statedPairs.size], [4, 3])
  })

  it('ends on JSON-LD nested without end', () => {
    assert.deepEqual(
      shown(`<script type="application/ld+json">${'['.repeat(50_000)}1${']'.repeat(50_000)}</script>`),
      [],
    )
  })
})

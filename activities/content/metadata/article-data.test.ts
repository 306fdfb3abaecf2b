import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { articleData } from './article-data.ts'

describe('articleData', () => {
  it('prefers the article to the page and the site', () => {
    const data = articleData([
      { '@type': 'WebSite', name: 'Site' },
      { '@type': 'WebPage', datePublished: '2001-01-01' },
      { '@type': 'NewsArticle', datePublished: '2025-01-02', headline: 'H', publisher: { name: 'P' } },
    ])
    assert.deepEqual(
      [data.published, data.headline, data.publisher, data.siteName, data.isArticle],
      ['2025-01-02', 'H', 'P', 'Site', true],
    )
  })

  const authors: [title: string, author: unknown, expected: string[], areOrganisations?: boolean][] = [
    ['a text', 'Ana', ['Ana']],
    ['an object', { '@type': 'Person', name: 'Ana' }, ['Ana']],
    ['a list of both', ['Ana', { name: 'Bo' }], ['Ana', 'Bo']],
    ['a reference', { '@id': '#bo' }, ['Bo']],
    ['a name in parts', { givenName: 'Ana', familyName: 'Lima' }, ['Ana Lima']],
    ['persons before organisations', [{ '@type': 'Organization', name: 'O' }, { name: 'Ana' }], ['Ana']],
    ['an organisation alone', { '@type': 'Organization', name: 'O' }, ['O'], true],
  ]
  for (const [title, author, expected, areOrganisations = false] of authors) {
    it(`reads as author ${title}`, () => {
      const data = articleData([
        { '@type': 'Article', author },
        { '@id': '#bo', name: 'Bo' },
      ])
      assert.deepEqual([data.authors, data.areOrganisations], [expected, areOrganisations])
    })
  }

  it('finds the question that a page is about, not its answers', () => {
    const data = articleData([
      {
        '@type': 'QAPage',
        mainEntity: { '@type': 'Question', author: 'Asker', acceptedAnswer: { '@type': 'Answer', author: 'Other' } },
      },
    ])
    assert.deepEqual([data.authors, data.isThread], [['Asker'], true])
  })

  it('takes nothing from breadcrumbs, products and reviews of others', () => {
    const data = articleData([
      { '@type': 'BreadcrumbList', name: 'x' },
      { '@type': 'Product', author: 'Brand' },
    ])
    assert.deepEqual([data.authors, data.headline], [[], null])
  })
})

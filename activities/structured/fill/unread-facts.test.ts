import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill-schema.ts'
import { entity, pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const texts = ['labels', 'tables', 'groups', 'fields'] as const

/** Returns facts whose texts must not be read. */
function withoutTexts(facts: Parameters<typeof pageOf>[0]): StructuredFacts {
  const page = pageOf(facts)
  for (const name of texts)
    Object.defineProperty(page, name, {
      get() {
        throw new Error(`${name} were read`)
      },
    })
  return page
}

describe('a schema', () => {
  it('is filled from what a page states without reading its texts', () => {
    const facts = withoutTexts({
      entities: [entity('Article', { headline: 'A bridge', author: 'Ana Lima', datePublished: '2026-01-05' })],
    })
    const schema = { type: 'object', title: 'article', properties: { headline: string, author: string, date: string } }
    assert.deepEqual(fillSchema(schema, facts).value, { headline: 'A bridge', author: 'Ana Lima', date: '2026-01-05' })
  })

  it('is filled from the head of a page without reading its texts', () => {
    const facts = withoutTexts({
      document: { heading: 'A bridge' },
      meta: { 'og:description': ['How it was built'] },
    })
    const schema = { type: 'object', properties: { title: string, description: string } }
    assert.deepEqual(fillSchema(schema, facts).value, { title: 'A bridge', description: 'How it was built' })
  })
})

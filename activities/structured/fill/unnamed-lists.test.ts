import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SiblingGroup } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill-schema.ts'
import { field, pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const group = (names: string[], heading: string | null, ...items: string[][]): SiblingGroup => ({
  heading,
  names,
  items: items.map(([title = '', ...texts]) => ({
    text: [title, ...texts].join(' '),
    fields: [field('h3', title), ...texts.map((text) => field(/^\d/.test(text) ? 'time' : 'p', text))],
  })),
})
const read = (name: string, items: unknown, ...groups: SiblingGroup[]): unknown => {
  const schema = { title: 'page', type: 'object', properties: { name: string, [name]: { type: 'array', items } } }
  const facts = pageOf({ document: { heading: 'Mug' }, groups })
  return (fillSchema(schema, facts).value as Record<string, unknown>)[name]
}
const object = (...names: string[]): unknown => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, string])),
})

describe('a list without a name', () => {
  const long = 'A text that is long enough to be taken for an answer or a comment.'

  it('is no list of questions unless its headings ask something', () => {
    const faq = object('question', 'answer')
    assert.equal(read('faq', faq, group(['card'], null, ['Fast', long], ['Safe', `${long} Really.`])), undefined)
    const questions = group(['card'], null, ['Is it fast?', long], ['Is it safe?', `${long} Really.`])
    assert.deepEqual(read('faq', faq, questions), [
      { question: 'Is it fast?', answer: long },
      { question: 'Is it safe?', answer: `${long} Really.` },
    ])
  })

  it('is no list of comments unless they have a day', () => {
    const comment = object('title', 'text')
    const posts = (...day: string[]): SiblingGroup =>
      group(['card'], null, ['Bowls', long, ...day], ['Cups', `${long} Really.`, ...day])
    assert.equal(read('comments', comment, posts()), undefined)
    assert.equal((read('comments', comment, posts('4 May 2026')) as unknown[]).length, 2)
  })
})

describe('the tags of a page', () => {
  it('are not those of the website', () => {
    const tags = (names: string[], heading: string): unknown =>
      read('tags', string, group(names, heading, ['tea'], ['cups']))
    assert.deepEqual(tags(['post tags'], 'Tags'), ['tea', 'cups'])
    assert.equal(tags(['widget', 'tags'], 'Tags'), undefined)
    assert.equal(tags(['tags'], 'Popular tags'), undefined)
  })
})

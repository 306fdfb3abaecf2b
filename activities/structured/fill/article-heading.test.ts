import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherThanTitle } from './article-heading.ts'

const title = 'What is version control, and how does it work?'

describe('the main heading of an article', () => {
  it('is not its title when it is the name of a section', () => {
    for (const heading of ['The Blog', 'Contact us', 'Perspectives']) assert.ok(isOtherThanTitle({ title, heading }))
  })

  it('is not its title when it is a whole text', () => {
    assert.ok(isOtherThanTitle({ title, heading: `${'Learn which version of a text is the best. '.repeat(5)}Really.` }))
  })

  it('is its title when it has words of it, several words, or no longer title beside it', () => {
    for (const heading of ['Version control', 'A guide to keeping histories of texts'])
      assert.ok(!isOtherThanTitle({ title, heading }))
    assert.ok(!isOtherThanTitle({ title: 'A post', heading: 'Perspectives' }))
    assert.ok(!isOtherThanTitle({ title: null, heading: 'Perspectives' }))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearsToken, bindProblem, ownToken, readTokens } from './service-token.ts'

describe('the service token', () => {
  it('is required as a bearer token, with the scheme in any case', () => {
    assert.equal(bearsToken('Bearer s3cret', ['s3cret']), true)
    assert.equal(bearsToken('bearer s3cret', ['s3cret']), true)
    for (const wrong of [undefined, '', 's3cret', 'Basic s3cret', 'Bearer', 'Bearer s3cre', 'Bearer s3cret x']) {
      assert.equal(bearsToken(wrong, ['s3cret']), false, String(wrong))
    }
  })

  it('may be one of several while it is changed; the first is the one to show', () => {
    const tokens = readTokens(' new , old,')
    assert.deepEqual(tokens, ['new', 'old'])
    assert.equal(bearsToken('Bearer old', tokens), true)
    assert.equal(bearsToken('Bearer new', tokens), true)
    assert.equal(bearsToken('Bearer new,old', tokens), false)
    assert.deepEqual([ownToken('new,old'), ownToken('')], ['new', ''])
  })

  it('may be left out on loopback alone', () => {
    assert.equal(bearsToken(undefined, []), true)
    assert.equal(bindProblem('', true), null)
    assert.match(bindProblem('', false) ?? '', /SEINE_SERVICE_TOKEN/)
    assert.match(bindProblem('short', false) ?? '', /32 characters/)
    assert.equal(bindProblem('x'.repeat(32), false), null)
    assert.match(bindProblem(`${'x'.repeat(32)},short`, false) ?? '', /32 characters/)
    assert.match(bindProblem(',', false) ?? '', /SEINE_SERVICE_TOKEN/)
  })
})

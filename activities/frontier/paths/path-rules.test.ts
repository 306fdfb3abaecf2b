import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPathRules } from './path-rules.ts'

const rules = (includePaths: string[], excludePaths: string[] = []) => createPathRules({ includePaths, excludePaths })
const testOf = (includePaths: string[], excludePaths: string[] = []) => {
  const compiled = rules(includePaths, excludePaths)
  return (url: string) => compiled.test(url)
}

describe('createPathRules', () => {
  it('refuses nothing without patterns', () => {
    assert.equal(rules([]).test('https://e.com/a'), null)
  })

  it('admits only paths that match one of includePaths', () => {
    const test = testOf(['^/blog/', '/docs/v\\d+'])
    assert.equal(test('https://e.com/blog/post'), null)
    assert.equal(test('https://e.com/en/docs/v2/x'), null)
    assert.deepEqual(test('https://e.com/about'), { rule: 'includePaths' })
    assert.deepEqual(test('https://e.com/a/blog/'), { rule: 'includePaths' })
  })

  it('refuses paths that match one of excludePaths, included or not', () => {
    const test = testOf(['^/blog'], ['draft', '\\?print='])
    assert.deepEqual(test('https://e.com/blog/my-draft-1'), { rule: 'excludePaths' })
    assert.deepEqual(test('https://e.com/blog/a?print=1'), { rule: 'excludePaths' })
    assert.deepEqual(test('https://e.com/other/draft'), { rule: 'excludePaths' })
    assert.equal(test('https://e.com/blog/a'), null)
  })

  it('searches path and query alone', () => {
    const test = testOf([], ['e\\.com', 'https', '8080', 'frag'])
    assert.equal(test('https://e.com:8080/a?b=c#frag'), null)
    assert.deepEqual(test('https://e.com/?from=e.com'), { rule: 'excludePaths' })
  })

  it('sees the path as it stands in the URL', () => {
    assert.equal(rules(['^/caf%C3%A9$']).test('https://e.com/caf%C3%A9'), null)
    assert.equal(rules(['^/$']).test('https://e.com'), null)
  })

  it('cuts the text at 2,083 characters', () => {
    const path = `/${'a'.repeat(2_082)}`
    assert.deepEqual(rules([], ['aX$']).test(`https://e.com/${'a'.repeat(2_081)}X`), { rule: 'excludePaths' })
    assert.equal(rules([], ['X']).test(`https://e.com${path}X`), null)
  })

  it('stays linear under nested quantifiers', () => {
    const test = testOf(['^/(a+)+$', '(a|aa)+b'])
    const url = `https://e.com/${'a'.repeat(2_000)}!`
    const start = performance.now()
    assert.deepEqual(test(url), { rule: 'includePaths' })
    assert.ok(performance.now() - start < 10_000)
  })

  it('names every pattern that does not compile', () => {
    assert.throws(() => rules(['ok', '('], []), /^TypeError: includePaths\/1: /)
    assert.throws(() => rules([], ['(?=a)', '(']), /excludePaths\/0: .*; excludePaths\/1: /)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseFrameChain, parseSelector } from './parse.ts'
import { InvalidSelectorError } from './parse-text.ts'

const contains = (value: string) => ({ how: 'contains', value, ignoreCase: true, flags: '' })
const equals = (value: string) => ({ how: 'equals', value, ignoreCase: false, flags: '' })

describe('parseSelector', () => {
  it('looks for words anywhere and for quoted ones exactly', () => {
    assert.deepEqual(parseSelector('text', ' Sign in '), { kind: 'text', match: contains('Sign in') })
    assert.deepEqual(parseSelector('label', '"E-mail"'), { kind: 'label', match: equals('E-mail') })
    assert.deepEqual(parseSelector('placeholder', `'it\\'s'`), { kind: 'placeholder', match: equals("it's") })
    assert.deepEqual(parseSelector('text', '"a" and "b"'), { kind: 'text', match: contains('"a" and "b"') })
  })

  it('reads a regular expression with and without slashes and drops what makes it stateful', () => {
    const regex = (value: string, flags: string) => ({
      kind: 'text',
      match: { how: 'regex', value, ignoreCase: false, flags },
    })
    assert.deepEqual(parseSelector('regex', '/item \\d+/gi'), regex('item \\d+', 'i'))
    assert.deepEqual(parseSelector('regex', '^total'), regex('^total', ''))
    assert.throws(() => parseSelector('regex', '/(/'), InvalidSelectorError)
    assert.throws(() => parseSelector('regex', 'a'.repeat(1_001)), InvalidSelectorError)
  })

  it('reads roles with names and states', () => {
    const query = parseSelector('role', 'checkbox[name="I \\"agree\\""][checked][disabled=false][include-hidden]')
    assert.deepEqual(query, {
      kind: 'role',
      role: 'checkbox',
      name: contains('I "agree"'),
      description: null,
      states: { checked: true, disabled: false },
      level: null,
      includeHidden: true,
    })
  })

  it('reads exact, anchored and regular names of a role', () => {
    const name = (selector: string) => {
      const query = parseSelector('role', selector)
      return query.kind === 'role' ? query.name : null
    }
    assert.deepEqual(name('button[name="Go"s]'), equals('Go'))
    assert.deepEqual(name('role=button[name="Go"][exact]'), equals('Go'))
    assert.deepEqual(name('button[name=Go]'), contains('Go'))
    assert.deepEqual(name('button[name^="Go"]'), { how: 'starts', value: 'Go', ignoreCase: true, flags: '' })
    assert.deepEqual(name('button[name=/^go [a-z/]+$/i]'), {
      how: 'regex',
      value: '^go [a-z/]+$',
      ignoreCase: false,
      flags: 'i',
    })
  })

  it('refuses what is no role selector', () => {
    for (const selector of [
      '[name=x]',
      'button[name',
      'button[colour=red]',
      'heading[level=two]',
      'button[checked=1]',
    ]) {
      assert.throws(() => parseSelector('role', selector), InvalidSelectorError, selector)
    }
    assert.throws(() => parseSelector('css', '  '), InvalidSelectorError)
  })

  it('takes an XPath with and without its prefix', () => {
    assert.deepEqual(parseSelector('xpath', 'xpath=//a'), { kind: 'xpath', expression: '//a' })
    assert.deepEqual(parseSelector('xpath', '//a'), { kind: 'xpath', expression: '//a' })
  })
})

describe('parseFrameChain', () => {
  it('splits nested frames outside quotes and reads each as CSS unless it says otherwise', () => {
    assert.deepEqual(parseFrameChain('#outer >> iframe[title="a >> b"] >> xpath=//iframe >> test_id=inner'), [
      { kind: 'css', selector: '#outer' },
      { kind: 'css', selector: 'iframe[title="a >> b"]' },
      { kind: 'xpath', expression: '//iframe' },
      { kind: 'test_id', value: 'inner' },
    ])
    assert.deepEqual(parseFrameChain(null), [])
  })
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { scanXml } from './xml-scanner.ts'

function tokensOf(xml: string): string[] {
  const tokens: string[] = []
  scanXml(xml, {
    startTag: (name, attributes) => tokens.push(`<${name} ${JSON.stringify(attributes)}`),
    endTag: (name) => tokens.push(`/${name}`),
    text: (text) => tokens.push(text),
    shouldStop: () => false,
  })
  return tokens
}

suite('scanning XML', () => {
  test('tells tags, attributes and text', () => {
    assert.deepEqual(tokensOf(`<?xml version="1.0"?><a b='1 > 0' c = "&lt;&#x41;&#66;"><d/>x &amp; y</a >`), [
      '<a {"b":"1 > 0","c":"<AB"}',
      '<d {}',
      '/d',
      'x & y',
      '/a',
    ])
  })

  test('passes over comments and document types, and takes CDATA as it is', () => {
    assert.deepEqual(tokensOf('<!DOCTYPE a [<!ENTITY b "<c>">]><a><!-- <d> --><![CDATA[&amp;<e>]]></a>'), [
      '<a {}',
      '&amp;<e>',
      '/a',
    ])
  })

  test('leaves entities it does not know, and replaces characters that are none', () => {
    assert.deepEqual(tokensOf('<a>&b;&#0;&#xD800;&#x110000;&</a>')[1], '&b;\ufffd\ufffd\ufffd&')
  })

  test('reads what was cut off as far as it makes sense', () => {
    assert.deepEqual(tokensOf('<a>x<b c="'), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a><![CDATA[x'), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a>x<!-- '), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a b c=d>'), ['<a {}'])
  })
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConvertedDocument } from '@seine/shared/pages/documents.ts'
import { convertRtf } from './convert-rtf.ts'
import { bodyOf, converted } from '../testing/documents.ts'

const front = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}{\stylesheet{\s1 heading 1;}{\s7\outlinelevel2 Mine;}}`

async function convertedOf(text: string): Promise<ConvertedDocument> {
  return await converted(convertRtf, 'rtf', new Uint8Array(Buffer.from(text, 'latin1')))
}

const htmlOf = async (content: string): Promise<string> => bodyOf(await convertedOf(`${front}${content}}`))

suite('Rich Text Format', () => {
  test('paragraphs keep bold and italic, and braces that are escaped', async () => {
    assert.equal(
      await htmlOf(String.raw`\pard a {\b bold} \i it\i0  \{x\} 1 < 2\par b\line c`),
      '<p>a <strong>bold</strong> <em>it</em> {x} 1 &lt; 2</p><p>b<br>c</p>',
    )
  })

  test('headings come from style names and outline levels', async () => {
    assert.equal(
      await htmlOf(String.raw`\pard\s1\b One\b0\par\pard\s7 Three\par\pard\outlinelevel1 Two\par\pard text\par`),
      '<h1>One</h1><h3>Three</h3><h2>Two</h2><p>text</p>',
    )
  })

  test('bytes are in the code page of their font', async () => {
    assert.equal(
      await htmlOf(String.raw`\f0 caf\'e9 \f1\'cf\'f0\f2\'83A\'83\'58\f0 \'93q\'94\par`),
      '<p>café Прアス“q”</p>',
    )
  })

  test('Unicode characters replace those that stand in for them', async () => {
    assert.equal(await htmlOf(String.raw`\u8212?\uc2 \u960\'70\'69x\uc1 \u-10179?\u-8694?\par`), '<p>—πx😊</p>')
  })

  test('braces end what stands in for a Unicode character', async () => {
    assert.equal(
      await htmlOf(String.raw`{\u8364 }Text {\u8364 ?}one \u8364 {\b two} \uc2{\u960 \'70}three\par`),
      '<p>€Text €one €<strong>two</strong> πthree</p>',
    )
  })

  test('links come from fields', async () => {
    assert.equal(
      await htmlOf(String.raw`{\field{\*\fldinst{HYPERLINK "https://example.com/?a&b"}}{\fldrslt go}} on\par`),
      '<p><a href="https://example.com/?a&amp;b">go</a> on</p>',
    )
  })

  test('items have their mark in a group of its own', async () => {
    assert.equal(
      await htmlOf(String.raw`{\listtext 3.\tab}a\par{\listtext 4.\tab}b\par\pard{\pntext\'b7\tab}c\par`),
      '<ol start="3"><li>a</li><li>b</li></ol><ul><li>c</li></ul>',
    )
  })

  test('markers of several levels and in brackets have the number of the item', async () => {
    assert.equal(
      await htmlOf(String.raw`{\listtext 2.1.\tab}a\par{\listtext 2.2.\tab}b\par\pard c\par{\listtext (3)\tab}d\par`),
      '<ol><li>a</li><li>b</li></ol><p>c</p><ol start="3"><li>d</li></ol>',
    )
  })

  test('tables keep merged cells', async () => {
    const first = String.raw`\trowd\trhdr\cellx1\cellx2\pard\intbl A\cell B\cell\row`
    const second = String.raw`\trowd\clmgf\cellx1\clmrg\cellx2\pard\intbl C\par D\cell\cell\row`
    assert.equal(
      await htmlOf(`${first}${second}\\pard after\\par`),
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2"><p>C</p><p>D</p></td></tr></tbody></table><p>after</p>',
    )
  })

  test('notes stand at the end', async () => {
    assert.match(
      await htmlOf(String.raw`a{\super\chftn}{\footnote\pard\plain Said so.}b\par`),
      /^<p>a<sup>.*<\/sup>b<\/p><section .*<li id="fn1">Said so\. /,
    )
  })

  test('pictures, headers, hidden text and unknown extensions are left out', async () => {
    assert.equal(
      await htmlOf(String.raw`{\header head}{\pict ffd8ff}{\*\mystery {x} y}\bin3 }}}a{\v hidden}b\par`),
      '<p>ab</p>',
    )
  })

  test('the information group becomes metadata', async () => {
    const { html } = await convertedOf(
      String.raw`{\rtf1{\info{\title T \'e9}{\author Ann}{\creatim\yr2024\mo3\dy1\hr9\min5}}a\par}`,
    )
    assert.match(
      html,
      /<title>T é<\/title><meta name="author" content="Ann"><meta property="article:published_time" content="2024-03-01T09:05">/,
    )
  })

  test('deep nesting and unbalanced groups are survived', async () => {
    assert.match(await htmlOf(`${'{'.repeat(100_000)}deep${'}'.repeat(200_000)}after\\par`), /deepafter/)
    assert.match(await htmlOf('{'.repeat(100_000) + 'open'), /open/)
  })

  test('what does not begin as one is broken', async () => {
    await assert.rejects(convertedOf('hello'), { code: 'broken_document' })
  })

  test('a file that ends within its first group gets a warning', async () => {
    const warningsOf = async (text: string): Promise<string[]> =>
      (await converted(convertRtf, 'rtf', new Uint8Array(Buffer.from(text)))).warnings
    assert.deepEqual(await warningsOf('{\\rtf1 whole\\par}\r\n\0'), [])
    assert.deepEqual(await warningsOf('{\\rtf1 {\\b cut} of'), ['document_cut_off'])
  })
})

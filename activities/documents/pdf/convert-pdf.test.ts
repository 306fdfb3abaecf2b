import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainFont } from './reading/font-style.ts'
import { layOut } from './layout/lay-out.ts'
import type { PageContent } from './reading/read-page.ts'
import { bodyOf, convert, prose } from './testing/converted-pdf.ts'
import { textLines, uriAction, writePdf, type TestText } from './testing/pdf-writer.ts'

const bodyOfTexts = async (...texts: (TestText | TestText[])[]): Promise<string> =>
  await bodyOf({ pages: [{ texts: texts.flat() }] })

describe('a PDF document', () => {
  it('becomes paragraphs of joined lines', async () => {
    const body = await bodyOfTexts(
      textLines(['The first paragraph goes on to', 'a second line and an exam-', 'ple of a word in two.'], {
        x: 72,
        y: 700,
      }),
      textLines(['The next one stands lower.'], { x: 72, y: 640 }),
    )
    assert.equal(
      body,
      '<p>The first paragraph goes on to a second line and an example of a word in two.</p>\n<p>The next one stands lower.</p>',
    )
  })

  it('keeps the hyphen of a word that has one elsewhere', async () => {
    const body = await bodyOfTexts(
      textLines(['A well-known fact is said to be well-', 'known, but not unam-', 'biguous.'], { x: 72, y: 700 }),
    )
    assert.equal(body, '<p>A well-known fact is said to be well-known, but not unambiguous.</p>')
  })

  it('reports headings by their size and weight', async () => {
    const body = await bodyOfTexts(
      { text: 'A title', x: 72, y: 740, size: 24 },
      { text: 'A section', x: 72, y: 700, size: 16, font: 'Helvetica-Bold' },
      textLines(prose(4, 'Some'), { x: 72, y: 670 }),
      { text: 'A part', x: 72, y: 600, font: 'Helvetica-Bold' },
      textLines(prose(4, 'Other'), { x: 72, y: 580 }),
    )
    assert.deepEqual(body.match(/<h\d>.*<\/h\d>/g), ['<h1>A title</h1>', '<h2>A section</h2>', '<h3>A part</h3>'])
  })

  it('reads one column after the other, and what spans them in its place', async () => {
    const body = await bodyOfTexts(
      { text: 'A heading that stands above both of the columns', x: 150, y: 740, size: 16 },
      // Drawn line by line across both columns.
      Array.from({ length: 6 }, (_, line) => [
        { text: `left line ${line} with words that fill its column`, x: 60, y: 700 - line * 12 },
        { text: `right line ${line} with words that fill a column`, x: 320, y: 700 - line * 12 },
      ]).flat(),
    )
    const order = [...body.matchAll(/(left|right) line (\d)/g)].map(([, side, line]) => `${side?.at(0)}${line}`)
    assert.deepEqual(order, ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5'])
    assert.match(body, /^<h1>/)
  })

  it('makes nested lists of bullets and numbers', async () => {
    const body = await bodyOfTexts(
      { text: '\u0095 First thing', x: 72, y: 700 },
      { text: '- Thing below', x: 92, y: 686 },
      { text: '- Another below', x: 92, y: 672 },
      { text: '\u0095 Second thing', x: 72, y: 658 },
      { text: '1. One', x: 72, y: 630 },
      { text: '2. Two', x: 72, y: 616 },
    )
    assert.equal(
      body.replaceAll('\n', ''),
      '<ul><li>First thing<ul><li>Thing below</li><li>Another below</li></ul></li><li>Second thing</li></ul>' +
        '<ol><li>One</li><li>Two</li></ol>',
    )
  })

  it('takes numbers that stand apart from their text for those of a list, however many', async () => {
    const body = await bodyOfTexts(
      ...['Open it', 'Look inside', 'Close it'].map((text, index) => [
        { text: String(index + 1), x: 72, y: 700 - index * 14 },
        { text, x: 90, y: 700 - index * 14 },
      ]),
    )
    assert.equal(body.replaceAll('\n', ''), '<ol><li>Open it</li><li>Look inside</li><li>Close it</li></ol>')
  })

  it('keeps a table whose first column does not count', async () => {
    const body = await bodyOfTexts(
      ...[
        ['3', 'Apples'],
        ['12', 'Pears'],
        ['1', 'Quinces'],
      ].map(([count = '', text = ''], index) => [
        { text: count, x: 72, y: 700 - index * 14 },
        { text, x: 100, y: 700 - index * 14 },
      ]),
    )
    assert.match(body, /<table>/)
  })

  it('makes a table of pieces in columns', async () => {
    const rows = [
      ['Fruit', 'Count', 'Price'],
      ['Apple', '12', '1.20'],
      ['Pear', '4', '100.00'],
      ['Quince', '7', '3.10'],
    ]
    const body = await bodyOfTexts(
      rows.flatMap((row, line) => row.map((text, column) => ({ text, x: 72 + column * 100, y: 700 - line * 14 }))),
    )
    assert.equal(
      body.replaceAll('\n', ''),
      '<table><tr><th>Fruit</th><th>Count</th><th>Price</th></tr><tr><td>Apple</td><td>12</td><td>1.20</td></tr>' +
        '<tr><td>Pear</td><td>4</td><td>100.00</td></tr><tr><td>Quince</td><td>7</td><td>3.10</td></tr></table>',
    )
  })

  it('keeps the columns of code', async () => {
    const body = await bodyOfTexts(
      textLines(prose(5, 'Some'), { x: 72, y: 740 }),
      { text: 'if (a < b) {', x: 72, y: 600, font: 'Courier' },
      { text: 'return 1', x: 84, y: 588, font: 'Courier' },
      { text: '}', x: 72, y: 576, font: 'Courier' },
    )
    assert.match(body, /<pre><code>if \(a &lt; b\) \{\n {2}return 1\n\}\n<\/code><\/pre>/)
  })

  it('leaves out what repeats at the edges of its pages', async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      texts: [
        { text: 'The running title of it all', x: 72, y: 770 },
        ...textLines(prose(5, `Page${number}`), { x: 72, y: 600 }),
        { text: `Page ${number} of 4`, x: 280, y: 30 },
      ],
    }))
    const body = await bodyOf({ pages })
    assert.doesNotMatch(body, /running title|Page \d of/)
    assert.match(body, /Page4 line 4/)
  })

  it('keeps the rows of a table that continues over its pages', async () => {
    const pages = [0, 1, 2, 3].map((page) => ({
      texts: [
        ...Array.from({ length: 40 }, (_, line) => {
          const count = page * 40 + line
          const cells = [`${1001 + count}`, 'Widget', '15', `SKU-${count}`, `EUR ${count % 7}.50`, `${count % 9} pcs`]
          return cells.map((text, column) => ({ text, x: 60 + column * 80, y: 750 - line * 12 }))
        }).flat(),
        { text: 'Price list', x: 60, y: 30 },
        { text: `Page ${page + 1}`, x: 500, y: 30 },
      ],
    }))
    const body = await bodyOf({ pages })
    const numbers = [...body.matchAll(/<td>(1\d{3})<\/td>/g)].map(([, number]) => Number(number))
    assert.deepEqual(
      numbers,
      Array.from({ length: 160 }, (_, count) => 1001 + count),
    )
    assert.doesNotMatch(body, /Price list|Page \d/)
  })

  it('keeps the names of columns that are repeated on each page once', async () => {
    const pages = [0, 1, 2].map((page) => ({
      texts: Array.from({ length: 12 }, (_, line) => {
        const count = page * 11 + line
        const cells =
          line === 0 ? ['Code', 'Product', 'Price'] : [`${1000 + count}`, `Thing ${count}`, `${count % 7}.50`]
        return cells.map((text, column) => ({ text, x: 60 + column * 90, y: 760 - line * 12 }))
      }).flat(),
    }))
    const body = await bodyOf({ pages })
    assert.equal(body.match(/<th>Code<\/th><th>Product<\/th><th>Price<\/th>/g)?.length, 1)
    assert.equal(body.match(/<td>1\d{3}<\/td>/g)?.length, 33)
  })

  it('leaves out the line with the page number where the title of the chapter changes', async () => {
    const pages = ['Rivers', 'Rivers', 'Lakes', 'Seas', 'Seas'].map((title, page) => ({
      texts: [
        { text: `${page + 17}`, x: 72, y: 770 },
        { text: `About ${title}`, x: 400, y: 770 },
        ...textLines(prose(5, ['Red', 'Green', 'Blue', 'Grey', 'Pink'][page] ?? ''), { x: 72, y: 745 }),
        { text: `Printed 12.03.2024 10:22, page ${page + 1} of 5`, x: 72, y: 30 },
      ],
    }))
    const body = await bodyOf({ pages })
    assert.doesNotMatch(body, /About|Printed|\d\d/)
    assert.equal(body.match(/(?:Red|Green|Blue|Grey|Pink) line \d/g)?.length, 25)
  })

  it('joins a sentence that continues over the page', async () => {
    const body = await bodyOf({
      pages: [
        { texts: textLines(['A sentence begins on one page and goes', 'on for so long that it'], { x: 72, y: 100 }) },
        { texts: textLines(['ends on the next one.'], { x: 72, y: 720 }) },
      ],
    })
    assert.equal(body, '<p>A sentence begins on one page and goes on for so long that it ends on the next one.</p>')
  })

  it('puts links over the text they cover, and no scripts', async () => {
    const body = await bodyOf({
      pages: [
        {
          texts: [{ text: 'See the manual, or not', x: 72, y: 700 }],
          links: [
            { rect: [89, 698, 141, 710], action: uriAction('https://example.com/manual?a=1&b=2') },
            { rect: [145, 698, 170, 710], action: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' },
            { rect: [145, 698, 170, 710], action: uriAction('javascript:alert(1)') },
          ],
        },
      ],
    })
    assert.equal(body, '<p>See <a href="https://example.com/manual?a=1&amp;b=2">the manual</a>, or not</p>')
  })

  it('goes by the tags of a document that has them', async () => {
    const body = await bodyOfTexts(
      { text: 'Not larger, but a heading', x: 72, y: 700, tag: 'H2' },
      { text: 'Text in its place.', x: 72, y: 686, tag: 'P' },
      { text: 'Page 1', x: 72, y: 20 },
    )
    assert.equal(body, '<h2>Not larger, but a heading</h2>\n<p>Text in its place.</p>')
  })

  it('escapes its text', async () => {
    assert.equal(
      await bodyOfTexts({ text: '<script>a & b</script>', x: 72, y: 700 }),
      '<p>&lt;script&gt;a &amp; b&lt;/script&gt;</p>',
    )
  })

  it('says what its information dictionary says', async () => {
    const info = { Title: 'Of <Things>', Author: 'Ada Byron', CreationDate: "D:20240229120000+01'00'" }
    const { html, pages } = await convert(
      writePdf({ pages: [{ texts: [{ text: 'Text', x: 72, y: 700 }] }], info, catalog: '/Lang (de-CH)' }),
    )
    assert.match(html, /<html lang="de-CH">/)
    assert.match(html, /<title>Of &lt;Things&gt;<\/title><meta name="author" content="Ada Byron">/)
    assert.match(html, /<meta property="article:published_time" content="2024-02-29T12:00:00\+01:00">/)
    assert.equal(pages, 1)
  })

  it('is refused when no page can be read in time', async () => {
    const pages = Array.from({ length: 400 }, (_, number) => ({
      texts: textLines(prose(5, `P${number}`), { x: 72, y: 700 }),
    }))
    await assert.rejects(convert(writePdf({ pages }), 0), { code: 'document_too_large' })
  })

  it('opens without a password where only changes need one', async () => {
    const document = {
      pages: [{ texts: [{ text: 'For all eyes', x: 72, y: 700 }] }],
      passwords: { user: '', owner: 'secret' },
    }
    assert.equal(await bodyOf(document), '<p>For all eyes</p>')
  })

  it('is refused by name when it is encrypted, broken or only pictures', async () => {
    const texts = [{ text: 'Text', x: 72, y: 700 }]
    const refusal = async (bytes: Uint8Array<ArrayBuffer>, code: string): Promise<void> =>
      await assert.rejects(convert(bytes), { name: 'UnreadableContentError', code })
    await refusal(writePdf({ pages: [{ texts }], passwords: { user: 'one', owner: 'two' } }), 'encrypted_document')
    await refusal(new Uint8Array(Buffer.from('%PDF-1.7\nnothing of the kind')), 'broken_document')
    await refusal(writePdf({ pages: [{ texts: [] }, { texts: [] }] }), 'document_without_text')
  })

  it('is laid out up to the deadline, the first page in any case', async () => {
    const pages = ['one', 'two'].map((text, index): PageContent => ({
      number: index + 1,
      groups: [
        {
          width: 612,
          height: 792,
          runs: [
            {
              text,
              x: 72,
              y: 72,
              width: 20,
              size: 10,
              style: plainFont,
              spaceAfter: false,
              isRtl: false,
              href: null,
              mark: null,
            },
          ],
        },
      ],
      view: null,
      structure: null,
      isCut: false,
    }))
    const { blocks, isCut } = layOut(pages, 0)
    assert.deepEqual({ blocks: blocks.length, isCut }, { blocks: 1, isCut: true })
    assert.equal(layOut(pages, Infinity).isCut, false)
  })

  it('is read as far as a truncated file goes', async () => {
    const whole = writePdf({ pages: [{ texts: [{ text: 'Still there', x: 72, y: 700 }] }] })
    const { html } = await convert(whole.slice(0, whole.length - 250))
    assert.match(html, /Still there/)
  })
})

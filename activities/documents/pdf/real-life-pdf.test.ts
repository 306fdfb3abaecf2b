/** What readers expect of the Markdown of reports, papers, forms and scans, on documents of known structure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, convert, markdownOf, prose } from './testing/converted-pdf.ts'
import { textLines, writePdf, type TestPage, type TestText } from './testing/pdf-writer.ts'

/** Returns Hebrew as it is drawn, from left to right; letters are those of the test font, from A for Alef. */
const drawn = (letters: string): string => Array.from(letters).toReversed().join('')

describe('the Markdown of a PDF', () => {
  it('reads two columns with a note below each of them', async () => {
    const column = (word: string, x: number): TestText[] =>
      textLines(
        Array.from({ length: 8 }, (_, line) => `${word} line ${line} with words that fill it`),
        { x, y: 700 },
      )
    const body = await bodyOf({
      pages: [
        {
          texts: [
            { text: 'Findings', x: 60, y: 740, size: 18 },
            ...column('left', 60),
            ...column('right', 320),
            { text: '1', x: 60, y: 303, size: 6 },
            { text: 'A note below the left column.', x: 64, y: 300, size: 8 },
          ],
        },
      ],
    })
    const [heading, text = '', note] = body.split('\n')
    assert.equal(heading, '<h1>Findings</h1>')
    assert.deepEqual(
      [...text.matchAll(/(left|right) line (\d)/g)].map(([, side, line]) => `${side} ${line}`),
      ['left', 'right'].flatMap((side) => Array.from({ length: 8 }, (_, line) => `${side} ${line}`)),
    )
    assert.equal(note, '<p><sup>1</sup> A note below the left column.</p>')
  })

  it('keeps footnotes out of the sentence that continues over the page', async () => {
    const pages: TestPage[] = [
      {
        texts: [
          { text: 'The survey was repeated in spring', x: 72, y: 600 },
          { text: '1', x: 224, y: 604, size: 6 },
          { text: ', and the sentence goes on for as long as', x: 228, y: 600 },
          { text: '1', x: 72, y: 63, size: 6 },
          { text: 'By the office for statistics.', x: 76, y: 60, size: 8 },
          { text: 'Annual report', x: 72, y: 30 },
          { text: '7', x: 500, y: 30 },
        ],
      },
      {
        texts: [
          { text: 'the next page has words for it.', x: 72, y: 640 },
          { text: '2', x: 72, y: 63, size: 6 },
          { text: 'Unpublished.', x: 76, y: 60, size: 8 },
          { text: 'Annual report', x: 72, y: 30 },
          { text: '8', x: 500, y: 30 },
        ],
      },
    ]
    assert.equal(
      await bodyOf({ pages }),
      '<p>The survey was repeated in spring<sup>1</sup>, and the sentence goes on for as long as the next page has words for it.</p>\n' +
        '<p><sup>1</sup> By the office for statistics.</p>\n<p><sup>2</sup> Unpublished.</p>',
    )
  })

  it('joins words and ranges that end a line with a hyphen', async () => {
    const texts = textLines(
      ['The exam-', 'ple of an Anglo-', 'American well-known treaty of 2019-', '2020 is well-', 'known.'],
      {
        x: 72,
        y: 700,
      },
    )
    assert.equal(
      await bodyOf({ pages: [{ texts }] }),
      '<p>The example of an Anglo-American well-known treaty of 2019-2020 is well-known.</p>',
    )
  })

  it('writes right-to-left text in the order of its readers, with its numbers', async () => {
    const texts: TestText[] = [
      { text: drawn('ABGDE VZHTI KLMNS'), x: 300, y: 700, font: 'Hebrew' },
      { text: drawn(`EVZ HTIK, LMNS ${drawn('1948')}`), x: 285, y: 688, font: 'Hebrew' },
      { text: drawn('AAA BBB.'), x: 345, y: 676, font: 'Hebrew' },
    ]
    assert.equal(
      await bodyOf({ pages: [{ texts }] }),
      '<p dir="rtl">אבזדה ץשחףט ךכלםע הץש חףטך, כלםע 1948 אאא בבב.</p>',
    )
  })

  it('has the values of the fields of a form beside their labels', async () => {
    const pages: TestPage[] = [
      {
        texts: [
          { text: 'Application', x: 72, y: 740, size: 20 },
          { text: 'Name', x: 72, y: 700 },
          { text: 'City', x: 72, y: 680 },
          { text: 'Newsletter', x: 90, y: 640 },
          { text: 'Discount', x: 90, y: 620 },
        ],
        fields: [
          { rect: [140, 696, 300, 712], name: 'name', value: 'Ada Lovelace' },
          { rect: [140, 676, 300, 692], name: 'city', value: 'London (UK)' },
          { rect: [140, 656, 300, 672], name: 'street', value: '' },
          { rect: [72, 638, 84, 650], name: 'news', value: true },
          { rect: [72, 618, 84, 630], name: 'discount', value: false },
        ],
      },
    ]
    const markdown = await markdownOf({ pages })
    assert.match(markdown, /Name\W+Ada Lovelace/)
    assert.match(markdown, /City\W+London \(UK\)/)
    assert.match(markdown, /☑ Newsletter/)
    assert.match(markdown, /☐ Discount/)
  })

  it('reads the fields of a page without any other text', async () => {
    const pages: TestPage[] = [{ texts: [], fields: [{ rect: [72, 600, 300, 700], name: 'a', value: 'One\nTwo' }] }]
    assert.match(await bodyOf({ pages }), /One.*Two/s)
  })

  it('reads pages that are shown turned', async () => {
    const pages = ([90, 180, 270] as const).map((rotate) => ({
      rotate,
      texts: textLines([`The page turned by ${rotate} degrees`, 'has its lines in order.'], { x: 72, y: 500 }),
    }))
    assert.equal(
      await bodyOf({ pages }),
      [90, 180, 270].map((turn) => `<p>The page turned by ${turn} degrees has its lines in order.</p>`).join('\n'),
    )
  })

  it('makes a table of columns without lines, between paragraphs', async () => {
    const rows = [
      ['Region', 'People', 'Capital'],
      ['North', '1,204', 'Norwich upon the Water'],
      ['South and islands', '880', 'Ayr'],
    ]
    const texts = [
      ...textLines(prose(4, 'Before'), { x: 72, y: 740 }),
      ...rows.flatMap(([region = '', people = '', capital = ''], line) => [
        { text: region, x: 72, y: 640 - line * 14 },
        // Flush right.
        { text: people, x: 270 - people.length * 5, y: 640 - line * 14 },
        { text: capital, x: 330, y: 640 - line * 14 },
      ]),
      ...textLines(prose(4, 'After'), { x: 72, y: 560 }),
    ]
    const markdown = await markdownOf({ pages: [{ texts }] })
    assert.match(
      markdown,
      /\| Region +\| People +\| Capital +\|\n\|[ :|-]+\|\n\| North +\| 1,204 +\| Norwich upon the Water +\|\n\| South and islands +\| 880 +\| Ayr +\|/,
    )
    assert.match(markdown, /Before line 3[^|]*\n\n\|/)
  })

  it('says that pages are scans, and nothing of pages that are blank', async () => {
    const text: TestPage = { texts: [{ text: 'A page with text', x: 72, y: 700 }] }
    const warningsOf = async (...pages: TestPage[]): Promise<readonly string[]> =>
      (await convert(writePdf({ pages }))).warnings
    assert.deepEqual(await warningsOf(text, { texts: [], hasPicture: true }), ['pdf_pages_scanned'])
    assert.deepEqual(await warningsOf(text, { texts: [] }), [])
    assert.deepEqual(await warningsOf({ ...text, hasPicture: true }), [])
    await assert.rejects(convert(writePdf({ pages: [{ texts: [], hasPicture: true }] })), {
      code: 'document_without_text',
      message: /pictures is not recognised/,
    })
  })
})

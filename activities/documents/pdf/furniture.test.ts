import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from './testing/converted-pdf.ts'
import { textLines, type TestText } from './testing/pdf-writer.ts'

const titles = ['Rivers', 'Lakes', 'Seas', 'Springs', 'Wells']

/** Returns the body of five pages, each with the texts at its edges and three lines over its whole width. */
const bodyWith = async (
  edges: (title: string, page: number) => TestText[],
  pageTitles: readonly string[] = titles,
): Promise<string> =>
  await bodyOf({
    pages: pageTitles.map((title, index) => {
      const ofPage = `${index}`.repeat(3)
      const line = `Line ${ofPage} has so many words that it goes on from one margin of the page to the other one.`
      return { texts: [...textLines([line, line, line], { x: 72, y: 740 }), ...edges(title, index + 1)] }
    }),
  })

const linesIn = (body: string): number => body.match(/Line (\d)\1\1 has/g)?.length ?? 0

describe('running heads and feet of a PDF', () => {
  for (const ofPage of ['Page N of 5', 'Seite N von 5', 'p. N/5', '- N -', 'N | 5']) {
    it(`are left out with a page number like "${ofPage}" beside a title that changes`, async () => {
      const body = await bodyWith((title, page) => [
        { text: `About ${title}`, x: 72, y: 770 },
        { text: ofPage.replace('N', `${page}`), x: 460, y: 770 },
      ])
      assert.doesNotMatch(body, /About|Page|Seite|p\./)
      assert.equal(linesIn(body), 15)
    })
  }

  it('are left out when title and page number are one text', async () => {
    const body = await bodyWith((title, page) => [{ text: `About ${title} - page ${page} of 5`, x: 72, y: 30 }])
    assert.doesNotMatch(body, /About/)
  })

  it('are left out when the same text is beside a title that changes and is a heading of the text', async () => {
    const heading = (title: string, page: number): TestText => ({ text: `${page}. ABOUT ${title}`, x: 72, y: 600 })
    const body = await bodyWith((title, page) => [
      { text: 'ACME Manual', x: 72, y: 770 },
      { text: `About ${title}`, x: 440, y: 770 },
      heading(title, page),
      { text: `${page}`, x: 300, y: 30 },
    ])
    assert.doesNotMatch(body, /ACME|About/)
    assert.equal(body.match(/ABOUT/g)?.length, 5)
    assert.equal(linesIn(body), 15)
    const atBottom = await bodyWith((title, page) => [
      { text: `About ${title}`, x: 72, y: 40 },
      { text: 'ACME Manual', x: 440, y: 40 },
      heading(title, page),
    ])
    assert.doesNotMatch(atBottom, /ACME|About/)
    const onTwoLines = await bodyWith((title) => [
      { text: 'ACME Manual', x: 72, y: 770 },
      { text: `About all the ${title}`, x: 400, y: 770 },
      { text: 'ABOUT ALL', x: 72, y: 600 },
      { text: `THE ${title}`, x: 72, y: 588 },
    ])
    assert.doesNotMatch(onTwoLines, /ACME|About/)
  })

  it('are kept once where nothing else has the name beside the same text', async () => {
    const names = ['Alice Smith', 'Bob Jones', 'Carol White', 'Dan Brown', 'Eve Black']
    const payslip = (name: string): TestText[] => [
      { text: 'Payslip', x: 72, y: 770 },
      { text: name, x: 440, y: 770 },
    ]
    const body = await bodyWith(payslip, names)
    for (const name of names) assert.match(body, new RegExp(name))
    assert.equal(body.match(/Payslip/g)?.length, 5)
    assert.equal(linesIn(body), 15)
    const onTwoPages = await bodyWith(
      payslip,
      names.flatMap((name) => [name, name]),
    )
    for (const name of names) assert.equal(onTwoPages.split(name).length, 2)
    const atBottom = await bodyWith((name) => payslip(name).map((text) => ({ ...text, y: 40 })), names)
    for (const name of names) assert.match(atBottom, new RegExp(name))
  })

  it('are kept when a number without meaning for the pages is beside the same text', async () => {
    const body = await bodyWith((_, page) => [
      { text: 'Invoice', x: 72, y: 770 },
      { text: `No. ${20_240_000 + page * page}`, x: 440, y: 770 },
    ])
    assert.equal(body.match(/No\. 2024/g)?.length, 5)
  })

  it('are no rows of tables, whose cells continue on further lines', async () => {
    const cellsOf = (page: number, line: number): [string, string, string] =>
      line % 2 === 0
        ? ['Widget', `Colour ${'abcde'[page]}${'qrstuvwxyz'[line / 2]}`, 'in stock']
        : ['', 'and bright', '']
    const pages = [...titles.keys()].map((page) => ({
      texts: Array.from({ length: 20 }, (_, line) =>
        cellsOf(page, line).flatMap((text, column) =>
          text === '' ? [] : [{ text, x: 60 + column * 150, y: 760 - line * 12 }],
        ),
      ).flat(),
    }))
    const body = await bodyOf({ pages })
    assert.equal(new Set(body.match(/Colour [a-e][q-z]/g)).size, 50)
  })
})

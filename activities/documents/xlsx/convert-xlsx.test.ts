import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { convertXlsx } from './convert-xlsx.ts'
import { bodyOf, converted, relationshipsOf, zipOf } from '../testing/documents.ts'

const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const strings = `<sst ${namespaces}><si><t>Name</t></si><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>phonetic</t></rPh></si></sst>`
const styles = `<styleSheet ${namespaces}><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`

interface Sheet {
  name: string
  state?: string
  /** XML content of the `worksheet` element. */
  xml: string
}

async function workbookOf(
  sheets: readonly Sheet[],
  more: Record<string, string> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const entries = sheets.map(
    ({ name, state = 'visible' }, i) => `<sheet name="${name}" sheetId="${i}" state="${state}" r:id="s${i}"/>`,
  )
  const files: Record<string, string> = {
    '_rels/.rels': relationshipsOf([['r', 'officeDocument', '/xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${namespaces}><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsOf([
      ...sheets.map((_, i) => [`s${i}`, 'worksheet', `worksheets/${i}.xml`] as const),
      ['strings', 'sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': strings,
    'xl/styles.xml': styles,
  }
  for (const [i, { xml }] of sheets.entries())
    files[`xl/worksheets/${i}.xml`] = `<worksheet ${namespaces}>${xml}</worksheet>`
  return await zipOf({ ...files, ...more })
}

const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: string, value: number, style = 0): string => `<c r="${at}" s="${style}"><v>${value}</v></c>`
const data = (...rows: string[]): string => `<sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData>`

const htmlOf = async (xml: string, more?: Record<string, string>): Promise<string> =>
  bodyOf(await converted(convertXlsx, 'xlsx', await workbookOf([{ name: 'S', xml }], more)))

suite('Excel workbooks', () => {
  test('a sheet becomes a heading and a table with dates and percentages', async () => {
    const head = '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>Share</v></c>'
    const row = `${text('A2', 'x &lt; y')}${number('B2', 45_352, 1)}${number('C2', 0.125, 2)}`
    assert.equal(
      await htmlOf(data(head, row)),
      '<h2>S</h2><table><thead><tr><th>Name</th><th>Rich</th><th>Share</th></tr></thead><tbody><tr><td>x &lt; y</td><td>2024-03-01</td><td>12.5%</td></tr></tbody></table>',
    )
  })

  test('escaped characters are decoded', async () => {
    const shared = `<sst ${namespaces}><si><t>one_x000D_\ntwo_x000d_three_x0007_</t></si></sst>`
    const formula = '<c r="B1" t="str"><v>_x005F_x0041_ _x0041_</v></c>'
    const row = `<c r="A1" t="s"><v>0</v></c>${formula}${text('C1', 'a_x000A_b _xZZZZ_ _xD83D__xDE00_')}`
    const bytes = await workbookOf([{ name: 'S_x0026_T', xml: data(row) }], { 'xl/sharedStrings.xml': shared })
    assert.equal(
      bodyOf(await converted(convertXlsx, 'xlsx', bytes)),
      '<h2>S&amp;T</h2><table role="table"><tbody><tr><td>one<br>two<br>three</td><td>_x0041_ A</td><td>a<br>b _xZZZZ_ 😀</td></tr></tbody></table>',
    )
  })

  test('sheets come in the order of their tabs, hidden ones not at all', async () => {
    const one = (value: string): string => data(text('A1', value))
    const bytes = await workbookOf([
      { name: 'B', xml: one('1') },
      { name: 'Secret', state: 'veryHidden', xml: one('2') },
      { name: 'A', xml: one('3') },
      { name: 'Empty', xml: data() },
    ])
    const result = await converted(convertXlsx, 'xlsx', bytes)
    assert.equal(bodyOf(result), '<h2>B</h2><div>1</div><h2>A</h2><div>3</div>')
    assert.equal(result.pages, 3)
    assert.deepEqual(result.warnings, ['hidden_sheets'])
  })

  test('empty rows and columns vanish, gaps inside stay', async () => {
    assert.equal(
      await htmlOf(data('', number('C2', 1) + number('E2', 2), '', number('D4', 3) + number('E4', 4))),
      '<h2>S</h2><table role="table"><tbody><tr><td>1</td><td></td><td>2</td></tr><tr><td></td><td>3</td><td>4</td></tr></tbody></table>',
    )
  })

  test('cells without a reference follow each other', async () => {
    const row = '<c><v>1</v></c><c><v>2</v></c>'
    assert.equal(
      await htmlOf(data(row, row)),
      '<h2>S</h2><table role="table"><tbody><tr><td>1</td><td>2</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    )
  })

  test('merged cells span those they cover', async () => {
    const rows = data(
      number('A1', 1) + number('C1', 2),
      number('B2', 3) + number('C2', 4),
      number('A3', 5) + number('B3', 6) + number('C3', 7),
    )
    assert.equal(
      await htmlOf(`${rows}<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:C2"/></mergeCells>`),
      '<h2>S</h2><table role="table"><tbody><tr><td colspan="2">1</td><td rowspan="2">2</td></tr><tr><td></td><td>3</td></tr><tr><td>5</td><td>6</td><td>7</td></tr></tbody></table>',
    )
  })

  test('a header ends behind the rows that its merged cells cover', async () => {
    const head = text('A1', 'Region') + text('B1', 'Sales')
    const merges = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>'
    const names = text('B2', '2023') + text('C2', 'Plan')
    const figures = text('A3', 'North') + number('B3', 6) + number('C3', 7)
    assert.equal(
      await htmlOf(data(head, names, figures) + merges),
      '<h2>S</h2><table><thead><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>2023</th><th>Plan</th></tr></thead>' +
        '<tbody><tr><td>North</td><td>6</td><td>7</td></tr></tbody></table>',
    )
    // The covered row is not a header.
    assert.equal(
      await htmlOf(data(head, number('B2', 4) + number('C2', 5), figures) + merges),
      '<h2>S</h2><table><tbody><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><td>4</td><td>5</td></tr>' +
        '<tr><td>North</td><td>6</td><td>7</td></tr></tbody></table>',
    )
  })

  test('lines of one cell above the table are paragraphs', async () => {
    assert.equal(
      await htmlOf(data(text('A1', 'Title'), number('A2', 1) + number('B2', 2), number('A3', 3) + number('B3', 4))),
      '<h2>S</h2><p>Title</p><table role="table"><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    )
  })

  test('booleans, errors and links are kept', async () => {
    const row = '<c r="A1" t="b"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c>' + text('C1', 'go')
    const links = {
      'xl/worksheets/_rels/0.xml.rels': relationshipsOf([['l', 'hyperlink', 'https://example.com/?a&amp;b']]),
    }
    assert.equal(
      await htmlOf(`${data(row)}<hyperlinks><hyperlink ref="C1" r:id="l"/></hyperlinks>`, links),
      '<h2>S</h2><table role="table"><tbody><tr><td>TRUE</td><td>#N/A</td><td><a href="https://example.com/?a&amp;b">go</a></td></tr></tbody></table>',
    )
  })

  test('a table beyond the cap is cut and marked as degraded', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
    const bytes = await workbookOf([{ name: 'S', xml: `<sheetData>${row.repeat(1_500)}</sheetData>` }])
    const result = await converted(convertXlsx, 'xlsx', bytes)
    assert.equal(result.degraded, 'row_cap')
    assert.match(bodyOf(result), /^<h2>S<\/h2><table role="table"><tbody><tr><td>1<\/td>.*<\/tr><\/tbody><\/table>$/)
  })

  test('cells scattered over all columns cost no more than the cap', async () => {
    const column = (i: number): string =>
      String.fromCharCode(65 + Math.floor(i / 676), 65 + (Math.floor(i / 26) % 26), 65 + (i % 26))
    const rows = Array.from({ length: 10_000 }, (_, i) => number(`${column(i)}${i + 1}`, 1))
    const result = await converted(convertXlsx, 'xlsx', await workbookOf([{ name: 'S', xml: data(...rows) }]))
    assert.equal(result.degraded, 'row_cap')
    assert.ok(result.html.length < 5_000_000)
  })

  test('a sheet that is missing leaves the others', async () => {
    const bytes = await workbookOf([{ name: 'A', xml: data(text('A1', 'here')) }], {
      'xl/workbook.xml': `<workbook ${namespaces}><sheets><sheet name="A" r:id="s0"/><sheet name="B" r:id="lost"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationshipsOf([
        ['s0', 'worksheet', 'worksheets/0.xml'],
        ['lost', 'worksheet', 'worksheets/9.xml'],
      ]),
    })
    const result = await converted(convertXlsx, 'xlsx', bytes)
    assert.equal(bodyOf(result), '<h2>A</h2><div>here</div>')
    assert.equal(result.degraded, 'broken_part')
  })
})

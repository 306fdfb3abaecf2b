import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { fieldBudget, withFields } from './reading/form-fields.ts'
import { areaOf } from './reading/link-areas.ts'
import { convert, markdownOf } from './testing/converted-pdf.ts'
import { writePdf, type TestField, type TestPage } from './testing/pdf-writer.ts'
import { readingTimeMs } from '../../threads/reading-time.ts'

const view = { width: 612, height: 792, transform: [1, 0, 0, -1, 0, 792] }
const rect = [140, 696, 300, 712] as const
const text = (entries: string): string => `/FT /Tx /V (Hidden word) ${entries}`
const page = (...fields: TestField[]): TestPage => ({ texts: [{ text: 'Label', x: 72, y: 700 }], fields })
const field = (entries: string, at: TestField['rect'] = rect): TestField => ({
  rect: at,
  name: 'f',
  value: '',
  entries,
})

describe('the fields of a form', () => {
  it('that readers do not see are left out', async () => {
    const unseen: TestField[] = [
      field(text('/F 2')),
      field(text('/F 32')),
      field(text('/Ff 8192')),
      field(text(''), [0, 0, 0, 0]),
      field(text(''), [900, 696, 1000, 712]),
      field(text(''), [Number.NaN, 696, 300, 712]),
    ]
    for (const each of unseen) assert.equal((await markdownOf({ pages: [page(each)] })).trim(), 'Label')
    assert.match(await markdownOf({ pages: [page(field(text('')))] }), /Hidden word/)
  })

  it('of hidden optional content are left out', () => {
    const widget = { fieldType: 'Tx', fieldValue: 'Secret', rect: [...rect], oc: { type: 'OCG', id: '9R' } }
    const budget = fieldBudget(readingTimeMs() + 60_000)
    assert.deepEqual(withFields([], [widget], view, { budget, shows: (group) => group === undefined }), [])
    assert.equal(withFields([], [widget], view, { budget, shows: () => true })[0]?.text, 'Secret')
  })

  it('have no area when the area is empty, off the page or not of numbers', () => {
    for (const none of [
      [0, 0, 0, 0],
      [10, 10, 10, 50],
      [-50, 0, -1, 10],
      [0, 800, 10, 900],
      ['a', 0, 5, 5],
      [1, 2],
    ])
      assert.equal(areaOf(none, view), null)
    assert.deepEqual(areaOf([0, 782, 10, 792], view), { left: 0, right: 10, top: 0, bottom: 10 })
  })

  it('show the text of a choice, not its value', async () => {
    const entries = '/FT /Ch /Ff 131072 /Opt [[(DE) (Germany)] [(FR) (France)]] /V (DE)'
    const markdown = await markdownOf({ pages: [page(field(entries))] })
    assert.match(markdown, /Germany/)
    assert.doesNotMatch(markdown, /DE/)
  })

  it('say nothing of a radio button whose value is not known', async () => {
    const entries = '/FT /Btn /Ff 32768 /AS /Yes /V /Yes'
    assert.equal((await markdownOf({ pages: [page(field(entries))] })).trim(), 'Label')
  })

  it('are read up to the budget of the document', () => {
    const budget = { ...fieldBudget(readingTimeMs() + 60_000), fields: 3, characters: 10 }
    const widget = { fieldType: 'Tx', fieldValue: 'four', rect: [...rect] }
    const read = (): string[] =>
      withFields(
        [],
        Array.from({ length: 9 }, () => widget),
        view,
        { budget, shows: () => true },
      ).map((run) => run.text)
    assert.deepEqual(read(), ['four', 'four', 'fo'])
    assert.deepEqual(read(), [])
    const late = { ...fieldBudget(readingTimeMs() - 1) }
    assert.deepEqual(withFields([], [widget], view, { budget: late, shows: () => true }), [])
  })

  it('of many pages with the same long values stay within the limit of the document', async () => {
    const pages = Array.from({ length: 30 }, (_, number) => ({
      texts: [],
      fields: Array.from({ length: 10 }, (_each, line) =>
        field(`/FT /Tx /V (p${number}n${line} ${'word '.repeat(1_900)})`, [72, 700 - line * 40, 500, 712 - line * 40]),
      ),
    }))
    const { html } = await convert(writePdf({ pages }))
    const count = (html.match(/word/g) ?? []).length
    assert.ok(count > 0)
    assert.ok(count * 5 <= documentLimits.documentFieldsMaxCharacters + 10)
  })
})

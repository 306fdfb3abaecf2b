import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentFacts } from './document-facts.ts'

const facts = (info: Record<string, unknown>) => documentFacts(info, null)

describe('facts of a PDF document', () => {
  it('takes titles a reader would recognise', () => {
    const titles: [stated: unknown, title: string | null][] = [
      ['  On \u0000 Things ', 'On Things'],
      ['Microsoft Word - Annual report 2023.docx', 'Annual report 2023'],
      ['Microsoft Word - report_final_v2.doc', null],
      ['untitled', null],
      ['Untitled-1', null],
      ['Slide 1', null],
      ['PowerPoint Presentation', null],
      ['12345', null],
      ['file:///C:/a.html', null],
      ['', null],
      [{ name: 'x' }, null],
    ]
    for (const [Title, expected] of titles) assert.equal(facts({ Title }).title, expected, String(Title))
  })

  it('leaves out authors that are names of accounts', () => {
    assert.equal(facts({ Author: 'Ada Byron, C. Babbage' }).author, 'Ada Byron, C. Babbage')
    for (const Author of ['user', 'Administrator', 'Windows User', 'unknown', ''])
      assert.equal(facts({ Author }).author, null)
  })

  it('writes dates as ISO 8601, as precise as they are', () => {
    const dates: [stated: string, date: string | null][] = [
      ["D:20240229120000+01'00'", '2024-02-29T12:00:00+01:00'],
      ['D:20240229120000Z', '2024-02-29T12:00:00Z'],
      ["D:20240229120000Z00'00'", '2024-02-29T12:00:00Z'],
      ['D:202402291200', '2024-02-29T12:00:00'],
      ['20240229', '2024-02-29'],
      ['D:2024', '2024'],
      ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
      ['D:19700101000000Z', null],
      ['D:20241399', null],
      ['yesterday', null],
    ]
    for (const [CreationDate, expected] of dates)
      assert.equal(facts({ CreationDate }).createdAt, expected, CreationDate)
  })

  it('uses XMP where the information dictionary has no value', () => {
    const xmp: Record<string, unknown> = {
      'dc:title': 'From XMP',
      'dc:creator': ['Ada', 'Charles'],
      'xmp:createdate': '2024-02-29',
    }
    const found = documentFacts({ Title: 'untitled' }, (property) => xmp[property] ?? null)
    assert.deepEqual([found.title, found.author, found.createdAt], ['From XMP', 'Ada, Charles', '2024-02-29'])
  })

  it('takes language tags only', () => {
    assert.equal(facts({ Language: 'pt-BR' }).language, 'pt-BR')
    assert.equal(facts({ Language: 'Portuguese (Brazil)' }).language, null)
  })
})

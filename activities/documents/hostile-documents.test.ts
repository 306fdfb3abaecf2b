/**
 * Documents made to be slow, large or invalid. Each must result in a page or in an error with a code, within its
 * deadline; the benchmark measures how fast.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { ConvertedDocument, DocumentKind } from '@seine/shared/pages/documents.ts'
import { convertDocument } from './convert-document.ts'
import { writePdf, type TestPage } from './pdf/testing/pdf-writer.ts'
import { relationshipsOf, zipOf } from './testing/documents.ts'
import { readingTimeMs } from '../threads/reading-time.ts'

type Bytes = Uint8Array<ArrayBuffer>

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const sheet =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`

const docx = async (body: string): Promise<Bytes> =>
  await zipOf({ 'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>` })

const xlsx = async (content: string, sheets = 1): Promise<Bytes> =>
  await zipOf({
    'xl/workbook.xml': `<workbook ${sheet}><sheets>${'<sheet name="a" r:id="s"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsOf([['s', 'worksheet', 'ws/1.xml']]),
    'xl/ws/1.xml': `<worksheet ${sheet}>${content}</worksheet>`,
  })

const rtf = (content: string): Bytes => new Uint8Array(Buffer.from(`{\\rtf1 ${content}`))
const pdf = (page: TestPage): Bytes => writePdf({ pages: [page] })

/** Yields pseudorandom numbers that are the same in every run. */
function* scattered(): Generator<number, never> {
  for (let seed = 7; ; seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) yield seed / 2_147_483_648
}

interface Hostile {
  title: string
  kind: DocumentKind
  bytes: () => Bytes | Promise<Bytes>
  /** Text expected on the page, or the expected error code. */
  expected: RegExp | UnreadableContentError['code']
  degraded?: string
}

const cases: Hostile[] = [
  {
    title: 'text boxes inside each other without an end',
    kind: 'docx',
    bytes: async () => await docx(`${'<w:p><w:r><w:txbxContent>'.repeat(50_000)}<w:p>${run('innermost')}</w:p>`),
    expected: /innermost/,
  },
  {
    title: 'tables inside each other without an end',
    kind: 'docx',
    bytes: async () => await docx(`<w:tbl><w:tr><w:tc><w:p>${run('cell')}</w:p>`.repeat(20_000)),
    expected: /cell/,
  },
  {
    title: 'fields that begin and never end',
    kind: 'docx',
    bytes: async () =>
      await docx(`<w:p>${`<w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "x"</w:instrText>`.repeat(20_000)}`),
    expected: /<body>/,
  },
  {
    title: 'end tags of elements that were never opened',
    kind: 'docx',
    bytes: async () => await docx(`<w:p>${run('before')}${'<w:p>'.repeat(50_000)}${'</w:q>'.repeat(50_000)}`),
    expected: /<body>/,
  },
  {
    title: 'two hundred thousand quotes without their end',
    kind: 'docx',
    bytes: async () => await docx(`<w:p>${run('before')}</w:p>${'<w:p a="'.repeat(200_000)}`),
    expected: /before/,
  },
  {
    title: 'entities that refer to each other',
    kind: 'docx',
    bytes: async () =>
      await zipOf({
        'word/document.xml':
          `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>` +
          `<w:document ${word}><w:body><w:p>${run('text &b; &c;')}</w:p></w:body></w:document>`,
      }),
    expected: /text &amp;b; &amp;c;/,
  },
  {
    title: 'merged cells that cover the whole sheet from every row',
    kind: 'xlsx',
    bytes: async () => {
      const merges = Array.from({ length: 20_000 }, (_, row) => `<mergeCell ref="A${row + 1}:XFD1048576"/>`)
      return await xlsx(
        `<sheetData>${'<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(5_000)}</sheetData>${merges.join('')}`,
      )
    },
    expected: /<td/,
  },
  {
    title: 'cells at the last place of a sheet',
    kind: 'xlsx',
    bytes: async () =>
      await xlsx('<sheetData><row r="1048576"><c r="XFD1048576"><v>9</v></c></row><row r="99999999999"/></sheetData>'),
    expected: /9/,
  },
  {
    title: 'a part that inflates to a thousand times its size',
    kind: 'xlsx',
    bytes: async () => await xlsx(' '.repeat(65 * 1024 * 1024)),
    expected: 'document_too_large',
  },
  {
    title: 'groups without an end',
    kind: 'rtf',
    bytes: () => rtf(`before ${'{'.repeat(500_000)}inside`),
    expected: /before/,
  },
  {
    title: 'notes without number',
    kind: 'rtf',
    bytes: () => rtf('{\\footnote a}'.repeat(30_000)),
    expected: /doc-noteref/,
  },
  {
    title: 'binary data longer than the file',
    kind: 'rtf',
    bytes: () => rtf('before \\bin999999999 x'),
    expected: /before/,
  },
  {
    title: 'a page of words scattered at random',
    kind: 'pdf',
    bytes: () => {
      const random = scattered()
      const place = (): number => random.next().value
      return pdf({
        texts: Array.from({ length: 4_000 }, (_, index) => ({
          text: `w${index}`,
          x: place() * 600,
          y: place() * 780,
          size: 2 + place() * 20,
        })),
      })
    },
    expected: /w1\b/,
  },
  {
    title: 'thousands of pieces on one line',
    kind: 'pdf',
    bytes: () => pdf({ texts: Array.from({ length: 4_000 }, (_, index) => ({ text: 'ab', x: index / 7, y: 400 })) }),
    expected: /ab/,
  },
  {
    title: 'links over everything',
    kind: 'pdf',
    bytes: () =>
      pdf({
        texts: Array.from({ length: 2_000 }, (_, index) => ({ text: 'text', x: 72, y: 780 - index / 3 })),
        links: Array.from({ length: 600 }, (_, index) => ({
          rect: [0, 0, 612, 792],
          action: `<< /S /URI /URI (http://a.example/${index}) >>`,
        })),
      }),
    expected: /text/,
  },
  {
    title: 'more pieces than are read of one page',
    kind: 'pdf',
    bytes: () =>
      pdf({
        texts: Array.from({ length: 26_000 }, (_, index) => ({
          text: 'x',
          x: 72 + (index % 40) * 12,
          y: 780 - (index % 700),
        })),
      }),
    expected: /x/,
    degraded: 'text_cap',
  },
  {
    title: 'pages that are each other’s parents',
    kind: 'pdf',
    bytes: () =>
      new Uint8Array(
        Buffer.from(
          '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
        ),
      ),
    expected: 'document_without_text',
  },
]

const convert = async (kind: DocumentKind, bytes: Bytes, budgetMs: number): Promise<ConvertedDocument> =>
  await convertDocument({
    kind,
    bytes,
    text: '',
    url: 'https://example.com/file',
    mediaType: '',
    deadlineMs: readingTimeMs() + budgetMs,
  })

suite('hostile documents', () => {
  for (const { title, kind, bytes, expected, degraded } of cases) {
    test(`${kind}: ${title}`, async () => {
      const made = await bytes()
      if (typeof expected === 'string') {
        await assert.rejects(convert(kind, made, 60_000), { name: 'UnreadableContentError', code: expected })
        return
      }
      const converted = await convert(kind, made, 60_000)
      assert.match(converted.html, expected)
      if (degraded !== undefined) assert.equal(converted.degraded, degraded)
    })

    test(`${kind}: ${title}, without any time: what there is, or a named fault`, async () => {
      try {
        assert.match((await convert(kind, await bytes(), 0)).html, /<body>/)
      } catch (error) {
        assert.ok(error instanceof UnreadableContentError, String(error))
      }
    })
  }

  for (const kind of ['docx', 'xlsx', 'pptx', 'odt', 'epub', 'pdf'] as const) {
    test(`${kind}: a file cut off at any place is partly read or broken by name`, async () => {
      const text = run('word '.repeat(2_000))
      const whole =
        kind === 'pdf' ? pdf({ texts: [{ text: 'Text', x: 72, y: 700 }] }) : await docx(`<w:p>${text}</w:p>`)
      for (const share of [0.05, 0.3, 0.6, 0.95]) {
        try {
          await convert(kind, whole.slice(0, Math.floor(whole.length * share)), 60_000)
        } catch (error) {
          assert.ok(error instanceof UnreadableContentError, String(error))
          assert.match(error.code, /^(?:broken_document|document_without_text)$/)
          assert.ok(error.message.length > 20)
        }
      }
    })
  }
})

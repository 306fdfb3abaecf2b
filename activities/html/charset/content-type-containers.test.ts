import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import JSZip from 'jszip'
import { oleContent, zipContent } from './content-type-containers.ts'
import { contentTypeOf } from './content-type.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'

async function zip(entries: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const file = new JSZip()
  for (const [name, content] of Object.entries(entries)) file.file(name, content, { createFolders: false })
  return Uint8Array.from(await file.generateAsync({ type: 'uint8array' }))
}

const types = '[Content_Types].xml'

/** Returns the parts of an OLE file that are checked: its signature and the names of its streams. */
const ole = (...streams: string[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      ...streams.map((name) => Buffer.from(name.padEnd(32, '\0'), 'utf16le')),
    ]),
  )

describe('zipContent', () => {
  const cases: [title: string, entries: Record<string, string>, kind: string | null, mediaType: RegExp][] = [
    ['finds a text document', { [types]: '', 'word/document.xml': '' }, 'docx', /wordprocessingml/],
    ['finds a workbook', { [types]: '', 'xl/workbook.xml': '' }, 'xlsx', /spreadsheetml/],
    ['finds a presentation', { [types]: '', 'ppt/presentation.xml': '' }, 'pptx', /presentationml/],
    ['finds one with macros', { [types]: '', 'word/vbaProject.bin': '' }, 'docx', /wordprocessingml/],
    ['finds an OpenDocument text', { mimetype: 'application/vnd.oasis.opendocument.text' }, 'odt', /text$/],
    [
      'finds an OpenDocument template',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet-template' },
      'ods',
      /spreadsheet$/,
    ],
    ['finds a book', { mimetype: 'application/epub+zip', 'META-INF/container.xml': '' }, 'epub', /epub/],
    ['finds a book without media type', { 'META-INF/container.xml': '' }, 'epub', /epub/],
    ['names a drawing', { mimetype: 'application/vnd.oasis.opendocument.graphics' }, null, /graphics/],
    ['names a binary workbook', { [types]: '', 'xl/workbook.bin': '' }, null, /excel\.sheet\.binary/],
    ['names any other archive', { 'word/document.xml': 'a' }, null, /^application\/zip$/],
  ]
  for (const [title, entries, kind, mediaType] of cases) {
    it(title, async () => {
      const content = zipContent(await zip(entries))
      assert.equal(content.kind, kind)
      assert.match(content.mediaType, mediaType)
    })
  }

  it('reads the entries of a file that is cut short', async () => {
    const whole = await zip({ [types]: 'x'.repeat(100), 'word/document.xml': 'y'.repeat(1_000) })
    assert.equal(zipContent(whole.slice(0, 700)).kind, 'docx')
  })

  it('reads the entries of a streamed file that is cut short', async () => {
    const file = new JSZip()
    file.file(types, 'x'.repeat(100), { createFolders: false }).file('xl/workbook.xml', 'y', { createFolders: false })
    const whole = await file.generateAsync({ type: 'uint8array', streamFiles: true })
    assert.equal(zipContent(whole.slice(0, whole.length - 40)).kind, 'xlsx')
  })

  it('sees that entries are encrypted', async () => {
    const bytes = await zip({ [types]: '', 'word/document.xml': '' })
    const directory = Buffer.from(bytes.buffer).indexOf('PK\x01\x02')
    bytes[directory + 8] = 1
    assert.throws(
      () => contentTypeOf(bytes, null),
      (error) => error instanceof UnreadableContentError && error.code === 'encrypted_document',
    )
  })

  it('takes nonsense behind the signature for an archive', () => {
    for (const rest of ['', 'PK\x05\x06'.padEnd(22, '\xff'), '\xff'.repeat(100)]) {
      const bytes = Uint8Array.from(Buffer.from(`PK\x03\x04${rest}`, 'latin1'))
      assert.equal(zipContent(bytes).kind, null)
    }
  })

  it('gives the type of a document whatever the header says', async () => {
    const bytes = await zip({ [types]: '', 'xl/workbook.xml': '' })
    assert.equal(contentTypeOf(bytes, 'application/octet-stream').kind, 'xlsx')
    assert.equal(contentTypeOf(bytes, 'text/html').kind, 'xlsx')
  })
})

describe('oleContent', () => {
  const named: [stream: string, mediaType: string][] = [
    ['WordDocument', 'application/msword'],
    ['Workbook', 'application/vnd.ms-excel'],
    ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
    ['Other', 'application/x-ole-storage'],
  ]
  for (const [stream, mediaType] of named) {
    it(`names ${mediaType}`, () => assert.equal(oleContent(ole('Root Entry', stream)).mediaType, mediaType))
  }

  it('sees an office document with a password', () => {
    assert.throws(
      () => contentTypeOf(ole('EncryptionInfo', 'EncryptedPackage'), 'application/octet-stream'),
      (error) => error instanceof UnreadableContentError && error.code === 'encrypted_document',
    )
  })
})

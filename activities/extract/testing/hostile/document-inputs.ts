/** Hostile documents, and pages in hostile encodings. */
import { deflateRawSync } from 'node:zlib'
import { mark, megabytes, times, utf8, type HostileInput } from './input.ts'

/** One entry of an archive. */
interface Entry {
  name: string
  content: Uint8Array | string
  /** Size stated in the headers. @default that of the content */
  statedBytes?: number
}

/** Builds an archive whose headers may be false. */
function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, statedBytes } of entries) {
    const packed = deflateRawSync(content, { level: 9 })
    const path = Buffer.from(name)
    const sizes = { packed: packed.length, stated: statedBytes ?? content.length, path: path.length }
    directory.push(centralHeader(sizes, at), path)
    files.push(localHeader(sizes), path, packed)
    at += 30 + path.length + packed.length
  }
  return new Uint8Array(
    Buffer.concat([...files, ...directory, endRecord(entries.length, Buffer.concat(directory).length, at)]),
  )
}

interface Sizes {
  packed: number
  stated: number
  path: number
}

function localHeader({ packed, stated, path }: Sizes): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(packed, 18)
  header.writeUInt32LE(stated, 22)
  header.writeUInt16LE(path, 26)
  return header
}

function centralHeader({ packed, stated, path }: Sizes, at: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(8, 10)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(stated, 24)
  header.writeUInt16LE(path, 28)
  header.writeUInt32LE(at, 42)
  return header
}

function endRecord(count: number, directoryBytes: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** The entries that make an archive an office document; without them the bomb would not be opened. */
const office = (main: string, content: Entry['content'], statedBytes?: number): Uint8Array<ArrayBuffer> =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    },
    { name: main, content, ...(statedBytes === undefined ? {} : { statedBytes }) },
  ])

const document = (
  name: string,
  contentType: string,
  bytes: HostileInput['bytes'],
  expect: string | null = null,
): HostileInput => ({
  name,
  contentType,
  bytes,
  expect,
})

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const entities = `<!DOCTYPE x [<!ENTITY a0 "lol">${times(30, (i) => `<!ENTITY a${i + 1} "&a${i};&a${i};&a${i};">`)}]>`

/** All hostile document inputs. */
export const documentInputs: readonly HostileInput[] = [
  document('a ZIP bomb as DOCX', word, () => office('word/document.xml', Buffer.alloc(100 * 1024 * 1024, 32))),
  document('a ZIP bomb that lies about its size', word, () =>
    office('word/document.xml', Buffer.alloc(100 * 1024 * 1024, 32), 100),
  ),
  document('a DOCX of 60 MB of open elements', word, (share) =>
    office('word/document.xml', megabytes(share * 60, '<w:p><w:r><w:t>a')),
  ),
  document('a ZIP bomb as XLSX', sheet, () => office('xl/workbook.xml', Buffer.alloc(100 * 1024 * 1024, 32), 10)),
  document('a DOCX that is rubbish', word, (share) => utf8(`PK\u0003\u0004${megabytes(share * 2, 'PK\u0001\u0002')}`)),
  document('a ZIP of ends', word, (share) => utf8(`PK\u0003\u0004${megabytes(share * 5, 'PK\u0005\u0006')}`)),
  document('a PDF that is rubbish', 'application/pdf', (share) =>
    utf8(`%PDF-1.7\n${megabytes(share * 2, '1 0 obj <</A 1 0 R>> endobj ')}`),
  ),
  document('a PDF of open brackets', 'application/pdf', (share) =>
    utf8(`%PDF-1.7\n1 0 obj ${megabytes(share * 1, '[<<')}\ntrailer <</Root 1 0 R>>`),
  ),
  document('an XML entity bomb', 'application/xml', () => utf8(`<?xml version="1.0"?>${entities}<x>&a30;</x>`), 'lol'),
  document('a feed with an entity bomb', 'application/rss+xml', () =>
    utf8(
      `<?xml version="1.0"?>${entities}<rss><channel><title>&a30;</title><item><title>${mark}</title></item></channel></rss>`,
    ),
  ),
  document('a feed nested 100,000 deep', 'application/rss+xml', (share) =>
    utf8(`<rss><channel><item><title>${mark}</title>${'<x>'.repeat(share * 100_000)}`),
  ),
  document(
    'a feed of 100,000 items',
    'application/rss+xml',
    (share) =>
      utf8(
        `<rss><channel><title>x</title>${'<item><title>readable words</title><link>/x</link></item>'.repeat(share * 100_000)}</channel></rss>`,
      ),
    mark,
  ),
  document(
    'a CSV of 1,000,000 commas',
    'text/csv',
    (share) => utf8(`readable words,${','.repeat(share * 1_000_000)}`),
    mark,
  ),
  document(
    'a CSV of 1,000,000 lines',
    'text/csv',
    (share) => utf8('readable words,1\n'.repeat(share * 1_000_000)),
    mark,
  ),
  document('a CSV of quotes', 'text/csv', (share) => utf8(`a,b\nreadable words,"${'""'.repeat(share * 1_000_000)}`)),
  document('an RTF of 1,000,000 groups', 'application/rtf', (share) =>
    utf8(`{\\rtf1 readable words ${'{'.repeat(share * 1_000_000)}`),
  ),
  document('JSON nested 1,000,000 deep', 'application/json', (share) => utf8('['.repeat(share * 1_000_000))),
  document(
    'JSON of 10 MB',
    'application/json',
    (share) => utf8(`["${mark}",${megabytes(share * 10, '{"a":[1,2]},')}1]`),
    mark,
  ),
  document('plain text of 10 MB', 'text/plain', (share) => utf8(`${mark}\n${megabytes(share * 10, 'a b\n')}`), mark),
  document('10 MB of random bytes as HTML', 'text/html', () => randomBytes(10 * 1024 * 1024)),
  document('10 MB of random bytes as UTF-16', 'text/html; charset=utf-16le', () => randomBytes(10 * 1024 * 1024)),
  document('a page of one odd byte as UTF-16', 'text/html; charset=utf-16be', () => new Uint8Array([60])),
  document(
    'UTF-16 with lone surrogates',
    'text/html; charset=utf-16le',
    (share) => utf16(`<p>${mark}${'\ud800x'.repeat(share * 500_000)}`),
    mark,
  ),
  document('an escape flood as ISO-2022-JP', 'text/html; charset=iso-2022-jp', (share) =>
    utf8(`<p>${mark}${'\u001b$B\u001b(B'.repeat(share * 1_000_000)}`),
  ),
  document('half characters as GB18030', 'text/html; charset=gb18030', () => bytesOf(`<p>${mark}`, 0x81, 5_000_000)),
  document('half characters as Shift_JIS', 'text/html; charset=shift_jis', () =>
    bytesOf(`<p>${mark}`, 0x81, 5_000_000),
  ),
  document('no bytes', 'text/html', () => new Uint8Array(0)),
  document(
    'a PNG header and nothing else',
    'image/png',
    () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
  ),
]

function utf16(content: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(content, 'utf16le'))
}

function bytesOf(start: string, filler: number, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(start.length + count).fill(filler)
  bytes.set(utf8(start))
  return bytes
}

/** Returns bytes of a fixed pseudo-random sequence. */
function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count)
  let state = 12_345
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[i] = state >>> 16
  }
  return bytes
}

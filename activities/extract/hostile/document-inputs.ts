/** Hostile documents, and pages in hostile encodings. */
import { deflateRawSync } from 'node:zlib'
import { mark, megabytes, times, utf8, type HostileInput } from './input.ts'

/** A ZIP of one stored or deflated entry whose header may lie. */
function zipOf(name: string, content: Uint8Array, declaredBytes: number): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(content, { level: 9 })
  const path = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(declaredBytes, 22)
  local.writeUInt16LE(path.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 4)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(declaredBytes, 24)
  central.writeUInt16LE(path.length, 28)
  const end = Buffer.alloc(22)
  const centralAt = local.length + path.length + packed.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + path.length, 12)
  end.writeUInt32LE(centralAt, 16)
  return new Uint8Array(Buffer.concat([local, path, packed, central, path, end]))
}

const document = (
  name: string,
  contentType: string,
  bytes: () => Uint8Array<ArrayBuffer>,
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

/** All of them. */
export const documentInputs: readonly HostileInput[] = [
  document('a ZIP bomb as DOCX', word, () =>
    zipOf('word/document.xml', Buffer.alloc(200 * 1024 * 1024), 200 * 1024 * 1024),
  ),
  document('a ZIP bomb that lies about its size', word, () =>
    zipOf('word/document.xml', Buffer.alloc(200 * 1024 * 1024), 100),
  ),
  document('a ZIP bomb as XLSX', sheet, () => zipOf('xl/workbook.xml', Buffer.alloc(200 * 1024 * 1024, 32), 10)),
  document('a DOCX that is rubbish', word, () => utf8(`PK\u0003\u0004${megabytes(2, 'PK\u0001\u0002')}`)),
  document('a ZIP of ends', word, () => utf8(`PK\u0003\u0004${megabytes(5, 'PK\u0005\u0006')}`)),
  document('a PDF that is rubbish', 'application/pdf', () =>
    utf8(`%PDF-1.7\n${megabytes(2, '1 0 obj <</A 1 0 R>> endobj ')}`),
  ),
  document('a PDF of open brackets', 'application/pdf', () =>
    utf8(`%PDF-1.7\n1 0 obj ${megabytes(1, '[<<')}\ntrailer <</Root 1 0 R>>`),
  ),
  document('an XML entity bomb', 'application/xml', () => utf8(`<?xml version="1.0"?>${entities}<x>&a30;</x>`), 'lol'),
  document('a feed with an entity bomb', 'application/rss+xml', () =>
    utf8(
      `<?xml version="1.0"?>${entities}<rss><channel><title>&a30;</title><item><title>${mark}</title></item></channel></rss>`,
    ),
  ),
  document('a feed nested 100,000 deep', 'application/rss+xml', () =>
    utf8(`<rss><channel><item><title>${mark}</title>${'<x>'.repeat(100_000)}`),
  ),
  document(
    'a feed of 100,000 items',
    'application/rss+xml',
    () =>
      utf8(
        `<rss><channel><title>x</title>${'<item><title>readable words</title><link>/x</link></item>'.repeat(100_000)}</channel></rss>`,
      ),
    mark,
  ),
  document('a CSV of 1,000,000 commas', 'text/csv', () => utf8(`readable words,${','.repeat(1_000_000)}`), mark),
  document('a CSV of 1,000,000 lines', 'text/csv', () => utf8('readable words,1\n'.repeat(1_000_000)), mark),
  document('a CSV of quotes', 'text/csv', () => utf8(`a,b\nreadable words,"${'""'.repeat(1_000_000)}`)),
  document('an RTF of 1,000,000 groups', 'application/rtf', () =>
    utf8(`{\\rtf1 readable words ${'{'.repeat(1_000_000)}`),
  ),
  document('JSON nested 1,000,000 deep', 'application/json', () => utf8('['.repeat(1_000_000))),
  document('JSON of 10 MB', 'application/json', () => utf8(`["${mark}",${megabytes(10, '{"a":[1,2]},')}1]`), mark),
  document('plain text of 10 MB', 'text/plain', () => utf8(`${mark}\n${megabytes(10, 'a b\n')}`), mark),
  document('10 MB of random bytes as HTML', 'text/html', () => randomBytes(10 * 1024 * 1024)),
  document('10 MB of random bytes as UTF-16', 'text/html; charset=utf-16le', () => randomBytes(10 * 1024 * 1024)),
  document('a page of one odd byte as UTF-16', 'text/html; charset=utf-16be', () => new Uint8Array([60])),
  document(
    'UTF-16 with lone surrogates',
    'text/html; charset=utf-16le',
    () => utf16(`<p>${mark}${'\ud800x'.repeat(500_000)}`),
    mark,
  ),
  document('an escape flood as ISO-2022-JP', 'text/html; charset=iso-2022-jp', () =>
    utf8(`<p>${mark}${'\u001b$B\u001b(B'.repeat(1_000_000)}`),
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

/** Bytes of a fixed sequence that looks random. */
function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count)
  let state = 12_345
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[i] = state >>> 16
  }
  return bytes
}

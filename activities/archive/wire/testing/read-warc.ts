/** Reads WARC files for tests, and checks what each record says about itself. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

/** A record of a file. */
export interface ReadRecord {
  type: string
  /** Names in lower case. */
  fields: Record<string, string>
  block: Buffer
  /** Head of its HTTP message, in latin1; empty when it has none. */
  head: string
  /** Body of its HTTP message. */
  body: Buffer
}

const separator = Buffer.from('\r\n\r\n')

/** Reads a file. @param file gzip members. */
export function readWarc(file: Uint8Array): ReadRecord[] {
  const bytes = gunzipSync(file)
  const records: ReadRecord[] = []
  for (let at = 0; at < bytes.length;) {
    const headEnd = bytes.indexOf(separator, at)
    const [version, ...lines] = bytes.toString('utf8', at, headEnd).split('\r\n')
    assert.equal(version, 'WARC/1.1')
    const fields = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(': ')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const
      }),
    )
    const start = headEnd + separator.length
    const end = start + Number(fields['content-length'])
    const block = bytes.subarray(start, end)
    assert.deepEqual(bytes.subarray(end, end + separator.length), separator)
    assert.equal(fields['warc-block-digest'], digestOf(block))
    const isHttp = fields['content-type']?.startsWith('application/http') === true
    const cut = isHttp ? block.indexOf(separator) + separator.length : 0
    const body = block.subarray(cut)
    if (fields['warc-payload-digest'] !== undefined) assert.equal(fields['warc-payload-digest'], digestOf(body))
    records.push({ type: fields['warc-type']!, fields, block, head: block.toString('latin1', 0, cut), body })
    at = end + separator.length
  }
  return records
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { base64Bytes, cutUtf8, keepBytes, keepText } from './body-text.ts'

const facts = { maxBytes: 100, charset: null, mimeType: null, totalBytes: 0, open: false }

describe('body text', () => {
  it('cuts before a character that does not fit', () => {
    const bytes = Buffer.from('aé€😀')
    const cuts = Array.from({ length: bytes.length + 1 }, (_, max) => cutUtf8(bytes, max).toString())
    assert.deepEqual(cuts, ['', 'a', 'a', 'aé', 'aé', 'aé', 'aé€', 'aé€', 'aé€', 'aé€', 'aé€😀'])
  })

  it('takes valid UTF-8 as text and everything else as base64, whatever the type says', () => {
    assert.deepEqual(keepBytes(Buffer.from('é'), { ...facts, mimeType: 'application/octet-stream' }), {
      kind: 'kept',
      text: 'é',
      encoding: 'utf8',
      bytes: 2,
      truncated: false,
    })
    const invalid = keepBytes(Buffer.from([0xc3, 0x28]), { ...facts, mimeType: 'text/plain', charset: 'utf-8' })
    assert.deepEqual([invalid.encoding, invalid.text], ['base64', 'wyg='])
  })

  it('decodes the charset of a text, and leaves binary types alone', () => {
    const bytes = Buffer.from([0x82, 0xa0])
    assert.equal(keepBytes(bytes, { ...facts, charset: 'shift_jis', mimeType: 'text/html' }).text, 'あ')
    assert.equal(keepBytes(bytes, { ...facts, charset: 'windows-1252', mimeType: 'image/png' }).encoding, 'base64')
    assert.equal(keepBytes(bytes, { ...facts, charset: 'no-such', mimeType: 'text/html' }).encoding, 'base64')
  })

  it('forgives a character that is not complete yet where the body is open', () => {
    const half = Buffer.from('a😀').subarray(0, 4)
    const kept = keepBytes(half, { ...facts, open: true })
    assert.deepEqual([kept.text, kept.encoding, kept.bytes, kept.truncated], ['a', 'utf8', 4, false])
    assert.equal(keepBytes(half, facts).encoding, 'base64')
  })

  it('flags what it cut and keeps the full size', () => {
    assert.deepEqual(keepBytes(Buffer.alloc(9, 0xff), { ...facts, maxBytes: 3 }), {
      kind: 'kept',
      text: '////',
      encoding: 'base64',
      bytes: 9,
      truncated: true,
    })
    const text = keepText('é'.repeat(10), 5, 20)
    assert.deepEqual([text.text, text.bytes, text.truncated], ['éé', 20, true])
    assert.equal(keepText('plain', 5, 0).truncated, false)
  })

  it('counts the bytes of base64', () => {
    for (const length of [0, 1, 2, 3, 4, 5]) {
      assert.equal(base64Bytes(Buffer.alloc(length).toString('base64')), length)
    }
  })
})

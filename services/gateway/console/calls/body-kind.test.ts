import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBody } from './testing/sample-call.ts'
import { hexRows, pictureType, classifyBody } from './body-kind.ts'

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]

test('pictures are known by their first bytes and not by what they are called', () => {
  assert.equal(pictureType(Uint8Array.from(png)), 'image/png')
  assert.equal(pictureType(Buffer.from('RIFF....WEBPVP8 ')), 'image/webp')
  assert.equal(pictureType(Buffer.from('GIF89a')), 'image/gif')
  assert.equal(pictureType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')), null)
  assert.equal(pictureType(new Uint8Array(0)), null)
  const svg = { ...noBody, text: base64([...Buffer.from('<svg onload=alert(1)>')]), isBase64: true }
  assert.equal(classifyBody({ ...svg, mimeType: 'image/png' }).kind, 'bytes')
  assert.equal(classifyBody({ ...noBody, text: base64(png), isBase64: true, mimeType: 'text/html' }).kind, 'picture')
})

test('a body that is cut is no picture, and a text that is not base64 stays a text', () => {
  assert.equal(classifyBody({ ...noBody, text: base64(png), isBase64: true, isTruncated: true }).kind, 'bytes')
  assert.deepEqual(classifyBody({ ...noBody, text: '%%%', isBase64: true }), { kind: 'text', text: '%%%' })
  assert.deepEqual(classifyBody({ ...noBody, missing: 'too_large' }), { kind: 'none', reason: 'too_large' })
})

test('bytes are written as rows of sixteen', () => {
  const rows = hexRows(Uint8Array.from(Buffer.from('0123456789abcdef\0<')), 10).split('\n')
  assert.equal(rows[0], '00000000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef')
  assert.equal(rows[1]?.trimEnd(), `00000010  00 3c${' '.repeat(42)}  .<`)
  assert.equal(hexRows(new Uint8Array(1_000), 3).split('\n').length, 3)
})

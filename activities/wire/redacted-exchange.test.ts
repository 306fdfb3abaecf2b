import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { TextThreads } from '../redaction/redact-in-threads.ts'
import { redactHere } from '../redaction/testing/redact-here.ts'
import { exchangeRecords } from './exchange-records.ts'
import { redactedExchange } from './redacted-exchange.ts'

const secret = 'hunter2-of-the-session'
const threads: TextThreads = { redact: async (texts, redaction) => await redactHere(texts, redaction, 'one') }

const exchange = (over: Partial<WireExchange>): WireExchange => ({
  url: 'https://e.com/a',
  method: 'GET',
  startedAtMs: 0,
  requestHeaders: [],
  requestBody: null,
  status: 200,
  reason: 'OK',
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('body'),
  isDecoded: false,
  cut: null,
  isDocument: true,
  ...over,
})

const redacted = async (over: Partial<WireExchange>, secrets = [secret]): Promise<WireExchange | null> =>
  await redactedExchange(exchange(over), secrets, threads)

const isIndexed = async (each: WireExchange): Promise<boolean> => {
  const [response] = await exchangeRecords(each, { warcinfoId: 'a', parts: ['b'] }, new Set())
  return response!.entry.answer !== undefined
}

const coded = (coding: string, body: Uint8Array): Partial<WireExchange> => ({
  headers: [['Content-Encoding', coding]],
  body,
})

test('codings are removed from a body, raw deflate data too', async () => {
  const text = `<p>${secret}</p>`
  for (const over of [
    coded('gzip', gzipSync(text)),
    coded('identity, X-GZIP', gzipSync(text)),
    coded('deflate', deflateSync(text)),
    coded('deflate', deflateRawSync(text)),
  ]) {
    const shown = (await redacted(over))!
    assert.equal(Buffer.from(shown.body).toString(), '<p>[secret]</p>')
    assert.deepEqual([shown.cut, shown.isDecoded], [null, true])
  }
})

test('a body that cannot be decoded is left out, marked, and not in the index', async () => {
  const text = `<p>${secret}</p>`
  for (const over of [
    coded('br', brotliCompressSync(text)),
    coded('gzip, gzip', gzipSync(gzipSync(text))),
    coded('gzip', Buffer.from(text)),
    coded('deflate', Buffer.from(text)),
  ]) {
    const shown = (await redacted(over))!
    assert.deepEqual([shown.body.byteLength, shown.cut], [0, 'unspecified'])
    assert.equal(await isIndexed(shown), false)
  }
  const moved = (await redacted({ ...coded('br', brotliCompressSync(text)), status: 302 }))!
  assert.equal(await isIndexed(moved), true)
  const empty = (await redacted({ ...coded('gzip', new Uint8Array(0)), status: 304 }))!
  assert.equal(empty.cut, null)
})

test('a coded body that was cut has what was received of it', async () => {
  const text = Array.from({ length: 4_000 }, (_, at) => `${hash('sha256', String(at))} ${secret}\n`).join('')
  for (const [coding, body] of [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ] as const) {
    for (const cut of ['length', 'disconnect'] as const) {
      const shown = (await redacted({ ...coded(coding, body.subarray(0, body.byteLength / 2)), cut }))!
      const shownText = Buffer.from(shown.body).toString()
      assert.ok(shownText.length > text.length / 4, `${shownText.length} characters`)
      assert.ok(text.replaceAll(secret, '[secret]').startsWith(shownText.slice(0, -secret.length)))
      assert.deepEqual([shown.cut, await isIndexed(shown)], [cut, true])
    }
  }
})

test('a coded body is cut where it is longer than the bound once it is decoded', async () => {
  const text = `${'x'.repeat(90)}${secret}${'y'.repeat(100)}`
  for (const over of [coded('gzip', gzipSync(text)), coded('deflate', deflateSync(text))]) {
    const shown = (await redacted({ ...over, bodyMaxBytes: 100 }))!
    // The secret that is cut in two is removed too.
    assert.match(Buffer.from(shown.body).toString(), /^x{90}(?!hunter)/)
    assert.ok(shown.body.byteLength <= 100)
    assert.equal(shown.cut, 'length')
    assert.equal((await redacted({ ...over, bodyMaxBytes: text.length }))!.cut, null)
  }
})

test('a text is kept although a cut has halved a character, and secrets beyond ASCII are removed from it', async () => {
  const whole = Buffer.from('<p>これは私のパスワードです</p>🦆')
  for (const halfBytes of [1, 2, 3]) {
    const body = whole.subarray(0, whole.byteLength - halfBytes)
    const shown = (await redacted({ body, cut: 'length' }, ['私のパスワード']))!
    assert.equal(Buffer.from(shown.body).toString(), '<p>これは[secret]です</p>')
  }
})

test('the beginning of a secret at the end of a cut body is removed', async () => {
  const body = Buffer.from(`<p>${secret.slice(0, 12)}`)
  assert.doesNotMatch(Buffer.from((await redacted({ body, cut: 'length' }))!.body).toString(), /hunter2/)
  assert.match(Buffer.from((await redacted({ body }))!.body).toString(), /hunter2/)
})

test('secrets are found in UTF-16, and other bytes stay', async () => {
  const little = Buffer.from(`é ${secret} 🦆`, 'utf16le')
  const big = Buffer.from(little).swap16()
  const cases: [type: string, body: Buffer, isBig: boolean][] = [
    ['text/html; charset=UTF-16', little, false],
    ['text/html; charset="utf-16be"', big, true],
    ['application/xml', Buffer.from('<é hunter2-of-the-session 🦆', 'utf16le'), false],
    ['text/html', Buffer.concat([Buffer.from([0xff, 0xfe]), little]), false],
    ['text/html; charset=utf-8', Buffer.concat([Buffer.from([0xfe, 0xff]), big]), true],
  ]
  for (const [type, body, isBig] of cases) {
    const shown = (await redacted({ headers: [['Content-Type', type]], body }))!
    const made = Buffer.from(shown.body)
    assert.equal((isBig ? made.swap16() : made).toString('utf16le').replace(/^[\ufeff<]/, ''), 'é [secret] 🦆', type)
  }
})

test('binary bodies stay the same', async () => {
  for (const body of [Buffer.from('\0asm\x01\0\0\0\xff\xd8', 'latin1'), Buffer.from('\0asm\x01\0\xff', 'latin1')]) {
    const shown = (await redacted({ headers: [['Content-Type', 'application/wasm']], body }))!
    assert.ok(body.equals(shown.body))
  }
})

test('a text in another charset is left out when a secret may have other bytes in it', async () => {
  const body = Buffer.from([0x83, 0x8d, 0x83, 0x4f])
  const headers = [['Content-Type', 'text/html; charset=shift_jis']] as const
  const left = (await redacted({ headers, body }, ['ログイン']))!
  assert.deepEqual([left.body.byteLength, left.cut], [0, 'unspecified'])
  assert.ok(body.equals((await redacted({ headers, body }))!.body))
  assert.ok(body.equals((await redacted({ headers: [['Content-Type', 'image/png']], body }, ['ログイン']))!.body))
})

test('an exchange with a secret in its host name is left out', async () => {
  assert.equal(await redacted({ url: `https://${secret}.e.com/` }), null)
  assert.equal((await redacted({ url: `https://e.com/${secret}` }))!.url.includes(secret), false)
})

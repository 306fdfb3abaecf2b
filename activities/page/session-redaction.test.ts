import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactScrape, redactSecrets } from './session-redaction.ts'
import type { PageScrape } from './contract.ts'

const secret = `p\u{e4}ss "w&rd"/<1>+ ok`
const redactor = redactSecrets([secret]) ?? assert.fail('there is nothing to redact')

const htmlOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&#x3E;')

/** Ways in which a page may show what it was told. */
const ways: Record<string, (text: string) => string> = {
  'as it stands': (text) => text,
  'in a component of a URL': encodeURIComponent,
  'in a form': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  'with every byte percent-encoded': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON that is ASCII alone': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in JSON with slashes escaped': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'in HTML': htmlOf,
  'in numbered references': (text) => text.replace(/./gu, (each) => `&#${each.codePointAt(0)};`),
  'in JSON in HTML': (text) => htmlOf(JSON.stringify(text).slice(1, -1)),
  'in HTML in JSON': (text) => JSON.stringify(htmlOf(text)).slice(1, -1),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
}

describe('a secret', () => {
  for (const [name, written] of Object.entries(ways)) {
    it(`is taken out ${name}, and nothing beside it`, () => {
      assert.equal(redactor.text(`a=${written(secret)};b`), 'a=[secret];b')
      assert.equal(redactor.text(`${written(secret)}${written(secret)}`), '[secret][secret]')
    })
  }

  it('is taken out of Base64, wherever it begins, and of that for URLs', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${secret}.`).toString(encoding)
        const redacted = redactor.text(`Basic ${text}`)
        assert.match(redacted, /^Basic .{0,8}\[secret\].{0,4}$/, `${before} ${encoding}`)
      }
    }
  })

  it('is taken out of bodies that are no text, and those without it stay as they are', () => {
    const body = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(secret), Buffer.from([0x80])])
    const redacted = Buffer.from(redactor.base64(body.toString('base64')), 'base64')
    assert.deepEqual(
      redacted,
      Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('[secret]'), Buffer.from([0x80])]),
    )
    const other = Buffer.from([0xff, 1, 2]).toString('base64')
    assert.equal(redactor.base64(other), other)
  })

  it('is none where it is too short, and there is nothing to do without any', () => {
    assert.equal(redactSecrets(['abc', '']), null)
    assert.equal(redactSecrets([]), null)
  })

  it('that is part of another goes with it', () => {
    const both = redactSecrets(['password', 'password-2', 'word-22'])
    assert.equal(both?.text('x password-22 y password z'), 'x [secret] y [secret] z')
  })

  it('made to be looked for slowly is not', () => {
    const long = 'a'.repeat(8192)
    const text = `${'a'.repeat(8191)}b`.repeat(64)
    assert.equal(redactSecrets([long])?.text(text), text)
    assert.equal(redactSecrets(['&&&&&&'])?.text('&amp'.repeat(100_000)).length, 8)
  })
})

describe('a value', () => {
  it('loses secrets wherever a page may have put them, and keeps what is ours', () => {
    const word = redactSecrets(['document']) ?? assert.fail('nothing')
    const call = {
      resource_type: 'document',
      url: 'https://a.test/document',
      request_headers: { state: 'document', document: ['1'] },
      request_body: Buffer.from('\u0000document').toString('base64'),
      request_body_encoding: 'base64',
      websocket: { frames: [{ opcode: 2, payload: 'ZG9jdW1lbnQ=', payload_encoding: 'base64' }] },
      content: { text: 'ZG9jdW1lbnQ=', encoding: 'base64' },
      headers: [{ name: 'x', value: 'document' }],
    }
    assert.deepEqual(word.value(call), {
      resource_type: 'document',
      url: 'https://a.test/[secret]',
      request_headers: { state: '[secret]', '[secret]': ['1'] },
      request_body: Buffer.from('\u0000[secret]').toString('base64'),
      request_body_encoding: 'base64',
      websocket: {
        frames: [{ opcode: 2, payload: Buffer.from('[secret]').toString('base64'), payload_encoding: 'base64' }],
      },
      content: { text: Buffer.from('[secret]').toString('base64'), encoding: 'base64' },
      headers: [{ name: 'x', value: '[secret]' }],
    })
  })
})

describe('a scrape', () => {
  const scrape = (outputs: unknown): PageScrape =>
    ({
      answer: {
        finalUrl: 'https://a.test/?q=hunter%32-x',
        status: 200,
        headers: { 'x-echo': 'hunter2-x' },
        truncated: false,
        extracted: {
          outputs: new TextEncoder().encode(JSON.stringify(outputs)),
          links: ['https://a.test/hunter2-x'],
          metadata: { title: 'hunter2-x', og: { 'hunter2-x': 'a' }, jsonLd: [{ status: 'hunter2-x' }] },
          warnings: [],
        },
      },
      fault: null,
      screenshot: new Uint8Array([1, 2]),
      attempts: [{ outcome: 'success', error: { code: 'x', message: 'hunter2-x' } }],
      warnings: ['hunter2-x'],
      redirects: [{ url: 'https://a.test/hunter2-x', status: 302, location: 'https://a.test/' }],
    }) as unknown as PageScrape

  it('has no secret in outputs, metadata, addresses, headers, attempts and warnings', () => {
    const given = scrape({ markdown: 'say "hunter2-x"', json: { 'hunter2-x': ['hunter2-x'] } })
    const redacted = redactScrape(given, ['hunter2-x'])
    const outputs = new TextDecoder().decode(redacted.answer?.extracted?.outputs)
    assert.deepEqual(JSON.parse(outputs), { markdown: 'say "[secret]"', json: { '[secret]': ['[secret]'] } })
    assert.doesNotMatch(JSON.stringify(redacted) + outputs, /hunter/)
    assert.deepEqual(redacted.screenshot, given.screenshot)
  })

  it('stays whole where a secret ends as its JSON goes on', () => {
    const given = scrape({ markdown: 'abc\\', html: 'x' })
    const { answer } = redactScrape(given, ['abc\\'])
    assert.deepEqual(JSON.parse(new TextDecoder().decode(answer?.extracted?.outputs)), {
      markdown: '[secret]',
      html: 'x',
    })
  })

  it('without secrets is the same', () => {
    const given = scrape({})
    assert.equal(redactScrape(given, []), given)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './charset.ts'

const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** 0x80 to 0x9F in windows-1252, as the Encoding Standard's index lists them. */
const upperControls =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'

describe('decodeText', () => {
  for (const label of ['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii']) {
    it(`maps the bytes 0x80 to 0x9F as windows-1252 does for ${label}`, () => {
      const bytes = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i)
      const { text, charset } = decodeText(bytes, `text/html; charset=${label}`, 'html')
      assert.equal(text, upperControls)
      assert.equal(charset, 'windows-1252')
    })
  }

  const cases: [title: string, bytes: Uint8Array<ArrayBuffer>, header: string | null, text: string, charset: string][] =
    [
      ['decodes gb2312 as its superset', latin1('\xd6\xd0\xce\xc4'), 'text/html; charset=gb2312', '中文', 'gbk'],
      ['decodes shift_jis', latin1('\x93\xfa\x96\x7b'), 'text/html; charset="Shift_JIS"', '日本', 'shift_jis'],
      ['decodes koi8-r', latin1('\xcd\xc9\xd2'), "text/html; charset='koi8-r'", 'мир', 'koi8-r'],
      [
        'believes a UTF-16 mark over the header',
        latin1('\xff\xfeh\0i\0'),
        'text/html; charset=utf-8',
        'hi',
        'utf-16le',
      ],
      ['reads big-endian UTF-16', latin1('\xfe\xff\0h\0i'), null, 'hi', 'utf-16be'],
      ['cuts a UTF-8 mark', latin1('\xef\xbb\xbfhi'), 'text/html; charset=koi8-r', 'hi', 'utf-8'],
      ['takes undeclared valid UTF-8 for UTF-8', utf8('zoë'), 'text/html', 'zoë', 'utf-8'],
      ['takes undeclared other bytes for windows-1252', latin1('zo\xeb \x80'), null, 'zoë €', 'windows-1252'],
      ['ignores a label nobody knows', utf8('zoë'), 'text/html; charset=utf-9', 'zoë', 'utf-8'],
      ['ignores the replacement encoding', utf8('a'), 'text/html; charset=hz-gb-2312', 'a', 'utf-8'],
      [
        'reads broken UTF-8 that is windows-1252',
        latin1('caf\xe9 d\xe9j\xe0'),
        'text/html; charset=utf-8',
        'café déjà',
        'windows-1252',
      ],
    ]
  for (const [title, bytes, header, text, charset] of cases) {
    it(title, () => {
      const decoded = decodeText(bytes, header, 'html')
      assert.deepEqual([decoded.text, decoded.charset], [text, charset])
    })
  }

  it('keeps UTF-8 with a few faulty bytes, and says so', () => {
    const bytes = latin1(`${Buffer.from('äöüß'.repeat(10)).toString('latin1')}\xff`)
    const decoded = decodeText(bytes, 'text/html; charset=utf-8', 'html')
    assert.equal(decoded.charset, 'utf-8')
    assert.ok(decoded.text.endsWith('ß\ufffd'))
    assert.equal(decoded.warnings.length, 1)
  })

  const declared: [title: string, markup: string, charset: string][] = [
    ['finds a meta charset', '<meta charset="koi8-r">\xcd', 'koi8-r'],
    ['finds a meta without quotes', '<META CHARSET=koi8-r>\xcd', 'koi8-r'],
    ['finds a meta http-equiv', '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">\xcd', 'koi8-r'],
    ['passes over a meta in a comment', '<!-- <meta charset=big5> --><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['goes on after a meta without charset', '<meta name=a><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['looks far beyond the first kilobyte', `<p>${'x'.repeat(30_000)}<meta charset=koi8-r>\xcd`, 'koi8-r'],
    ['stops looking at 64 KiB', `<p>${'x'.repeat(70_000)}<meta charset=koi8-r>\xcd`, 'windows-1252'],
    ['takes a declared UTF-16 that is readable for UTF-8', '<meta charset=utf-16>hi', 'utf-8'],
    ['takes x-user-defined for windows-1252', '<meta charset=x-user-defined>\xcd', 'windows-1252'],
    ['reads an XML declaration', '<?xml version="1.0" encoding="koi8-r"?><html>\xcd', 'koi8-r'],
  ]
  for (const [title, markup, charset] of declared) {
    it(title, () => assert.equal(decodeText(latin1(markup), null, 'html').charset, charset))
  }

  it('does not look for declarations in plain text', () => {
    assert.equal(decodeText(latin1('<meta charset=koi8-r>\xcd'), null, 'text').charset, 'windows-1252')
  })

  it('stays fast on a meta full of white space', () => {
    const startedAt = performance.now()
    decodeText(latin1(`<meta charset${' '.repeat(60_000)}`), null, 'html')
    assert.ok(performance.now() - startedAt < 200)
  })
})

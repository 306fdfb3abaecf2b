import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './charset.ts'

const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8Bytes = (text: string): string => Buffer.from(text).toString('latin1')
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** 0x80 to 0x9F in windows-1252, as in the index of the Encoding Standard. */
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

  const encodings: [label: string, name: string, bytes: string, text: string][] = [
    ['windows-1250', 'windows-1250', '\x9e\xec', 'žě'],
    ['cp1251', 'windows-1251', '\xcc\xe8\xf0', 'Мир'],
    ['win-1251', 'windows-1251', '\xcc\xe8\xf0', 'Мир'],
    ['windows-1253', 'windows-1253', '\xe1\xa2', 'αΆ'],
    ['iso-8859-9', 'windows-1254', '\xfd\xfe', 'ış'],
    ['windows-1255', 'windows-1255', '\xf9\xec', 'של'],
    ['windows-1256', 'windows-1256', '\xd3\xe1', 'سل'],
    ['windows-1257', 'windows-1257', '\xe0\xfe', 'ąž'],
    ['windows-1258', 'windows-1258', '\xd0\xfe', 'Đ₫'],
    ['tis-620', 'windows-874', '\xa1\xd2', 'กา'],
    ['iso-8859-2', 'iso-8859-2', '\xb1\xb9', 'ąš'],
    ['iso-8859-5', 'iso-8859-5', '\xbc\xd8\xe0', 'Мир'],
    ['iso-8859-7', 'iso-8859-7', '\xe1\xb6', 'αΆ'],
    ['iso-8859-8', 'iso-8859-8', '\xf9\xec', 'של'],
    ['iso-8859-15', 'iso-8859-15', '\xa4', '€'],
    ['iso-8859-16', 'iso-8859-16', '\xba\xfe', 'șț'],
    ['koi8-u', 'koi8-u', '\xa6\xc4', 'ід'],
    ['ibm866', 'ibm866', '\x8c\xa8', 'Ми'],
    ['macintosh', 'macintosh', '\x8e', 'é'],
    ['x-mac-cyrillic', 'x-mac-cyrillic', '\x8c\xe8', 'Ми'],
    ['x-user-defined', 'x-user-defined', '\x80', '\uf780'],
    ['gb18030', 'gb18030', '\x81\x30\x81\x30\xd6\xd0', '\x80中'],
    ['big5', 'big5', '\xa4\xa4\xa4\xe5', '中文'],
    ['cp950', 'big5', '\xa4\xa4', '中'],
    ['big5-hkscs', 'big5', '\x87\x40', '䏰'],
    ['windows-31j', 'shift_jis', '\x87\x40\xb1', '①ｱ'],
    ['euc-jp', 'euc-jp', '\xc6\xfc\x8e\xb1', '日ｱ'],
    ['iso-2022-jp', 'iso-2022-jp', '\x1b$BF|K\\\x1b(B', '日本'],
    ['ks_c_5601-1987', 'euc-kr', '\xc7\xd1\x81\x41', '한갂'],
    ['utf-16be', 'utf-16be', '\x04\x1c\x04\x38', 'Ми'],
    ['utf-16', 'utf-16le', '\x1c\x04\x38\x04', 'Ми'],
    ['utf8mb4', 'utf-8', '\xc3\xa9', 'é'],
  ]
  for (const [label, name, bytes, text] of encodings) {
    it(`decodes ${label}`, () => {
      const decoded = decodeText(latin1(bytes), `text/html; charset=${label}`, 'html')
      assert.deepEqual([decoded.text, decoded.charset, decoded.warnings], [text, name, []])
    })
  }

  const russian = '\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xf3 \xf2\xe5\xe1\xff \xe4\xe5\xeb\xe0'
  const japanese = '\x82\xb1\x82\xcc\x83\x79\x81\x5b\x83\x57\x82\xcd\x93\xfa\x96\x7b\x8c\xea\x82\xc5\x82\xb7'
  const eucKr = '\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4 \xb9\xdd\xb0\xa9\xbd\xc0\xb4\xcf\xb4\xd9'
  const mistaken: [title: string, bytes: Uint8Array<ArrayBuffer>, header: string | null, charset: string][] = [
    ['UTF-8 declared for windows-1251', latin1(russian), 'utf-8', 'windows-1251'],
    ['UTF-8 declared for shift_jis', latin1(japanese), 'utf-8', 'shift_jis'],
    ['UTF-8 declared for euc-kr', latin1(eucKr), 'utf-8', 'euc-kr'],
    ['UTF-8 declared for what the content names', latin1(`<meta charset=iso-8859-7>\xe1\xe2`), 'utf-8', 'iso-8859-7'],
    ['windows-1252 declared for UTF-8', utf8('zoë café'), 'iso-8859-1', 'utf-8'],
    ['windows-1252 declared for UTF-8 the content names', utf8('<meta charset=utf-8>zoë'), 'latin1', 'utf-8'],
    ['gbk declared for UTF-8', utf8('这是一个中文网页，内容很多'), 'gb2312', 'utf-8'],
    ['iso-2022-jp declared for UTF-8', utf8('これは日本語のページです'), 'iso-2022-jp', 'utf-8'],
    ['UTF-16 declared for UTF-8', utf8('<p>zoë</p>'), 'utf-16', 'utf-8'],
    [
      'windows-1252 declared for what the content names',
      latin1(`<meta charset=windows-1251>${russian}`),
      'iso-8859-1',
      'windows-1251',
    ],
    [
      'windows-1252 declared for shift_jis the content names',
      latin1(`<meta charset=shift_jis>${japanese}`),
      'latin1',
      'shift_jis',
    ],
    ['euc-jp declared for shift_jis', latin1(japanese), 'euc-jp', 'shift_jis'],
    ['a meta that names windows-1252 for UTF-8', utf8('<meta charset=iso-8859-1>zoë café'), null, 'utf-8'],
    ['a meta that names UTF-8 for windows-1251', latin1(`<meta charset=utf-8>${russian}`), null, 'windows-1251'],
  ]
  for (const [title, bytes, header, charset] of mistaken) {
    it(`sees through ${title}`, () => {
      const decoded = decodeText(bytes, header === null ? null : `text/html; charset=${header}`, 'html')
      assert.equal(decoded.charset, charset)
      assert.equal(decoded.warnings.length, 1)
      assert.match(decoded.warnings[0] ?? '', new RegExp(`read as ${charset}$`))
    })
  }

  const believed: [title: string, bytes: Uint8Array<ArrayBuffer>, header: string, charset: string][] = [
    [
      'a header over a meta that fits no better',
      latin1('<meta charset=koi8-r>caf\xe9'),
      'windows-1252',
      'windows-1252',
    ],
    ['a header over a meta that fits worse', latin1(`<meta charset=koi8-r>${russian}`), 'windows-1251', 'windows-1251'],
    ['a legacy header for a single sequence that is UTF-8, too', latin1('\xc3\xa9'), 'windows-1252', 'windows-1252'],
    ['a gbk header for a word that is UTF-8, too', latin1('\xc1\xaa\xcd\xa8'), 'gbk', 'gbk'],
    ['a header whatever the language', latin1('<html lang=ja>caf\xe9'), 'windows-1252', 'windows-1252'],
    ['a gbk header with a slip or two', latin1(`${'\xd6\xd0\xce\xc4'.repeat(20)}\xff`), 'gbk', 'gbk'],
  ]
  for (const [title, bytes, header, charset] of believed) {
    it(`believes ${title}`, () => {
      const decoded = decodeText(bytes, `text/html; charset=${header}`, 'html')
      assert.deepEqual([decoded.charset, decoded.warnings], [charset, []])
    })
  }

  const undeclared: [title: string, bytes: Uint8Array<ArrayBuffer>, charset: string][] = [
    ['windows-1251', latin1(russian), 'windows-1251'],
    ['shift_jis', latin1(japanese), 'shift_jis'],
    ['euc-kr', latin1(eucKr), 'euc-kr'],
    ['iso-2022-jp', latin1('\x1b$BF|K\\\x1b(B'), 'iso-2022-jp'],
    ['UTF-16', latin1('<\0h\0t\0m\0l\0>\0'), 'utf-16le'],
    ['UTF-16 with zeros on either side', latin1('<\0p\0>\0a\0 \0n\0e\0w\0 \0\0\x4e\x3d\xd8\0\xde'), 'utf-16le'],
    ['big-endian UTF-16', latin1('\0<\0h\0t\0m\0l\0>'), 'utf-16be'],
    ['UTF-8 with a slip', latin1(`${utf8Bytes('äöüß'.repeat(10))}\xff`), 'utf-8'],
  ]
  for (const [title, bytes, charset] of undeclared) {
    it(`recognises undeclared ${title}`, () => assert.equal(decodeText(bytes, null, 'html').charset, charset))
  }

  it('uses the domain where the bytes decide little', () => {
    const charsetAt = (url: string) => decodeText(latin1('\xb3\xf3d\xbc'), null, 'html', url).charset
    assert.equal(charsetAt('https://example.pl/a'), 'iso-8859-2')
    assert.equal(charsetAt('https://example.fr/a'), 'windows-1252')
  })

  it('keeps UTF-8 with a few faulty bytes, and reports them', () => {
    const bytes = latin1(`${utf8Bytes('äöüß'.repeat(10))}\xff`)
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
    [
      'passes over a charset in a description',
      '<meta name=description content="charset=big5"><meta charset=koi8-r>\xcd',
      'koi8-r',
    ],
    ['passes over a charset of another name', '<meta data-charset=big5><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['reads a meta with a tag in an attribute', '<meta content="a > b" charset=koi8-r>\xcd', 'koi8-r'],
    ['passes over a meta in an attribute', '<p title="<meta charset=big5>"><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['passes over a meta in a script', '<script>"<meta charset=big5>"</script><meta charset=koi8-r>\xcd', 'koi8-r'],
    [
      'passes over a charset in a style sheet',
      '<style>@charset "big5"; charset=big5</style><meta charset=koi8-r>\xcd',
      'koi8-r',
    ],
    ['passes over a meta in a title', '<title><meta charset=big5></title><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['takes the first of two', '<meta charset=koi8-r><meta charset=big5>\xcd', 'koi8-r'],
    ['takes the first that is known', '<meta charset=utf-9><meta charset=koi8-r>\xcd', 'koi8-r'],
    ['passes over an encoding that is refused', '<meta charset=iso-2022-kr><meta charset=koi8-r>\xcd', 'koi8-r'],
    [
      'finds a meta across the first look',
      `<p>${'x'.repeat(2_030)}<meta http-equiv=content-type content="text/html; charset=koi8-r">\xcd`,
      'koi8-r',
    ],
    ['reads an XML declaration', '<?xml version="1.0" encoding="koi8-r"?><html>\xcd', 'koi8-r'],
  ]
  for (const [title, markup, charset] of declared) {
    it(title, () => assert.equal(decodeText(latin1(markup), null, 'html').charset, charset))
  }

  for (const header of [
    'text/html;charset=koi8-r, text/html;charset=koi8-r',
    'text/html charset=koi8-r',
    'text/html; charset="koi8-r',
    'text/html; x=1; CharSet = koi8-r; y',
  ]) {
    it(`finds the encoding in "${header}"`, () =>
      assert.equal(decodeText(latin1('\xcd'), header, 'html').charset, 'koi8-r'))
  }

  it('reads nothing as UTF-7', () => {
    const { text, charset } = decodeText(latin1('+ADw-script+AD4-'), 'text/html; charset=utf-7', 'html')
    assert.deepEqual([text, charset], ['+ADw-script+AD4-', 'utf-8'])
  })

  it('cuts byte order marks that stand one after the other, and keeps others', () => {
    const bytes = latin1(utf8Bytes('\ufeff\ufeff<p>a\ufeffb'))
    assert.equal(decodeText(bytes, null, 'html').text, '<p>a\ufeffb')
  })

  it('makes half a surrogate pair a replacement character', () => {
    const { text } = decodeText(latin1('a\0\x3d\xd8b\0\x3d\xd8\0\xde\0\xd8'), 'text/html; charset=utf-16le', 'html')
    assert.equal(text, 'a\ufffdb\u{1f600}\ufffd')
  })

  it('reads a character that stands across the end of what is searched for declarations', () => {
    for (const offset of [0, 1, 2]) {
      const text = `${'x'.repeat(64 * 1024 - offset)}日本`
      assert.equal(decodeText(utf8(text), null, 'html').text, text)
    }
  })

  it('does not look for declarations in plain text', () => {
    assert.equal(decodeText(latin1('<meta charset=koi8-r>\xcd'), null, 'text').charset, 'windows-1252')
  })

  it('gets through a meta full of white space', () => {
    assert.equal(decodeText(latin1(`<meta charset${' '.repeat(60_000)}`), null, 'html').charset, 'utf-8')
  })

  for (const [name, byte] of [
    ['bytes no encoding has', 0xff],
    ['bytes that begin characters', 0x81],
    ['tags that never begin', 0x3c],
  ] as const) {
    it(`gets through a megabyte of ${name}`, () => {
      const bytes = new Uint8Array(1_000_000).fill(byte)
      for (const header of [null, 'text/html; charset=utf-8', 'text/html; charset=gbk']) {
        assert.notEqual(decodeText(bytes, header, 'html').text, '')
      }
    })
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Redactor } from './redactor.ts'
import { Scanner } from './scanner.ts'

const secret = `p\u{e4}ss "w&rd"/<1>+ ok`
const redactor = new Redactor([secret])

const htmlOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&#x3E;')

/** Encodings in which a page may show a text it received. */
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
  'in JSON in a URL': (text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
  'in HTML in a URL': (text) => encodeURIComponent(htmlOf(text)),
  'in a URL in HTML': (text) => htmlOf(encodeURIComponent(text)),
  'in HTML twice': (text) => htmlOf(htmlOf(text)),
  'in references with zeros in front': (text) => text.replace(/./gu, (each) => `&#00000000${each.codePointAt(0)};`),
  'in named references': (text) =>
    htmlOf(text).replaceAll('\u{e4}', '&auml;').replaceAll('/', '&sol;').replaceAll('+', '&plus;'),
  'in a script, by code points': (text) => text.replace(/./gu, (each) => `\\u{${each.codePointAt(0)!.toString(16)}}`),
  'in Markdown': (text) => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
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
    const redacted = Buffer.from(redactor.text(body.toString('base64'), { isBase64: true }), 'base64')
    assert.deepEqual(
      redacted,
      Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('[secret]'), Buffer.from([0x80])]),
    )
    const other = Buffer.from([0xff, 1, 2]).toString('base64')
    assert.equal(redactor.text(other, { isBase64: true }), other)
  })

  it('is ignored when it is too short, and a redactor without secrets changes nothing', () => {
    assert.equal(new Redactor(['abc', '']).text('abc'), 'abc')
    assert.equal(new Redactor([]).text('abc %61 &amp;'), 'abc %61 &amp;')
  })

  it('that contains another secret is removed as a whole', () => {
    const both = new Redactor(['password', 'password-2', 'word-22'])
    assert.equal(both.text('x password-22 y password z'), 'x [secret] y [secret] z')
  })

  it('made to be slow to search for is still searched for quickly', () => {
    const long = 'a'.repeat(8192)
    const text = `${'a'.repeat(8191)}b`.repeat(64)
    assert.equal(new Redactor([long]).text(text), text)
    assert.equal(new Redactor(['&&&&&&']).text('&amp'.repeat(100_000)).length, 8)
  })
})

const jsonLetters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A reference implementation that decodes the whole text first and then searches: slow but easy to verify. */
const decoders: Record<string, [RegExp, (escape: string) => string | null]> = {
  percent: [/%[0-9a-f]{2}/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16))],
  form: [/%[0-9a-f]{2}|\+/gi, (escape) => (escape === '+' ? ' ' : String.fromCharCode(parseInt(escape.slice(1), 16)))],
  json: [
    /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^ux])/gis,
    (escape) =>
      escape.length > 2
        ? String.fromCharCode(parseInt(escape.slice(2), 16))
        : (jsonLetters[escape[1]!] ?? escape.slice(1)),
  ],
  html: [
    /&(?:#\d+|#x[0-9a-f]+|amp|lt);?/gi,
    (escape) => {
      const name = escape.slice(1).replace(';', '').toLowerCase()
      if (!name.startsWith('#')) return name === 'amp' ? '&' : '<'
      const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1))
      if (code === 0 || code > 0x10_ff_ff) return null
      // No secret contains a character that takes two units.
      return code > 0xff_ff ? '?' : String.fromCharCode(code)
    },
  ],
}

interface Unit {
  unit: string
  start: number
  end: number
}

function decoded(units: readonly Unit[], [escapes, decode]: [RegExp, (escape: string) => string | null]): Unit[] {
  const text = units.map(({ unit }) => unit).join('')
  const made: Unit[] = []
  let at = 0
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const unit = decode(escape)
    if (unit === null) continue
    made.push(...units.slice(at, index))
    at = index + escape.length
    made.push({ unit, start: units[index]!.start, end: units[at - 1]!.end })
  }
  return [...made, ...units.slice(at)]
}

/** Marks the units of a text that belong to a secret in any chain of at most two encodings. */
function hiddenUnits(text: string, secrets: readonly string[]): string {
  const hidden = Array.from({ length: text.length }, () => '.')
  const plain = [...Array(text.length).keys()].map((at) => ({ unit: text[at]!, start: at, end: at + 1 }))
  const chains: string[][] = [[], ['form'], ['form', 'json']]
  for (const first of ['percent', 'json', 'html']) {
    chains.push([first], ...['percent', 'json', 'html'].map((second) => [first, second]))
  }
  for (const chain of chains) {
    let units = plain
    for (const encoding of chain) units = decoded(units, decoders[encoding]!)
    const read = units.map(({ unit }) => unit).join('')
    for (const wanted of secrets) {
      for (let at = read.indexOf(wanted); at !== -1; at = read.indexOf(wanted, at + 1)) {
        hidden.fill('x', units[at]!.start, units[at + wanted.length - 1]!.end)
      }
    }
  }
  return hidden.join('')
}

describe('secrets in texts that are hard to read', () => {
  const pieces = [
    'a',
    'b',
    ' ',
    '+',
    '%',
    '%61',
    '%25',
    '%5c',
    '&',
    '&amp;',
    '&amp',
    '&#97;',
    '&#x61',
    '&lt;',
    '\\',
    'u0061',
    '\\u0061',
    '\\"',
    '"',
    '<',
    '4',
    '1',
    '25',
    'amp;',
    ';',
    '#97;',
  ]
  const secrets = ['a"ab', 'ab a', '%61b', '&amp;', 'aaaa', 'b\\"a', '<a&<', '&<&lt;']

  const seeds = 8_000

  /** A generator of numbers that are the same each time. */
  function numbers(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  it('are all found, as those find them who take encodings off in whole, and hardly anything besides', () => {
    const search = new Scanner(secrets)
    let besides = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = numbers(seed)
      const text = Array.from({ length: 3 + random(22) }, () => pieces[random(pieces.length)]).join('')
      const found = search.find(text)
      const hidden = Array.from({ length: text.length }, () => '.')
      for (let at = 0; at < found.length; at += 1) hidden.fill('x', found.startOf(at), found.endOf(at))
      const expected = hiddenUnits(text, secrets)
      const isFound = hidden.every((mark, at) => mark === 'x' || expected[at] === '.')
      assert.ok(isFound, `seed ${seed}: ${text} has ${expected}, found ${hidden.join('')}`)
      // An ambiguous escape was decoded in one of its two possible meanings, which the page may have intended.
      if (hidden.join('') !== expected) besides += 1
    }
    assert.ok(besides < seeds / 1_000, `${besides} of ${seeds}`)
  })
})

describe('redaction', () => {
  const mebibyte = 2 ** 20
  const steps = (secrets: readonly string[], text: string): number => {
    const made = new Redactor(secrets)
    const before = made.work
    made.text(text)
    return (made.work - before) / text.length
  }
  const line = '<p class="a">Some text &amp; more, 100%25 of it \\n <a href="/x?y=%20z">link</a></p>\n'

  it('takes a few steps a character of a page, however many secrets there are', () => {
    const page = line.repeat(mebibyte / line.length)
    const many = Array.from({ length: 50 }, (_, at) => `${at}-secret-${'x%"&'.repeat(70)}`)
    assert.ok(steps(['hunter2-xyz'], page) < 2)
    assert.ok(steps(many, page) < 3)
  })

  it('takes no more than two dozen steps a character of what was made to be slow', () => {
    const attacks: [string[], string][] = [
      [['a'.repeat(8_192)], `${'a'.repeat(8_191)}b`],
      [['"%41'.repeat(2_000)], '\\"%41'],
      [['%41'.repeat(2_700), 'A'.repeat(8_000)], '%41'],
      [[`${'"'.repeat(4_000)}%`, `${'\\'.repeat(4_000)}&`], String.raw`\\\\\"%5c&#92;`],
      [['hunter2 xyz'], '%25\\"&amp;+'],
      [['&&&&&&&&', 'amp;amp;'], '&amp;amp;amp;'],
      [['%%%%%%%1', '\\\\\\\\u'], '%\\u00%4\\'],
    ]
    for (const [secrets, piece] of attacks) {
      const text = piece.repeat(Math.ceil(mebibyte / 4 / piece.length))
      const taken = steps(secrets, text)
      assert.ok(taken < 24, `${taken} steps for ${piece.slice(0, 20)}`)
    }
  })

  it('takes an automaton of a few bytes for each byte of the secrets', () => {
    const bytes = 16_384
    const random = Buffer.from(Array.from({ length: bytes }, (_, at) => 33 + ((at * 7_919 + (at >> 3)) % 90)))
    const made = new Redactor([random.subarray(0, bytes / 2).toString(), random.subarray(bytes / 2).toString()])
    assert.ok(made.bytes < 200 * bytes, `${made.bytes} bytes`)
  })

  it('changes nothing the second time, also where a secret is a word of its own mark', () => {
    for (const word of ['secret', '[secret]', 'cret', 'cret]']) {
      const made = new Redactor([word])
      const once = made.text(`my ${word} is ${word}${word}`)
      assert.equal(once, 'my [secret] is [secret][secret]')
      assert.equal(made.text(once), once)
    }
  })

  it('takes out the beginning of a secret where a text was cut', () => {
    const made = new Redactor(['p\u{e4}ss word-1'])
    assert.equal(made.text('a=p\u{e4}ss wo', { isCut: true }), 'a=[secret]')
    assert.equal(made.text('a=p%c3%a4ss%20wo', { isCut: true }), 'a=[secret]')
    assert.equal(made.text('a=p\u{e4}s', { isCut: true }), 'a=p\u{e4}s')
    assert.equal(made.text('a=p\u{e4}ss wo'), 'a=p\u{e4}ss wo')
  })
})

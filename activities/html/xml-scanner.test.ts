import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { scanXml, XmlPieces, type XmlTokens } from './xml-scanner.ts'

function recorder(tokens: string[]): XmlTokens {
  return {
    startTag: (name, attributes) => tokens.push(`<${name} ${JSON.stringify(attributes)}`),
    endTag: (name) => tokens.push(`/${name}`),
    text: (text) => tokens.push(text),
    shouldStop: () => false,
  }
}

function tokensOf(xml: string): string[] {
  const tokens: string[] = []
  scanXml(xml, recorder(tokens))
  return tokens
}

function tokensOfPieces(pieces: string[]): string[] {
  const tokens: string[] = []
  const scan = new XmlPieces(recorder(tokens), 1_000)
  for (const piece of pieces) assert.equal(scan.write(piece), true)
  scan.end()
  return tokens
}

function faultsOf(xml: string): string[] {
  const faults: string[] = []
  scanXml(xml, { ...recorder([]), fault: (message) => faults.push(message) })
  return faults
}

suite('scanning XML', () => {
  test('reports tags, attributes and text', () => {
    assert.deepEqual(tokensOf(`<?xml version="1.0"?><a b='1 > 0' c = "&lt;&#x41;&#66;"><d/>x &amp; y</a >`), [
      '<a {"b":"1 > 0","c":"<AB"}',
      '<d {}',
      '/d',
      'x & y',
      '/a',
    ])
  })

  test('turns the ends of lines into line feeds, except those of references', () => {
    assert.deepEqual(tokensOf('<a>1\r\n2\r3&#13;4<![CDATA[5\r\n6]]></a>'), ['<a {}', '1\n2\n3\r4', '5\n6', '/a'])
    assert.deepEqual(tokensOfPieces(['<a>1\r', '\n2</a>']), ['<a {}', '1\n2', '/a'])
  })

  test('passes over comments and document types, and takes CDATA as it is', () => {
    assert.deepEqual(tokensOf('<!DOCTYPE a [<!ENTITY b "<c>">]><a><!-- <d> --><![CDATA[&amp;<e>]]></a>'), [
      '<a {}',
      '&amp;<e>',
      '/a',
    ])
  })

  test('leaves unknown entities, and replaces references to invalid characters', () => {
    assert.deepEqual(tokensOf('<a>&b;&#0;&#xD800;&#x110000;&</a>')[1], '&b;\ufffd\ufffd\ufffd&')
  })

  test('reads what was cut off as far as it makes sense', () => {
    assert.deepEqual(tokensOf('<a>x<b c="'), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a><![CDATA[x'), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a>x<!-- '), ['<a {}', 'x'])
    assert.deepEqual(tokensOf('<a b c=d>'), ['<a {"c":"d"}'])
  })

  test('takes a less-than sign that begins no tag as text', () => {
    assert.deepEqual(tokensOf('<a>1 < 2<3<b/></a>'), ['<a {}', '1 < 2<3', '<b {}', '/b', '/a'])
  })

  test('reads values without quotes', () => {
    assert.deepEqual(tokensOf('<a b=c/d e>x'), ['<a {"b":"c/d"}', 'x'])
  })

  test('names faults of tokens, each once', () => {
    assert.deepEqual(faultsOf('<?xml version="1.0"?><!DOCTYPE a><a b="c"><!-- d --><![CDATA[<]]>&e;</a>'), [])
    for (const [xml, fault] of [
      ['<a b=c d=e>', /without a value in quotes/],
      ['<a b>', /without a value in quotes/],
      ['a < b << c<d>', /begins no tag/],
      ['<!-- a -- b -->', /two hyphens/],
      ['<!CDATA a>', /unknown declaration/],
      ['<a b="<c>">', /inside a tag/],
      ['</a <b>', /inside a tag/],
      ['<a', /unexpected end/],
    ] as const) {
      assert.match(faultsOf(xml).join('|'), fault, xml)
      assert.equal(faultsOf(xml).length, 1, xml)
    }
  })
})

suite('scanning XML in pieces', () => {
  const xml =
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "<c>">]><a b='1 > 0' c="&lt;"><!-- <d> --><d/>x &amp; y < z` +
    '<![CDATA[&amp;<e>]]></a >\ntail'

  test('gives the same tokens wherever pieces meet', () => {
    const whole = tokensOf(xml).join('')
    for (let at = 0; at <= xml.length; at++) {
      assert.equal(tokensOfPieces([xml.slice(0, at), xml.slice(at)]).join(''), whole)
    }
    assert.equal(tokensOfPieces(xml.split('')).join(''), whole)
  })

  test('ends at a token that is too long', () => {
    for (const start of ['<a b="', '<', '<!--', '<![CDATA[', '<?', '</', '']) {
      const scan = new XmlPieces(recorder([]), 1_000)
      assert.equal(scan.write(`<a/>${start}${'x'.repeat(900)}`), true)
      assert.equal(scan.write('x'.repeat(200)), false)
    }
  })

  test('reads long tokens in linear time', () => {
    const long = `<a b="${'x'.repeat(250_000)}"/>`.repeat(40)
    const tokens: string[] = []
    const scan = new XmlPieces(recorder(tokens), 262_144)
    const start = process.threadCpuUsage()
    for (let at = 0; at < long.length; at += 1_000) assert.equal(scan.write(long.slice(at, at + 1_000)), true)
    scan.end()
    assert.equal(tokens.length, 80)
    assert.ok(process.threadCpuUsage(start).user < 3_000_000)
  })
})

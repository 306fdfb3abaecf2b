import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readXml, xmlText } from './xml.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

function eventsOf(xml: string, deadlineMs = Infinity): string[] {
  const events: string[] = []
  readXml(
    xml,
    {
      enter: (name, attributes) =>
        events.push(
          `<${name}${Object.entries(attributes)
            .map(([key, value]) => ` ${key}=${value}`)
            .join('')}>`,
        ),
      leave: (name) => events.push(`</${name}>`),
      text: (text) => events.push(text),
    },
    deadlineMs,
  )
  return events.filter((event) => !event.includes('xmlns') || event.startsWith('</'))
}

suite('reading XML', () => {
  test('gives names the usual prefix of their namespace', () => {
    assert.deepEqual(eventsOf(`<d xmlns:q="${word}"><q:p q:val="1">a&amp;b<![CDATA[<c>]]></q:p></d>`).slice(0, -1), [
      '<w:p q:val=1 w:val=1>',
      'a&b',
      '<c>',
      '</w:p>',
    ])
  })

  test('replaces no entity of a document type', () => {
    const lol = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    assert.equal(eventsOf(lol).join(''), '<x>&b;</x>')
  })

  test('takes the first choice of alternate content', () => {
    const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
    const xml = `<x xmlns:mc="${mc}"><mc:AlternateContent><mc:Choice Requires="a"><a/></mc:Choice><mc:Fallback><b/></mc:Fallback></mc:AlternateContent></x>`
    assert.deepEqual(eventsOf(xml), ['<a>', '</a>', '</x>'])
  })

  test('closes what was left open', () => {
    assert.deepEqual(eventsOf('<a><b>text'), ['<a>', '<b>', 'text', '</b>', '</a>'])
    assert.deepEqual(eventsOf('<a><b'), ['<a>', '</a>'])
  })

  test('reads elements nested very deeply', () => {
    assert.equal(eventsOf('<a>'.repeat(100_000)).length, 200_000)
  })

  test('stops when the time is up', () => {
    let entered = 0
    const isWhole = readXml(`<x>${'<a/>'.repeat(100_000)}</x>`, { enter: () => entered++, leave: () => {} }, 0)
    assert.equal(isWhole, false)
    assert.ok(entered > 0 && entered < 100_000)
  })

  test('decodes UTF-16 with a byte order mark', () => {
    assert.equal(xmlText(Uint8Array.from([0xff, 0xfe, 0x3c, 0, 0x61, 0])), '<a')
    assert.equal(xmlText(Uint8Array.from([0xfe, 0xff, 0, 0x3c, 0, 0x61])), '<a')
    assert.equal(xmlText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x3c])), '<')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from './scanner.ts'
import { randomNumbers } from '../extract/testing/random-numbers.ts'

/** Records each event as one string. */
class Recorder implements MarkupHandler {
  readonly events: string[] = []
  foreign = false

  startTag(name: string, attributes: Attribute[], selfClosing: boolean): ContentModel {
    const written = attributes.map((each) => ` ${each.name}=${each.value}`).join('')
    this.events.push(`<${name}${written}${selfClosing ? '/' : ''}>`)
    if (name === 'title') return 'text-with-references'
    if (name === 'plaintext') return 'rest-is-text'
    return name === 'iframe' ? 'raw-text' : 'markup'
  }

  endTag(name: string): void {
    this.events.push(`</${name}>`)
  }

  text(text: string): void {
    this.events.push(text)
  }

  doctype(declaration: string): void {
    this.events.push(`!${declaration}`)
  }

  inForeignContent(): boolean {
    return this.foreign
  }
}

function scan(html: string, foreign = false): string[] {
  const recorder = new Recorder()
  recorder.foreign = foreign
  scanMarkup(html, recorder, 4)
  return recorder.events
}

describe('scanMarkup', () => {
  const cases: [title: string, html: string, events: string[]][] = [
    ['reports tags and text in order', 'a<P>b</P>c', ['a', '<p>', 'b', '</p>', 'c']],
    ['reads every form of attribute', `<a b c=d e="f > g" H='i'>`, ['<a b= c=d e=f > g h=i>']],
    ['keeps a slash in an unquoted value', '<a href=/b/>', ['<a href=/b/>']],
    ['sees a self-closing tag', '<br/>', ['<br/>']],
    ['decodes references in text and values', '<a b="&lt;&amp;x">&eacute;&#x80;', ['<a b=<&x>', 'é€']],
    ['leaves a query string that looks like a reference', '<a b="?a=1&copy=2">', ['<a b=?a=1&copy=2>']],
    ['keeps only so many attributes', '<a b c d e f g>', ['<a b= c= d= e=>']],
    ['takes a lone angle bracket for text', '1 < 2 <3 <', ['1 < 2 <3 <']],
    ['skips comments', 'a<!-- <b> -->c<!-->d<!--->e<!-- --!>f', ['a', 'c', 'd', 'e', 'f']],
    ['skips a comment that never ends', 'a<!-- b', ['a']],
    ['skips bogus comments', 'a</ b>c<?d>e<!f>g', ['a', 'c', 'e', 'g']],
    ['reports the document type', '<!DOCTYPE html>x', ['! html', 'x']],
    ['drops a tag the page ends in', 'a<b c="', ['a']],
    ['skips scripts and style sheets', 'a<script>"</p>"</script >b<STYLE><p></style>c', ['a', 'b', 'c']],
    [
      'reports scripts that hold data',
      `<script type=" Application/LD+json; charset=utf-8"> {"a":"<b>&amp;"}</script>c<script type="math/tex">x</SCRIPT >`,
      [
        '<script type= Application/LD+json; charset=utf-8>',
        ' {"a":"<b>&amp;"}',
        '</script>',
        'c',
        '<script type=math/tex>',
        'x',
        '</script>',
      ],
    ],
    ['skips scripts of every other type', '<script type=module>a</script><script type=text/html><p>b</script>c', ['c']],
    ['knows a script inside a script', '<script><!--<script></script>--></script>a', ['a']],
    [
      'is not misled by a comment in a later script',
      '<script>1</script>a<!-- --><script><!-- x --></script>b',
      ['a', 'b'],
    ],
    ['reads a title as text', '<title>a <b> &amp; c</title>d', ['<title>', 'a <b> & c', '</title>', 'd']],
    [
      'reads raw text as it is',
      '<iframe>&amp;<b></iframex></iframe>c',
      ['<iframe>', '&amp;<b></iframex>', '</iframe>', 'c'],
    ],
    [
      'ends raw text, scripts and comments with the noscript element they are in',
      '<noscript><iframe><b></noscript>a<noscript><script><!--<script></noscript>b<noscript><!--</noscript>c<!-- d',
      [
        '<noscript>',
        '<iframe>',
        '<b>',
        '</iframe>',
        '</noscript>',
        'a',
        '<noscript>',
        '</noscript>',
        'b',
        '<noscript>',
        '</noscript>',
        'c',
      ],
    ],
    ['reads all the rest as text', '<plaintext>a</plaintext><b>', ['<plaintext>', 'a</plaintext><b>', '</plaintext>']],
    ['normalises line ends and drops NUL', 'a\r\nb\rc\0d', ['a\nb\ncd']],
    ['takes CDATA for a comment in HTML', '<![CDATA[a]]>b', ['b']],
  ]
  for (const [title, html, events] of cases) it(title, () => assert.deepEqual(scan(html), events))

  it('reports every script to a handler that requests them', () => {
    const scripts: string[] = []
    const recorder = Object.assign(new Recorder(), {
      script: (attributes: readonly Attribute[], content: string) =>
        scripts.push(`${attributes.map(({ value }) => value).join()}: ${content}`),
    })
    scanMarkup('<script src=a></script><script type=application/json>{}</script><style>b</style><script>c', recorder, 4)
    assert.deepEqual(scripts, ['a: ', 'application/json: {}', ': c'])
    assert.deepEqual(recorder.events, ['<script type=application/json>', '{}', '</script>'])
  })

  it('takes CDATA for text in foreign content', () => {
    assert.deepEqual(scan('<![CDATA[a<b]]>c', true), ['a<b', 'c'])
  })

  it('takes a style sheet in foreign content for an element like any other', () => {
    assert.deepEqual(scan('<style/>a<style>b<c></style>', true), ['<style/>', 'a', '<style>', 'b', '<c>', '</style>'])
  })

  const hostile: [title: string, html: string][] = [
    ['comments that never end', '<!--'.repeat(300_000)],
    ['raw text in noscript elements', '<noscript><iframe></noscript>'.repeat(50_000)],
    ['raw text in noscript elements that never end', '<noscript><iframe><script><!--'.repeat(50_000)],
    ['comments ended by one form only', '<!-- -->'.repeat(100_000)],
    ['scripts inside scripts', '<script><!--<script>'.repeat(50_000)],
    ['quotes that never end', '<a b="'.repeat(200_000)],
    ['angle brackets', '<'.repeat(1_000_000)],
    ['attributes', `<a ${'b=c '.repeat(300_000)}>`],
  ]
  for (const [title, html] of hostile) {
    it(`stays linear on ${title}`, () => {
      const before = process.threadCpuUsage()
      scan(html)
      assert.ok(process.threadCpuUsage(before).user < 5_000_000)
    })
  }

  it('decodes references as the decoder of the entities does', () => {
    const random = randomNumbers(7)
    const parts =
      '& & # x X ; = amp not notin notit lt copy copysr CounterClockwiseContourIntegral 12 0 ffff d800 a Z é && AMP sup1'
    const pieces = [...parts.split(' '), ' ']
    for (let round = 0; round < 5_000; round++) {
      const length = 1 + Math.floor(random() * 8)
      const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
      assert.deepEqual(scan(`${text}<p a="${text}">`), [decodeHTML(text), `<p a=${decodeHTMLAttribute(text)}>`])
    }
  })
})

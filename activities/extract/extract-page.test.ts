import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { UnreadableContentError, type ExtractRequest, type ExtractResult } from '@seine/shared/pages/extraction.ts'
import { nothingStated } from '../content/metadata/nothing-stated.ts'
import { extractPage, extractPlainPage, extractTextPage } from './extract-page.ts'

function request(body: string, more: Partial<ExtractRequest> = {}): ExtractRequest {
  return {
    url: 'https://example.org/dir/page',
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html; charset=utf-8',
    formats: ['markdown', 'html', 'clean_html', 'links'],
    onlyMainContent: false,
    compared: true,
    ...more,
  }
}

const extract = (body: string, more: Partial<ExtractRequest> = {}): ExtractResult =>
  extractTextPage(request(body, more))

describe('extractPage', () => {
  const page = `<!doctype html><html lang=en><head><title>T</title><base href=/base/></head>
    <body><nav><a href=n>Nav</a></nav><main><h1>Head</h1><p>Text <a href=m>link</a></p></main></body></html>`

  it('does not fill a schema from a page that exceeded the limits, and reports it', () => {
    const jsonSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const asked = request(page, { formats: ['markdown', 'json'], jsonSchema })
    const { outputs, jsonReport } = extractPlainPage(asked, 'time_budget')
    assert.deepEqual([outputs.json, jsonReport?.valid, jsonReport?.sources], [null, false, {}])
    assert.match(jsonReport?.errors[0]?.message ?? '', /the full extraction of the page failed or exceeded its limits/)
    assert.match(outputs.markdown ?? '', /Head/)
    assert.deepEqual(extractTextPage(asked).outputs.json, { name: 'Head' })
  })

  it('loses only its json output by a schema that cannot be used', () => {
    const jsonSchema = { type: 'object', $ref: '#/$defs/none', properties: { name: { type: 'string' } } }
    const { outputs, jsonReport } = extract(page, { formats: ['markdown', 'json'], jsonSchema })
    assert.deepEqual([outputs.json, jsonReport?.valid], [null, false])
    assert.match(outputs.markdown ?? '', /Head/)
  })

  it('makes every wanted output', () => {
    const result = extract(page)
    assert.deepEqual(result.outputs, {
      markdown: '[Nav](https://example.org/base/n)\n\n# Head\n\nText [link](https://example.org/base/m)',
      html: page,
      clean_html:
        '<nav><a href="https://example.org/base/n">Nav</a></nav><main><h1>Head</h1><p>Text <a href="https://example.org/base/m">link</a></p></main>',
      links: ['https://example.org/base/n', 'https://example.org/base/m'],
    })
    assert.deepEqual(result.metadata, {
      ...nothingStated,
      title: 'T',
      language: 'en',
      pages: null,
      wordCount: 4,
      contentType: 'text/html',
      charset: 'utf-8',
    })
    assert.deepEqual([result.extractor, result.degraded, result.warnings], ['whole-page', null, []])
    assert.ok(result.elapsedMs > 0)
  })

  it('narrows the content, never the links', () => {
    const result = extract(page, { onlyMainContent: true })
    assert.equal(result.outputs.markdown, '# Head\n\nText [link](https://example.org/base/m)')
    assert.equal(result.outputs.clean_html?.includes('Nav'), false)
    assert.equal(result.outputs.html, page)
    assert.equal(result.links.length, 2)
    assert.equal(result.extractor, 'main-element')
  })

  it('sketches only pages that will be compared', () => {
    assert.notEqual(extract(page).sketch.exact, 0)
    assert.deepEqual(extract(page, { compared: false }).sketch, { exact: 0, facts: 0, least: [] })
  })

  it('makes only requested outputs', () => {
    assert.deepEqual(extract(page, { formats: [] }).outputs, {})
    assert.deepEqual(Object.keys(extract(page, { formats: ['links'] }).outputs), ['links'])
  })

  it('decodes before it reads', () => {
    const bytes = Uint8Array.from(Buffer.from('<meta charset=shift_jis><p>\x93\xfa\x96\x7b', 'latin1'))
    const result = extract('', { bytes, contentType: 'text/html' })
    assert.deepEqual([result.outputs.markdown, result.metadata.charset], ['日本', 'shift_jis'])
  })

  it('takes the first base that has a place', () => {
    assert.deepEqual(extract('<base target=x><base href="/one/"><base href="/two/"><a href=a>').outputs.links, [
      'https://example.org/one/a',
    ])
  })

  it('takes no base from a template or a picture', () => {
    const body = '<template><base href=/t/></template><svg><base href=/s/></svg><base href=/one/><a href=a>'
    assert.deepEqual(extract(body).outputs.links, ['https://example.org/one/a'])
  })

  const texts: [title: string, contentType: string, body: string, markdown: string, html: string, extractor: string][] =
    [
      ['keeps text as it is', 'text/plain', 'a <b>\n*c*', 'a <b>\n*c*', '<pre>a &lt;b&gt;\n*c*</pre>', 'text'],
      ['keeps Markdown as it is', 'text/markdown', '# a\n', '# a\n', '<pre># a\n</pre>', 'markdown'],
      [
        'lays JSON out in a fence without changing a value',
        'application/json',
        '{"a":12345678901234567890}\n',
        '```json\n{\n  "a": 12345678901234567890\n}\n```',
        '<pre>{"a":12345678901234567890}\n</pre>',
        'json',
      ],
      [
        'fences XML',
        'application/xml',
        '<a>```</a>',
        '````xml\n<a>```</a>\n````',
        '<pre>&lt;a&gt;```&lt;/a&gt;</pre>',
        'xml',
      ],
      ['makes empty outputs of an empty body', 'text/html', '', '', '', 'text'],
    ]
  for (const [title, contentType, body, markdown, html, extractor] of texts) {
    it(title, () => {
      const result = extract(body, { contentType })
      assert.deepEqual(result.outputs, { markdown, html, clean_html: html, links: [] })
      assert.equal(result.extractor, extractor)
    })
  }

  it('finds the links of XML', () => {
    const body = '<urlset><url><loc>/1</loc></url><url><loc>https://example.org/2</loc></url></urlset>'
    const result = extract(body, { contentType: 'application/xml' })
    assert.deepEqual(result.outputs.links, ['https://example.org/2'])
  })

  it('reads a document as the page its converter writes, all of it content', async () => {
    const body = 'name,link\nSeine,<b>\n'
    const result = await extractPage(request(body, { contentType: 'text/csv', onlyMainContent: true }))
    assert.equal(result.outputs.markdown, '| name | link |\n| --- | --- |\n| Seine | \\<b> |')
    assert.deepEqual([result.extractor, result.metadata.contentType, result.degraded], ['csv', 'text/csv', null])
  })

  it('names a document that took too long instead of answering with nothing', () => {
    const bytes = new TextEncoder().encode('%PDF-1.4')
    assert.throws(
      () => extractPlainPage(request('', { bytes }), 'time_budget'),
      (error) => error instanceof UnreadableContentError && error.code === 'document_too_large',
    )
  })

  it('refuses what it cannot read', () => {
    assert.throws(() => extract('%PDF-1.4'), UnreadableContentError)
  })

  it('answers a page with too many nodes from its tags', () => {
    const result = extract(`<title>T</title><p>a <a href=x>b</a>${'<i>c</i>'.repeat(150_000)}`)
    assert.deepEqual([result.extractor, result.degraded, result.metadata.title], ['plain-text', 'node_cap', 'T'])
    assert.ok(result.outputs.markdown?.startsWith('a bccc'))
    assert.deepEqual(result.outputs.links, ['https://example.org/dir/x'])
  })

  it('says when elements were nested too deep', () => {
    assert.equal(extract(`${'<div>'.repeat(1_000)}x`).degraded, 'depth_cap')
  })

  it('counts the links of a page that are too many to keep', () => {
    const most = frontierLimits.linksPerPageMax
    const anchors = Array.from({ length: most + 10 }, (_, i) => `<a href=${i}></a>`).join('')
    const pages = [anchors, `${anchors}${'<i>c</i>'.repeat(130_000)}`].map((body) => extract(body))
    const feed = extract(anchors.replaceAll('<a ', '<link '), { contentType: 'application/xml' })
    for (const { links, linksDropped, outputs, warnings } of [...pages, feed]) {
      assert.deepEqual([links.length, linksDropped, warnings], [most, 10, ['links_cap']])
      assert.equal(outputs.links?.length, most)
    }
    assert.deepEqual([pages[1]?.degraded, feed.extractor], ['node_cap', 'xml'])
  })

  it('says when an output was cut', () => {
    const body = `${'<ol start=999999999><li>'.repeat(200)}${'x<br>'.repeat(110_000)}`
    const { outputs, degraded, warnings } = extract(body)
    assert.deepEqual([degraded, warnings], ['output_cap', []])
    assert.ok((outputs.markdown?.length ?? 0) <= 8 * body.length)
    assert.equal(outputs.html, body)
    const deep = extract(`${'<div>'.repeat(600)}${'</div>'.repeat(600)}${body}`, { formats: ['markdown'] })
    assert.deepEqual([deep.degraded, deep.warnings], ['depth_cap', ['output_cap']])
  })

  it('cuts text that grows by its escapes', () => {
    const { outputs, degraded } = extract('&'.repeat(6_000_000), { contentType: 'text/plain' })
    assert.deepEqual([outputs.markdown?.length, degraded], [6_000_000, 'output_cap'])
    assert.match(outputs.clean_html?.slice(-20) ?? '', /^[amp;]*(?:&amp;)+<\/pre>$/)
  })

  it('is not held up by a long base', () => {
    const start = process.threadCpuUsage()
    const links = Array.from({ length: 1_000 }, (_, i) => `<a href=${i}>${i}</a>`).join('')
    const result = extract(`<base href="/${'é'.repeat(100_000)}/">${links}`)
    assert.equal(result.outputs.links?.[999], 'https://example.org/dir/999')
    assert.ok(process.threadCpuUsage(start).user < 5_000_000)
  })

  it('says when a page was cut', () => {
    const result = extract(`<p>a</p><!--${'x'.repeat(10_000_000)}--><p>b</p>`)
    assert.deepEqual([result.outputs.markdown, result.degraded], ['a', 'markup_cap'])
  })

  it('reports it beside other missing outputs', () => {
    const result = extract('<b>x</b>'.repeat(1_300_000))
    assert.deepEqual([result.degraded, result.warnings.includes('markup_cap')], ['node_cap', true])
  })
})

describe('extractPlainPage', () => {
  it('answers from the tags, with the reason', () => {
    const result = extractPlainPage(request('<title>T</title><h1>a</h1><p>b <a href=x>c</a>'), 'time_budget')
    assert.deepEqual(result.outputs, {
      markdown: 'a\n\nb c',
      html: '<title>T</title><h1>a</h1><p>b <a href=x>c</a>',
      clean_html: '<p>a</p>\n<p>b c</p>',
      links: ['https://example.org/dir/x'],
    })
    assert.deepEqual([result.degraded, result.metadata.title], ['time_budget', 'T'])
  })
})

describe('hostile pages', () => {
  const pages: [title: string, html: string][] = [
    ['10,000 nested elements', '<div>'.repeat(10_000)],
    ['100,000 nested elements', '<div>'.repeat(100_000)],
    ['20,000 links never closed', Array.from({ length: 20_000 }, (_, i) => `<a href=/${i}>x`).join('')],
    ['2,000 table rows', `<table>${'<tr><td>a</td><td>b</td><td>c</td></tr>'.repeat(2_000)}</table>`],
    ['1,000 rows of 100 cells', `<table>${`<tr>${'<td>x</td>'.repeat(100)}</tr>`.repeat(1_000)}</table>`],
    ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>`],
    ['100,000 no-break spaces', `<p>x${'&nbsp;'.repeat(100_000)}</p>`],
    ['100,000 line breaks', 'x<br>'.repeat(100_000)],
    [
      'formatting reopened without end',
      Array.from({ length: 2_000 }, (_, i) => `<p><font a${i}>`).join('') + '<p>x'.repeat(500),
    ],
    ['nested tables', '<font><table><tr><td>'.repeat(1_500)],
    ['unclosed items', '<ul><li>'.repeat(5_000)],
    ['links around tables', '<a href=x><table><tr><td>'.repeat(5_000)],
    ['nested templates', '<template>x'.repeat(20_000) + '</template>'.repeat(20_000)],
  ]
  for (const onlyMainContent of [true, false]) {
    for (const [title, html] of pages) {
      it(`reads ${title} in bounded time${onlyMainContent ? ', main content only' : ''}`, () => {
        const before = process.threadCpuUsage()
        const { outputs } = extract(`${html}<p>the end</p>`, { onlyMainContent })
        assert.ok(process.threadCpuUsage(before).user < 15_000_000)
        // Whether a few words after a large table are main content is debatable.
        const wanted = onlyMainContent && html.startsWith('<table>') ? /\b[ax]\b/ : /the end/
        assert.match(outputs.markdown ?? '', wanted)
        assert.match(outputs.clean_html ?? '', wanted)
      })
    }
  }
})

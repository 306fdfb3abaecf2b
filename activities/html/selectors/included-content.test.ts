import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest, ExtractResult } from '@seine/shared/pages/extraction.ts'
import { extractPage, extractTextPage } from '../../extract/extract-page.ts'

function request(body: string, more: Partial<ExtractRequest>): ExtractRequest {
  return {
    url: 'https://example.org/dir/page',
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html; charset=utf-8',
    formats: ['markdown', 'clean_html', 'html', 'links'],
    onlyMainContent: true,
    compared: true,
    ...more,
  }
}

const extract = (body: string, more: Partial<ExtractRequest>): ExtractResult => extractTextPage(request(body, more))

const page = `<html lang=en dir=rtl><title>T</title><nav><a href=n>Nav</a></nav>
  <ul><li class=i>One</li><li class=i>Two<b hidden> gone</b></li><li>No</li></ul>
  <div class=out>Outer <span class=price>$5</span> <span class=name>Name</span><script>x()</script></div>
  <table><tr><th class=k>K</th><td class=v>V</td></tr><tr><th class=k>L</th><td class=v>W</td></tr></table>
  <aside hidden class=h>Tab <i hidden>not</i>shown</aside><ol><li class=o>a</li><li class=o>b</li></ol></html>`

describe('included parts of a page', () => {
  const cases: [title: string, includeTags: string[], markdown: string][] = [
    ['are all there is, whatever is main content', ['nav'], '[Nav](https://example.org/dir/n)'],
    ['stand in the order of the page, whatever that of the selectors', ['.out', '.i'], '- One\n- Two\n\nOuter $5 Name'],
    ['are there once when they stand inside each other', ['.price', '.out', 'span'], 'Outer $5 Name'],
    ['are blocks of their own', ['.price, .name'], '$5\n\nName'],
    ['keep the list they stand in', ['.o'], '1. a\n2. b'],
    ['keep the table they stand in', ['.k', '.v'], '|  |  |\n| --- | --- |\n| K | V |\n| L | W |'],
    ['keep the table their rows stand in', ['tr'], '|  |  |\n| --- | --- |\n| K | V |\n| L | W |'],
    ['are shown when they are hidden, without what is hidden in them', ['.h'], 'Tab shown'],
    ['are nothing when a reader sees nothing of them', ['script, title'], ''],
  ]
  for (const [title, includeTags, markdown] of cases) {
    it(title, () => {
      const result = extract(page, { includeTags })
      assert.equal(result.outputs.markdown, markdown)
      assert.deepEqual([result.extractor, result.warnings], ['include-tags', []])
    })
  }

  it('leave links, metadata and raw HTML those of the whole page', () => {
    const { outputs, metadata } = extract(page, { includeTags: ['.out'], excludeTags: ['nav'] })
    assert.deepEqual([outputs.links, outputs.html], [['https://example.org/dir/n'], page])
    assert.deepEqual([metadata.title, metadata.language, metadata.wordCount], ['T', 'en', 3])
  })

  it('run the way the page does', () => {
    assert.equal(extract(page, { includeTags: ['.price'] }).outputs.clean_html, '<div dir="rtl"><div>$5</div></div>')
  })

  it('make clean HTML of the same parts', () => {
    const { outputs } = extract(page.replace(' dir=rtl', ''), { includeTags: ['.i', '.v'] })
    assert.equal(
      outputs.clean_html,
      '<ul><li>One</li><li>Two</li></ul><table><tbody><tr><td>V</td></tr></tbody><tbody><tr><td>W</td></tr></tbody></table>',
    )
  })

  it('are what pages are compared by', () => {
    const one = extract(page, { includeTags: ['.price'] })
    const other = extract(page.replace('Nav', 'Menu'), { includeTags: ['.price'] })
    assert.deepEqual(one.sketch, other.sketch)
  })

  it('that are not there leave the content empty, with a warning', () => {
    const result = extract(page, { includeTags: ['.none'] })
    assert.deepEqual([result.outputs.markdown, result.outputs.clean_html, result.metadata.wordCount], ['', '', 0])
    assert.deepEqual(result.warnings, ['include_tags_matched_nothing'])
  })
})

describe('excluded parts of a page', () => {
  it('are no content, main or not', () => {
    for (const onlyMainContent of [true, false]) {
      const { outputs } = extract(page, { excludeTags: ['table, ol', 'nav', '.i'], onlyMainContent })
      assert.equal(outputs.markdown, '- No\n\nOuter $5 Name')
      assert.doesNotMatch(outputs.clean_html ?? '', /One|Nav|table/)
      assert.equal(outputs.html, page)
    }
  })

  it('win over included ones', () => {
    const markdown = (includeTags: string[], excludeTags: string[]): string | undefined =>
      extract(page, { includeTags, excludeTags }).outputs.markdown
    assert.equal(markdown(['.out'], ['.price']), 'Outer Name')
    assert.equal(markdown(['.price', '.o'], ['.out']), '1. a\n2. b')
    assert.equal(markdown(['.out'], ['.out']), '')
  })

  it('are found in the page as it was, not in what others leave of it', () => {
    const { outputs } = extract(page, { includeTags: ['li:nth-child(2)'], excludeTags: ['li:nth-child(1)'] })
    assert.equal(outputs.markdown, '- Two\n\n1. b')
  })

  it('may be the whole page', () => {
    assert.equal(extract(page, { excludeTags: ['html'] }).outputs.markdown, '')
    assert.equal(extract(page, { excludeTags: ['*'] }).outputs.markdown, '')
  })
})

describe('selectors', () => {
  it('that cannot be read match nothing, with a warning', () => {
    const result = extract(page, { excludeTags: ['a:hover', 'nav', '.i', 'table, ol, .out'] })
    assert.deepEqual([result.outputs.markdown, result.warnings], ['- No', ['selector_not_readable']])
  })

  it('that request too much are given up, with a warning', () => {
    const body = '<p class=a>x</p>'.repeat(50_000)
    const result = extract(body, {
      excludeTags: Array<string>(20).fill('p ~ '.repeat(200) + 'b'),
      formats: ['markdown'],
    })
    assert.deepEqual(result.warnings, ['selector_budget'])
    assert.match(result.outputs.markdown ?? '', /^x/)
  })

  it('are not applied to what is no page of HTML, or too large for a tree, with a warning', async () => {
    const applied = { includeTags: ['.x'], formats: ['markdown'] as const }
    const results = [
      extract('{"a":1}', { ...applied, contentType: 'application/json' }),
      await extractPage(request('a,b\n1,2\n', { ...applied, contentType: 'text/csv' })),
      extract('<i>c</i>'.repeat(150_000), applied),
    ]
    for (const { warnings, outputs } of results) {
      assert.deepEqual(warnings, ['selectors_not_applied'])
      assert.notEqual(outputs.markdown, '')
    }
  })
})

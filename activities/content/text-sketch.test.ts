import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { extractTextPage } from '../extract/extract-page.ts'
import { emptySketch, sketchText } from './text-sketch.ts'

const prose = 'The harbour wakes before the town does and the boats go out with the tide in the dark. '
const other = 'Nobody remembers who built the old mill or why its wheel turns against the stream. '

function sketch(path: string, body: string, onlyMainContent = true): TextSketch {
  return extractTextPage({
    url: `http://a.example${path}`,
    bytes: new TextEncoder().encode(`<html><body>${body}</body></html>`),
    contentType: 'text/html; charset=utf-8',
    formats: [],
    onlyMainContent,
    compared: true,
  }).sketch
}

const shared = (one: TextSketch, two: TextSketch): number => one.least.filter((hash) => two.least.includes(hash)).length

describe('the sketch of a page', () => {
  it('is the same for the same page, and another for another', () => {
    assert.deepEqual(sketch('/p/1', `<p>${prose}`), sketch('/p/1', `<p>${prose}`))
    const [one, two] = [sketch('/p/1', `<p>${prose}`), sketch('/p/2', `<p>${other}`)]
    assert.notEqual(one.exact, two.exact)
    assert.equal(shared(one, two), 0)
    assert.ok(one.least.length > 10 && one.least.length <= 16)
  })

  it('shares most with a page that repeats most of it', () => {
    const [one, two] = [sketch('/p/1', `<p>${prose.repeat(3)}`), sketch('/p/2', `<p>${prose.repeat(3)} New.`)]
    assert.ok(shared(one, two) >= one.least.length - 2)
  })

  it('is not changed by the numbers, days and months of a page, nor by words of its URL', () => {
    const day = (name: string, path: string) => sketch(path, `<h1>${name}</h1><p>${prose}`)
    const one = day('Monday, 6 May 2024', '/cal/2024-05-06')
    assert.deepEqual(one.least, day('Tuesday, 11 June 2024', '/cal/2024-06-11').least)
    const facet = (value: string) => sketch(`/shop?colour=${value}`, `<h1>All in ${value}</h1><p>${prose}`)
    assert.deepEqual(facet('crimson').least, facet('teal').least)
  })

  it('still distinguishes such pages by their exact text', () => {
    assert.notEqual(sketch('/p/1', '<p>Page 1').exact, sketch('/p/2', '<p>Page 2').exact)
    assert.equal(
      sketch('/loop/', '<p>You are here. <a href="a/">On</a>').exact,
      sketch('/loop/a/', '<p>You are here. <a href="a/">On</a>').exact,
    )
  })

  it('leaves out links to the family and to what is above the page', () => {
    const page = (values: string) => sketch('/shop?colour=red', `<p>${prose}</p>${values}`)
    const plain = page('')
    assert.deepEqual(page('<a href="/shop?colour=ab&size=cd">random words here</a>'), plain)
    assert.deepEqual(page('<a href="?view=ef">more random words</a> <a href="../">up there now</a>'), plain)
    assert.notDeepEqual(page('<a href="/thing?id=1">one thing that is sold</a>'), plain)
  })

  it('looks at the content of a member of a family even when the whole page is wanted', () => {
    const page = (menu: string) => sketch('/p/1', `<nav>${menu}</nav><main><p>${prose.repeat(4)}</main>`, false)
    assert.deepEqual(page('one two three four five six'), page(''))
  })

  it('counts pictures, so that galleries say something new', () => {
    const one = sketch('/photo/1', '<img src="/img/a.jpg?v=1">')
    const two = sketch('/photo/2', '<img src="/img/b.jpg?v=1">')
    assert.equal(one.least.length, 2)
    assert.equal(shared(one, two), 0)
    assert.deepEqual(sketch('/photo/2', '<img src="/img/b.jpg?v=2">'), two)
    assert.deepEqual(sketch('/photo/2', '<img src="/count.gif" width=1 height=1>'), emptySketch)
  })

  it('has no hashes of words where no family can use them', () => {
    assert.deepEqual(sketch('/about', `<p>${prose}`).least, [])
    assert.notEqual(sketch('/about', `<p>${prose}`).exact, 0)
    assert.deepEqual(sketch('/p/1', ''), emptySketch)
  })

  it('is made of texts that are no markup, and of one word', () => {
    assert.equal(sketchText('{"a":"b c d"}', 'http://a.example/api?page=1').least.length, 2)
    assert.equal(sketchText('hello', 'http://a.example/p/1').least.length, 1)
  })

  it('reads no more of a page than it has to', () => {
    const long = 'word '.repeat(4_000)
    const url = 'http://a.example/p/1'
    assert.deepEqual(sketchText(`${long}and more`, url), sketchText(`${long}or less`, url))
  })
})

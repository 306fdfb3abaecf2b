import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsPages, startPath } from '../docs-site/docs-pages.ts'
import { countPages, pageNumber } from './page-check.ts'

const pages = docsPages(12)
const html = [...pages.values()].map(String)
const start = pages.get(startPath(12))!.toString()
const seventh = pages.get('/docs64/7')!.toString()
/** Sufficient as Markdown for this check. */
const asMarkdown = (markup: string) =>
  markup.replaceAll(/<h1[^>]*>/g, '# ').replaceAll(/<title>.*?<\/title>|<[^>]*>/g, '')

test('the HTML of every page is recognised, each page counted once', () => {
  assert.equal(pageNumber(start, 'html'), 0)
  assert.equal(pageNumber(seventh, 'html'), 7)
  assert.equal(countPages([...html, ...html], 'html'), 12)
})

test('Markdown is recognised in the classes that need it, and HTML does not count as Markdown', () => {
  assert.equal(countPages(html.map(asMarkdown), 'markdown'), 12)
  assert.equal(countPages(html.map(asMarkdown), 'main'), 12)
  assert.equal(countPages(html.map(asMarkdown), 'html'), 0)
  assert.equal(countPages(html, 'main'), 0)
})

test('a page that lost half of its text, and another page, do not count', () => {
  const text = asMarkdown(seventh)
  assert.equal(pageNumber(text.slice(0, text.length / 2), 'markdown'), null)
  assert.equal(pageNumber(text.replaceAll('await ', ''), 'markdown'), null)
  assert.equal(pageNumber('Too many requests', 'markdown'), null)
})

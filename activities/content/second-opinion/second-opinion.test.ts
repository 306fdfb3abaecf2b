import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { readEvidence } from '../main-content/evidence.ts'
import { secondOpinion } from './second-opinion.ts'

const body = `<div>${'<p>The harbour wall was raised by two metres, and the boats came back in the spring.</p>'.repeat(12)}</div>`
const article = '<meta property="og:type" content="article">'
const product = '<script type="application/ld+json">{"@type":"Product","name":"Rope"}</script>'

const url = 'https://example.test/a'

function isAsked(html: string, confidence: number): boolean {
  const { document } = parseTree(html)
  return secondOpinion(document, url, readEvidence(document, url), confidence) !== null
}

test('a doubtful page that calls itself an article gets a second opinion', () => {
  assert.ok(isAsked(article + body, 0.4))
})

test('a sure first choice stands', () => {
  assert.ok(!isAsked(article + body, 0.9))
})

test('pages that claim nothing, or to be something else as well, get none', () => {
  assert.ok(!isAsked(body, 0.4))
  assert.ok(!isAsked(article + product + body, 0.4))
})

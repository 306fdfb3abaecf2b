import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import type { ArticleData } from './article-data.ts'
import { collectFacts } from './page-facts.ts'
import { siteNames } from './site-name.ts'

test('a site below a hosting service has the name of its customer', () => {
  const facts = collectFacts(parseTree('<title>Bread</title>').document, true)
  const names = siteNames(facts, { siteName: null, publisher: null } as ArticleData, 'https://oven.github.io/bread')
  assert.deepEqual([...names.plain], ['oven.github.io', 'oven'])
  assert.deepEqual([...names.folded], ['ovengithubio', 'oven'])
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { breachesOf, rules } from './breaches.ts'
import { readImportGraph } from './import-graph.ts'

const breaches = breachesOf(repositoryRoot, readImportGraph(repositoryRoot))

for (const rule of rules) {
  it(`has no breach of ${rule}`, () => assert.equal(breaches[rule].join('\n'), ''))
}

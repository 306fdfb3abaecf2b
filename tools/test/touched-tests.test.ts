import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ImportGraph } from '../house/import-graph.ts'
import { touchedTests } from './touched-tests.ts'

/** A graph of files with their imports. */
function graphOf(imports: Record<string, string[]>): ImportGraph {
  const file = (path: string) => ({
    path,
    text: '',
    specifiers: [],
    programs: [],
    exportedTypes: [],
    functionLines: [],
    prose: [],
  })
  return {
    files: new Map(Object.keys(imports).map((path) => [path, file(path)])),
    imports: new Map(Object.entries(imports).map(([path, targets]) => [path, new Set(targets)])),
  }
}

const graph = graphOf({
  'a/base.ts': [],
  'a/base.test.ts': ['a/base.ts'],
  'b/middle.ts': ['a/base.ts'],
  'b/middle.test.ts': ['b/middle.ts'],
  'c/apart.test.ts': [],
})

it('finds tests by imports backwards, the nearest first', () => {
  assert.deepEqual(touchedTests(graph, ['a/base.ts']), [
    { path: 'a/base.test.ts', distance: 1 },
    { path: 'b/middle.test.ts', distance: 2 },
  ])
})

it('takes a test that changed itself', () => {
  assert.deepEqual(touchedTests(graph, ['c/apart.test.ts']), [{ path: 'c/apart.test.ts', distance: 0 }])
})

it('takes the modules of the folder of a changed file that is no module', () => {
  assert.deepEqual(touchedTests(graph, ['c/page.html']), [{ path: 'c/apart.test.ts', distance: 0 }])
})

it('ends in a circle of imports', () => {
  const circle = graphOf({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'], 'b.test.ts': ['b.ts'] })
  assert.deepEqual(touchedTests(circle, ['a.ts']), [{ path: 'b.test.ts', distance: 2 }])
})

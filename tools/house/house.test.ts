import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { breachesOf, rules } from './breaches.ts'
import { readImportGraph } from './import-graph.ts'
import { assertStep, guideWithPictures, picturesGuide, roomsPicture } from './pictures.ts'

const graph = readImportGraph(repositoryRoot)
const breaches = breachesOf(repositoryRoot, graph)

for (const rule of rules) {
  it(`has no breach of ${rule}`, () => assert.equal(breaches[rule].join('\n'), ''))
}

it('has pictures of the code as it is: ./dev house --draw draws them again', () => {
  const guide = readFileSync(join(repositoryRoot, picturesGuide), 'utf8')
  assert.equal(guide, guideWithPictures(repositoryRoot, graph))
})

it('draws no arrow that follows from others', () => {
  const files = ['shared/config/a.ts', 'shared/urls/b.ts', 'shared/api/c.ts']
  const imports = new Map([
    [files[0]!, new Set<string>()],
    [files[1]!, new Set([files[0]!])],
    [files[2]!, new Set([files[0]!, files[1]!])],
  ])
  const arrows = roomsPicture({ files: new Map(), imports })
    .split('\n')
    .filter((line) => line.includes('-->'))
  assert.deepEqual(arrows, ['  shared_urls_room --> shared_config_room', '  shared_api_room --> shared_urls_room'])
})

it('refuses a step of a page that the code does not have', () => {
  const { files, imports } = graph
  const step = { from: 'activities/page/scrape-page.ts', to: 'activities/archive/manifest.ts', what: '' }
  assert.throws(() => assertStep(step, { files, imports }), /does not import activities\/archive\/manifest\.ts/)
  assert.throws(() => assertStep({ ...step, port: 'shared/pages/page.ts' }, { files, imports }), /do not both import/)
  assert.throws(() => assertStep({ ...step, from: 'activities/gone.ts' }, { files, imports }), /which does not exist/)
})

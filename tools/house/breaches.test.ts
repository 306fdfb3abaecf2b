import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { breachesOf, houseLimits, type Breaches } from './breaches.ts'
import { readImportGraph } from './import-graph.ts'

/** The breaches of a repository of these files, beside those that every one has. */
function breachesIn(t: TestContext, files: Record<string, string>): Breaches {
  const root = mkdtempSync(join(tmpdir(), 'seine-house-'))
  t.after(() => rmSync(root, { recursive: true }))
  const all: Record<string, string> = {
    'package.json': JSON.stringify({ workspaces: ['shared', 'activities', 'services/*'], scripts: {} }),
    'knip.json': JSON.stringify({ workspaces: { 'services/gateway': { entry: ['main.ts'] } } }),
    'shared/package.json': '{"name":"@seine/shared"}',
    'activities/package.json': '{"name":"@seine/activities"}',
    'services/gateway/package.json': '{"name":"@seine/gateway"}',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  return breachesOf(root, readImportGraph(root))
}

describe('floors', () => {
  it('refuses an import of a room above, also of a type', (t) => {
    const { floors } = breachesIn(t, {
      'shared/storage/a.ts': "import type { B } from '@seine/activities/page/b.ts'\nexport const a: B = 1\n",
      'activities/page/b.ts': 'export type B = number\n',
    })
    assert.equal(floors.length, 1)
    assert.match(floors[0]!, /^shared\/storage\/a\.ts imports activities\/page\/b\.ts: .*move what it needs down$/)
  })

  it('lets a room import rooms below it and itself', (t) => {
    const { floors } = breachesIn(t, {
      'activities/page/a.ts':
        "import { b } from './b.ts'\nimport { c } from '@seine/shared/storage/c.ts'\nexport const a = b + c\n",
      'activities/page/b.ts': 'export const b = 1\n',
      'shared/storage/c.ts': 'export const c = 1\n',
    })
    assert.deepEqual(floors, [])
  })

  it('refuses a folder that is on no floor', (t) => {
    const { floors } = breachesIn(t, { 'shared/new-room/a.ts': 'export const a = 1\n' })
    assert.match(floors[0]!, /shared\/new-room\/a\.ts is in no room/)
  })
})

describe('circles', () => {
  it('names files and folders that import each other', (t) => {
    const breaches = breachesIn(t, {
      'shared/urls/a.ts': "import { b } from './inside/b.ts'\nexport const a = () => b\n",
      'shared/urls/inside/b.ts': "import { a } from '../a.ts'\nexport const b = () => a\n",
    })
    assert.match(breaches['file-circles'][0]!, /^shared\/urls\/a\.ts, shared\/urls\/inside\/b\.ts import each other/)
    assert.match(breaches['room-circles'][0]!, /^shared\/urls, shared\/urls\/inside import each other/)
  })

  it('sees a circle between folders without one between files', (t) => {
    const breaches = breachesIn(t, {
      'shared/urls/a.ts': "export { b } from './inside/b.ts'\n",
      'shared/urls/inside/b.ts': 'export const b = 1\n',
      'shared/urls/inside/c.ts': "import { d } from '../d.ts'\nexport const c = d\n",
      'shared/urls/d.ts': 'export const d = 1\n',
    })
    assert.deepEqual(breaches['file-circles'], [])
    assert.equal(breaches['room-circles'].length, 1)
  })
})

it('counts source files of a folder without tests', (t) => {
  const many = Object.fromEntries(
    Array.from({ length: houseLimits.filesPerFolderMax + 1 }, (_, n) => [
      `shared/urls/f${n}.ts`,
      'export const a = 1\n',
    ]),
  )
  const breaches = breachesIn(t, { ...many, 'shared/urls/f0.test.ts': '', 'shared/storage/testing/x.ts': '' })
  assert.equal(breaches['crowded-folders'].length, 1)
  assert.match(breaches['crowded-folders'][0]!, /^shared\/urls has 26 source files/)
})

it('names a type that two files export', (t) => {
  const breaches = breachesIn(t, {
    'shared/urls/a.ts': 'export interface Same {}\n',
    'shared/storage/b.ts': 'export type Same = 1\n',
  })
  assert.match(breaches['repeated-types'][0]!, /^Same is exported by shared\/storage\/b\.ts, shared\/urls\/a\.ts/)
})

it('names a tool of tests in a folder that ships, and no program', (t) => {
  const breaches = breachesIn(t, {
    'shared/urls/lab.ts': 'export const lab = 1\n',
    'shared/urls/one.test.ts': "import { lab } from './lab.ts'\nvoid lab\n",
    'services/gateway/main.ts': 'export const main = 1\n',
    'services/gateway/start.test.ts': "import { main } from './main.ts'\nvoid main\n",
  })
  assert.deepEqual(breaches['test-tools'], [
    'shared/urls/lab.ts is imported only by tests: move it into a folder testing/',
  ])
})

it('names a file that ships and imports a tool of tests', (t) => {
  const breaches = breachesIn(t, {
    'shared/urls/a.ts': "import { lab } from './testing/lab.ts'\nexport const a = lab\n",
    'shared/urls/testing/lab.ts': 'export const lab = 1\n',
  })
  assert.match(breaches['test-tools'][0]!, /^shared\/urls\/a\.ts ships but imports shared\/urls\/testing\/lab\.ts/)
})

it('names limits in shared/config that only one room uses', (t) => {
  const breaches = breachesIn(t, {
    'shared/config/limits.ts': 'export const oneLimits = {} as const\nexport const bothLimits = {} as const\n',
    'shared/urls/a.ts': "import { bothLimits, oneLimits } from '../config/limits.ts'\nvoid [bothLimits, oneLimits]\n",
    'shared/storage/b.ts': "import { bothLimits } from '../config/limits.ts'\nvoid bothLimits\n",
  })
  assert.deepEqual(breaches['limits-of-one-room'], [
    'oneLimits in shared/config/limits.ts is used only in shared/urls: move it beside the code that it limits',
  ])
})

it('names a path of a guide that is not there', (t) => {
  const breaches = breachesIn(t, {
    'CONTRIBUTING.md': 'See `shared/{urls,gone}/` and `services/*/main.ts`.\n',
    'shared/urls/a.ts': 'export const a = 1\n',
  })
  assert.deepEqual(breaches['named-paths'], ['CONTRIBUTING.md names shared/gone, which does not exist'])
})

it('names a file that is too long', (t) => {
  const breaches = breachesIn(t, { 'shared/urls/a.ts': '// line\n'.repeat(houseLimits.linesPerFileMax + 1) })
  assert.match(breaches['long-files'][0]!, /shared\/urls\/a\.ts has 501 lines/)
})

it('names a README that is too long', (t) => {
  const breaches = breachesIn(t, { 'README.md': 'line\n'.repeat(houseLimits.readmeLinesMax + 1) })
  assert.deepEqual(breaches['long-files'], [
    'README.md has 201 lines, and the maximum is 200: move details into a guide',
  ])
})

it('names banned words in comments, titles of tests and guides, and not in code', (t) => {
  const breaches = breachesIn(t, {
    'shared/urls/a.ts': '/**\n * Null when there is\n * none.\n */\nexport const nobody = "nobody"\n',
    'shared/urls/b.test.ts': "it('is told', () => {})\ndescribe.skip(`${a} says so`, () => {})\nprint('nobody')\n",
    'docs/guide.md': 'First.\n\nNobody, or `nobody`.\n',
    'test/extraction/golden/one/expected.md': 'Nobody\n',
  })
  assert.deepEqual(
    breaches['banned-words'].map((sentence) => sentence.replace(/: .*/, '')),
    [
      'shared/urls/a.ts:1 has the word "is none"',
      'shared/urls/b.test.ts:1 has the word "told"',
      'shared/urls/b.test.ts:2 has the word "says so"',
      'docs/guide.md:3 has the word "Nobody"',
    ],
  )
  assert.match(breaches['banned-words'][3]!, /: name who is meant/)
})

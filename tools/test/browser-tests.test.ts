import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { browserTests } from './browser-tests.ts'

it('finds what starts Chromium, also in modules of tests that are imported, in circles too', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'seine-browser-tests-'))
  t.after(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('test/stack/a.test.ts', `t = await startTestStack({ site, browser: true })`)
  write('test/stack/b.test.ts', `import { lab } from '../labs/one.ts'`)
  write('test/stack/c.test.ts', `import { plain } from './plain.ts'\nimport { x } from '../../shared/urls/x.ts'`)
  write('test/stack/plain.ts', `import type { C } from './c.test.ts'\nconst browser = options.browser === true`)
  write('test/labs/one.ts', `import { two } from './two.ts'`)
  write('test/labs/two.ts', `import { one } from './one.ts'\nimport { launch, type Page } from 'puppeteer'`)
  write('shared/urls/x.ts', `import { launch } from 'puppeteer'`)
  const loadsPages = browserTests(root)
  const found = ['a', 'b', 'c'].map((name) => loadsPages(`test/stack/${name}.test.ts`))
  assert.deepEqual(found, [true, true, false])
  assert.ok(loadsPages('test/labs/one.ts'))
})

it('knows tests of this repository', () => {
  const loadsPages = browserTests(repositoryRoot)
  for (const path of ['test/docs/samples.test.ts', 'test/stack/rendered-jobs.test.ts', 'test/console/states.test.ts'])
    assert.ok(loadsPages(path), path)
  for (const path of ['test/stack/crawl.test.ts', 'test/contract/fuzz.test.ts']) assert.ok(!loadsPages(path), path)
})

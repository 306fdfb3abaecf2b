import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { assembleImage } from './assemble-image.ts'
import { programsOf } from './image-targets.ts'

const output = mkdtempSync(join(tmpdir(), 'seine-assembled-'))
after(() => rmSync(output, { recursive: true, force: true }))

test('an image holds its program with the packages it loads, and no tests, types or other programs', () => {
  assembleImage(repositoryRoot, programsOf('cli'), output)
  const sources = globSync('**/*', { cwd: join(output, 'sources') })
  assert.ok(sources.includes('services/cli/client-main.ts'))
  assert.ok(sources.includes('package.json'))
  assert.deepEqual(
    sources.filter((path) => path.endsWith('.test.ts') || /services\/(?!cli)\w/.test(path)),
    [],
  )
  for (const path of sources.filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(join(output, 'sources', path), 'utf8')
    assert.equal(stripTypeScriptTypes(text), text, path)
  }
  assert.ok(sources.includes('shared/lifecycle/plain-sources.js'))
  const packages = join(output, 'packages/node_modules')
  assert.ok(existsSync(join(packages, 'jszip')))
  assert.ok(!existsSync(join(packages, 'express')))
  assert.deepEqual(globSync('**/*.{d.ts,map,test.ts}', { cwd: packages }), [])
})

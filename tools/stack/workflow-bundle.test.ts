import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { stackLimits } from '../checkout/stack-limits.ts'
import { buildBundle, bundlePath } from './workflow-bundle.ts'

const root = mkdtempSync(join(tmpdir(), 'seine-bundle-'))
after(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const index = `import {
  names,
} from '@seine/shared/temporal/names.ts'
import type { Shape } from '@seine/shared/temporal/shapes.ts'
`
write('workflows/crawl/index.ts', index)
write('shared/temporal/names.ts', "export { limits } from '../config/limits.ts'\n")
write('shared/config/limits.ts', 'three')
write('shared/temporal/shapes.ts', 'types')
write('package-lock.json', '{}')

const place = () => bundlePath(root, '/cache')

const task = (script: string, path: string) => ({
  path,
  directory: join(root, 'cache'),
  script: write('bundle.ts', script),
  environment: { PATH: process.env.PATH },
  cwd: root,
  logFile: join(root, 'bundle.log'),
  signal: new AbortController().signal,
})

test('the place of a bundle changes with its sources, not with tests or other files', () => {
  const first = place()
  assert.match(first, /^\/cache\/workflow-bundle-[0-9a-f]{24}\.js$/)
  write('workflows/crawl/index.test.ts', 'tests')
  write('shared/config/config.ts', 'else')
  write('shared/temporal/shapes.ts', 'other types')
  assert.equal(place(), first)
  const seen = new Set([first])
  for (const name of [
    'shared/config/limits.ts',
    'shared/temporal/names.ts',
    'workflows/crawl/index.ts',
    'package-lock.json',
    'workflows/new.ts',
  ]) {
    write(name, 'changed')
    seen.add(place())
  }
  assert.equal(seen.size, 6)
})

test('a bundle is built once', async () => {
  const path = join(root, 'cache', 'workflow-bundle-1.js')
  const script = `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], String(process.pid))`
  await buildBundle(task(script, path))
  const content = readFileSync(path, 'utf8')
  await buildBundle(task(script, path))
  assert.equal(readFileSync(path, 'utf8'), content)
})

test('a failed build says why and leaves no bundle', async () => {
  const path = join(root, 'cache', 'workflow-bundle-2.js')
  await assert.rejects(buildBundle(task(`console.error('broken'); process.exit(1)`, path)), /exit code 1.*\n.*broken/)
  assert.ok(readdirSync(join(root, 'cache')).every((name) => !name.startsWith('workflow-bundle-2')))
})

test('the newest bundles are kept', async () => {
  for (const age of [10, 20, 30, 40]) {
    const path = write(`cache/workflow-bundle-old${age}.js`, '')
    utimesSync(path, Date.now() / 1_000 - age, Date.now() / 1_000 - age)
  }
  const path = join(root, 'cache', 'workflow-bundle-3.js')
  await buildBundle(task(`import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], '')`, path))
  const left = readdirSync(join(root, 'cache'))
  assert.equal(left.length, stackLimits.bundlesKept)
  assert.ok(left.includes('workflow-bundle-3.js') && !left.includes('workflow-bundle-old40.js'))
})

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, it } from 'node:test'
import { testProcesses } from './test-processes.ts'

const root = mkdtempSync(join(tmpdir(), 'seine-test-processes-'))
after(() => rmSync(root, { recursive: true }))

function write(path: string, text = ''): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return path
}

it('unit tests of a folder share a process, except those that change it; all others have their own', () => {
  const [a, b] = [write('shared/urls/a.test.ts'), write('shared/urls/deep/b.test.ts')]
  const c = write('shared/urls/c.test.ts', '/** Needs a process of its own: it changes the working directory. */')
  const awaits = write('shared/urls/g.test.ts', "import 'node:test'\nconst site = await startSite()")
  const other = write('shared/jobs/d.test.ts')
  const stack = [write('test/stack/e.test.ts'), write('test/stack/f.test.ts')]
  assert.deepEqual(testProcesses(root, [a, b, c, awaits, other, ...stack]), [
    [a, b],
    [c],
    [awaits],
    [other],
    [stack[0]],
    [stack[1]],
  ])
})

it('a process has a limited number of files, the same ones in each run', () => {
  const many = Array.from({ length: 70 }, (_, at) => write(`activities/page/${at}.test.ts`))
  const processes = testProcesses(root, many)
  assert.deepEqual(
    processes.map((files) => files.length),
    [24, 23, 23],
  )
  assert.deepEqual(new Set(processes.flat()), new Set(many))
})

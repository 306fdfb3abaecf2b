/** The hook `.githooks/commit-msg`. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'

function hookOn(t: TestContext, message: string): { status: number | null; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'seine-hook-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  return spawnSync(join(repositoryRoot, '.githooks/commit-msg'), [file], { encoding: 'utf8' })
}

it('accepts a subject of 72 characters, and lines of any length below it', (t) => {
  const { status, stderr } = hookOn(t, `# a comment\n\n${'é'.repeat(72)}\n\n${'x'.repeat(200)}\n`)
  assert.deepEqual([status, stderr], [0, ''])
})

it('refuses a longer subject with its length and the maximum', (t) => {
  const { status, stderr } = hookOn(t, `${'x'.repeat(73)}\n`)
  assert.equal(status, 1)
  assert.match(stderr, /has 73 characters, and the maximum is 72: move details into the body/)
})

it('accepts the subjects that Git writes itself', (t) => {
  for (const subject of [`Merge branch '${'x'.repeat(80)}'`, `fixup! ${'x'.repeat(80)}`]) {
    assert.equal(hookOn(t, subject).status, 0)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goProblem, readGoToolchain } from './go-toolchain.ts'

test('a Go that is new enough builds, whatever its policy', () => {
  assert.equal(goProblem({ version: 'go version go1.25 linux/amd64', policy: 'local' }), null)
  assert.equal(goProblem({ version: 'go version go1.26.8 linux/amd64', policy: 'auto' }), null)
  assert.equal(goProblem({ version: 'go version devel +abc linux/amd64', policy: 'local' }), null)
})

test('an older Go is enough only where it may fetch a newer toolchain', () => {
  assert.equal(goProblem({ version: 'go version go1.21.3 darwin/arm64', policy: 'auto' }), null)
  assert.match(goProblem({ version: 'go version go1.24.9 linux/amd64', policy: 'local' }) ?? '', /Go 1\.24 is too old/)
  assert.match(goProblem({ version: 'go version go1.19.8 linux/amd64', policy: 'auto' }) ?? '', /Go 1\.19 is too old/)
})

test('without Go the sentence says what to install', async () => {
  const go = await readGoToolchain({ PATH: '/nonexistent' })
  assert.deepEqual(go, { version: null, policy: '' })
  assert.match(goProblem(go) ?? '', /no Go .* install Go 1\.25 or newer/)
})

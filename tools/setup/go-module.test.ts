import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { contentHash, fetchModule } from './go-module.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-go-module-'))
after(() => rmSync(base, { recursive: true, force: true }))

const module = 'example.com/m@v1.0.0'

/** A module as `go` unpacks it. */
const folder = join(base, 'm@v1.0.0')
mkdirSync(join(folder, '.hidden', 'deep'), { recursive: true })
writeFileSync(join(folder, 'go.mod'), 'module example.com/m\n')
writeFileSync(join(folder, 'B.go'), 'package m\n')
writeFileSync(join(folder, '.hidden', 'deep', 'a.txt'), '')

/** A `go` that fetches this module. */
const bin = join(base, 'bin')
mkdirSync(bin)
writeFileSync(join(bin, 'go'), `#!/bin/sh\nprintf '{"Dir": "%s"}' '${folder}'\n`)
chmodSync(join(bin, 'go'), 0o755)
const environment = { PATH: `${bin}${delimiter}${process.env['PATH']}` }

test('with SHA-256 the digest is that of `h1` in go.sum', () => {
  // Computed with coreutils: the sums of the files in name order, and the sum of that list in base64.
  assert.equal(contentHash(folder, module, 'sha256'), 't88ebCno8fDR+JfiHC5coSELLW70Z/ZzRqYctm/x1bo=')
})

test('any change of a file or a name changes the digest', () => {
  const first = contentHash(folder, module)
  assert.match(first, /^[A-Za-z0-9+/]{86}==$/)
  assert.notEqual(contentHash(folder, 'example.com/m@v1.0.1'), first)
  const extra = join(folder, 'extra')
  writeFileSync(extra, '')
  assert.notEqual(contentHash(folder, module), first)
  rmSync(extra)
  assert.equal(contentHash(folder, module), first)
})

test('a module with the known contents is given, another is refused with both digests', async () => {
  const sha512 = contentHash(folder, module)
  assert.equal(await fetchModule({ module, sha512 }, base, environment), folder)
  await assert.rejects(
    fetchModule({ module, sha512: 'other' }, base, environment),
    (error: Error) =>
      error.message === `${module} is not the version that Seine expects (SHA-512 ${sha512}, expected other)`,
  )
})

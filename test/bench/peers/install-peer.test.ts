import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createProgress } from '@seine/tools/checkout/progress.ts'
import { installPeer, PeerUnavailableError } from './install-peer.ts'
import type { PeerRecipe } from './peer-recipe.ts'

const cache = mkdtempSync(join(tmpdir(), 'seine-install-peer-'))
after(() => rmSync(cache, { recursive: true, force: true }))
const place = { cache, progress: createProgress({ write: () => true }) }

const recipe = (version: string, file: string, script: string): PeerRecipe => ({
  name: 'scrapy',
  title: 'Peer',
  version,
  about: '1 s',
  steps: (directory) => [{ file, args: ['-e', script, join(directory, 'count')] }],
})
const count = `const { appendFileSync } = require('node:fs'); appendFileSync(process.argv[1], 'x')`

test('a peer is installed once, also by two calls at once', async () => {
  const peer = recipe('1', process.execPath, count)
  const [directory, other] = await Promise.all([installPeer(peer, place), installPeer(peer, place)])
  assert.equal(other, directory)
  await installPeer(peer, place)
  assert.equal(readFileSync(join(directory, 'count'), 'utf8'), 'x')
})

test('what an interrupted installation left is thrown away', async () => {
  const directory = join(cache, 'bench', 'scrapy-2')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'half'), '')
  await installPeer(recipe('2', process.execPath, count), place)
  assert.ok(!existsSync(join(directory, 'half')))
})

test('a peer that cannot be installed is named with the reason', async () => {
  const says = (pattern: RegExp) => (error: unknown) =>
    error instanceof PeerUnavailableError && pattern.test(error.message)
  await assert.rejects(
    async () => await installPeer(recipe('3', process.execPath, 'process.exit(4)'), place),
    says(/^Peer 3 could not be installed: .*exit code 4, see .*\.log$/),
  )
  await assert.rejects(
    async () => await installPeer(recipe('4', 'no-such-program', ''), place),
    says(/there is no no-such-program/),
  )
})

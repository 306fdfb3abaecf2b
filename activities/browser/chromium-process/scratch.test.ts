import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeProcessScratch, makeScratchRoot, removeScratch, sweepScratch } from './scratch.ts'

const skip = existsSync('/proc/self/stat') ? false : 'no /proc here'

test('each process has directories of its own', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const root = await makeScratchRoot(parent)
  const [first, second] = await Promise.all([makeProcessScratch(root), makeProcessScratch(root)])
  assert.notEqual(first.path, second.path)
  await writeFile(join(first.temporary, 'file'), 'text')
  assert.equal(await removeScratch(first.path), true)
  assert.equal(await removeScratch(first.path), true)
  assert.equal((await readdir(root)).length, 1)
})

test(
  'roots of processes that no longer run are removed; those of this process and of others are kept',
  { skip },
  async (t) => {
    const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
    t.after(() => rm(parent, { recursive: true, force: true }))
    const own = await makeScratchRoot(parent)
    // The id of this process with another start time, and an id larger than any in use.
    const gone = [`seine-${process.pid}-1-aaaaaa`, 'seine-4194399-77-bbbbbb']
    for (const name of [...gone, 'other', 'seine-notes']) await mkdir(join(parent, name, 'b'), { recursive: true })
    assert.deepEqual(new Set(await sweepScratch(parent)), new Set(gone))
    assert.deepEqual(new Set(await readdir(parent)), new Set([own.slice(parent.length + 1), 'other', 'seine-notes']))
  },
)

const skipUser = process.getuid?.() === 0 ? false : 'not root'
const user = { uid: 65_530, gid: 65_530 }

test(
  'as root the directories belong to the user of the browser, who passes the root of the pool only',
  {
    skip: skipUser,
  },
  async (t) => {
    const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
    t.after(() => rm(parent, { recursive: true, force: true }))
    await chmod(parent, 0o711)
    const root = await makeScratchRoot(parent, user)
    const scratch = await makeProcessScratch(root, user)
    assert.deepEqual([(await stat(root)).uid, (await stat(root)).mode & 0o777], [0, 0o711])
    for (const folder of Object.values(scratch) as string[]) {
      const { uid, gid, mode } = await stat(folder)
      assert.deepEqual([uid, gid, mode & 0o777], [user.uid, user.gid, 0o700], folder)
    }
    assert.equal(await removeScratch(root), true)
    assert.equal(existsSync(root), false)
  },
)

test(
  'as root what another user left is removed as that user, and links in it are not followed',
  {
    skip: skipUser,
  },
  async (t) => {
    const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
    t.after(() => rm(parent, { recursive: true, force: true }))
    await chmod(parent, 0o711)
    const outside = join(parent, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'kept'), 'text')
    const root = await makeScratchRoot(parent, user)
    const first = await makeProcessScratch(root, user)
    await symlink(outside, join(first.profile, 'link'))
    await writeFile(join(first.temporary, 'file'), 'text')
    assert.equal(await removeScratch(first.path), true)
    assert.deepEqual(await readdir(outside), ['kept'])
    // Root could remove this, the browsers' user cannot: the removal runs as that user.
    const second = await makeProcessScratch(root, user)
    await mkdir(join(second.temporary, 'of-root'), { mode: 0o700 })
    await writeFile(join(second.temporary, 'of-root', 'file'), 'text')
    assert.equal(await removeScratch(second.path), false)
  },
)

test('as root the roots of other users are not swept', { skip: skipUser || skip }, async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  await mkdir(join(parent, 'seine-4194399-77-cccccc'))
  await chown(join(parent, 'seine-4194399-77-cccccc'), user.uid, user.gid)
  assert.deepEqual(await sweepScratch(parent), [])
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { UsageError } from '../command/usage-error.ts'
import { claimOutputDirectory, createOutputDirectory, folderName } from './output-directory.ts'

const at = new Date(2025, 0, 2, 3, 4, 5)

async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'seine-out-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

describe('the output folder', () => {
  for (const [url, name] of [
    ['https://example.com/docs', 'example.com-20250102-030405'],
    ['http://127.0.0.1:8080/', '127.0.0.1_8080-20250102-030405'],
    ['http://[::1]:8080/', '_1_8080-20250102-030405'],
    ['https://xn--r8jz45g.jp/', 'xn--r8jz45g.jp-20250102-030405'],
  ] as const) {
    test(`of ${url} is ${name}`, () => assert.equal(folderName(url, at), name))
  }

  test('two crawls in the same second get two folders', async (t) => {
    const folder = await scratch(t)
    const first = await createOutputDirectory(null, folder, 'http://a/', at)
    const second = await createOutputDirectory(null, folder, 'http://a/', at)
    assert.equal(second, `${first}-2`)
    assert.ok((await stat(second)).isDirectory())
  })

  test('a named folder is created with its parents', async (t) => {
    const folder = await scratch(t)
    const named = path.join(folder, 'a', 'b')
    assert.equal(await createOutputDirectory('a/b', folder, 'http://a/', at), named)
    assert.ok((await stat(named)).isDirectory())
  })

  test('a claimed folder is there with its parents, and goes again when nothing came into it', async (t) => {
    const folder = await scratch(t)
    const claim = await claimOutputDirectory('a/b', folder)
    assert.ok((await stat(path.join(folder, 'a/b'))).isDirectory())
    await claim.release()
    assert.deepEqual(await readdir(folder), [])
  })

  test('a claim removes nothing that it has not made, and nothing that is not empty', async (t) => {
    const folder = await scratch(t)
    await mkdir(path.join(folder, 'mine'))
    await (await claimOutputDirectory('mine', folder)).release()
    const claim = await claimOutputDirectory('a/b', folder)
    await writeFile(path.join(folder, 'a/b/page'), '')
    await claim.release()
    assert.deepEqual((await readdir(folder, { recursive: true })).toSorted(), ['a', 'a/b', 'a/b/page', 'mine'])
  })

  test('without a name the folder of earlier crawls will do', async (t) => {
    const folder = await scratch(t)
    await createOutputDirectory(null, folder, 'http://a/', at)
    await (await claimOutputDirectory(null, folder)).release()
    assert.deepEqual(await readdir(path.join(folder, 'seine-out')), ['a-20250102-030405'])
  })

  test('a folder with something in it, a file, or a path through a file is refused by name', async (t) => {
    const folder = await scratch(t)
    await writeFile(path.join(folder, 'seine-out'), '')
    for (const [named, fault] of [
      ['.', /^--out takes the name of a new or empty folder; "\." is not empty$/],
      ['seine-out', /"seine-out" is not a folder$/],
      ['seine-out/below', /"seine-out\/below" cannot be created \(ENOTDIR\)$/],
      [null, /^crawls are saved in \.\/seine-out, which is not a folder; choose another folder with --out$/],
    ] as const) {
      await assert.rejects(claimOutputDirectory(named, folder), (error) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, fault)
        return true
      })
    }
  })
})

import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { UsageError } from './arguments.ts'
import { checkOutputDirectory, createOutputDirectory, folderName } from './output-directory.ts'

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
    const parent = path.join(await scratch(t), 'seine-out')
    const first = await createOutputDirectory(null, parent, 'http://a/', at)
    const second = await createOutputDirectory(null, parent, 'http://a/', at)
    assert.equal(second, `${first}-2`)
    assert.ok((await stat(second)).isDirectory())
  })

  test('a named folder is created with its parents', async (t) => {
    const named = path.join(await scratch(t), 'a', 'b')
    assert.equal(await createOutputDirectory(named, 'unused', 'http://a/', at), named)
    assert.ok((await stat(named)).isDirectory())
  })

  test('a missing or empty folder passes the check', async (t) => {
    const folder = await scratch(t)
    await checkOutputDirectory(folder, 'x')
    await checkOutputDirectory(path.join(folder, 'missing'), 'x')
  })

  test('a folder with something in it, or a file, is refused by name', async (t) => {
    const folder = await scratch(t)
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    await assert.rejects(checkOutputDirectory(folder, 'here'), (error) => {
      assert.ok(error instanceof UsageError)
      assert.match(error.message, /^--out takes the name of a new or empty folder; "here" is not empty$/)
      return true
    })
    await assert.rejects(checkOutputDirectory(file, 'f'), /"f" is not a folder$/)
  })
})

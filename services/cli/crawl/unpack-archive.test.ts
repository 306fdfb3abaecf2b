import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { crawlArchive, type ArchiveRecipe } from './testing/crawl-archive.ts'
import { unpackArchive } from './unpack-archive.ts'

const pages = { 'pages/000001-index.md': '# Index', 'pages/000002-größe.md': '# Größe' }

/** Creates a folder `out` to unpack into, inside a larger folder in which an escape can be detected. */
async function room(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'seine-unpack-'))
  t.after(() => rm(root, { recursive: true }))
  const out = path.join(root, 'deep', 'out')
  await mkdir(out, { recursive: true })
  return { root, out, zip: path.join(out, 'markdown.zip') }
}

async function unpack(t: TestContext, recipe: ArchiveRecipe) {
  const { root, out, zip } = await room(t)
  await writeFile(zip, await crawlArchive(recipe))
  return { root, out, result: await unpackArchive(zip, out) }
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()

describe('unpacking an archive', () => {
  test('writes the pages and hands manifest and ledger to the caller', async (t) => {
    const { out, result } = await unpack(t, {
      pages,
      failed: [{ url: 'http://site/x', code: 'timeout', message: 'late' }],
    })
    assert.deepEqual(await filesBelow(out), ['markdown.zip', ...Object.keys(pages)])
    assert.equal(await readFile(path.join(out, 'pages/000002-größe.md'), 'utf8'), '# Größe')
    assert.equal(result.files, 2)
    assert.deepEqual(result.damage, [])
    assert.deepEqual(result.manifest?.failed, [{ url: 'http://site/x', code: 'timeout', message: 'late' }])
    assert.match(Buffer.from(result.ledgerBytes ?? []).toString(), /"state":"scraped"/)
  })

  test('hostile names are refused, named, and nothing is written outside', async (t) => {
    const hostile = {
      '../escape.md': 'x',
      '/abs.md': 'x',
      'pages/../../../far.md': 'x',
      'C:/drive.md': 'x',
      'pages\\..\\w.md': 'x',
    }
    const { root, result } = await unpack(t, { pages, extra: hostile })
    assert.deepEqual(
      await filesBelow(root),
      ['markdown.zip', ...Object.keys(pages)].map((name) => path.join('deep/out', name)),
    )
    assert.equal(result.files, 2)
    assert.equal(result.damage.length, 5)
    for (const name of Object.keys(hostile)) {
      assert.ok(
        result.damage.some((line) => line.startsWith(`${JSON.stringify(name)}: refused`)),
        `${name} in ${result.damage.join('\n')}`,
      )
    }
  })

  test('a hostile name that cleans up to that of a page cannot replace it unseen', async (t) => {
    const { out, result } = await unpack(t, { pages, extra: { '../pages/000001-index.md': 'evil' } })
    assert.deepEqual(await filesBelow(out), ['markdown.zip', 'pages/000002-größe.md'])
    assert.match(result.damage.join('\n'), /"\.\.\/pages\/000001-index\.md": refused/)
    assert.match(result.damage.join('\n'), /"pages\/000001-index\.md": missing/)
  })

  test('an entry never overwrites a file that is there', async (t) => {
    const { result } = await unpack(t, { pages, extra: { 'markdown.zip': 'evil' } })
    assert.match(result.damage.join('\n'), /"markdown\.zip": .*EEXIST/)
  })

  test('a page that is not what the manifest says is reported', async (t) => {
    const { result } = await unpack(t, {
      pages,
      manifest: (manifest) => ({
        ...manifest,
        pages: [
          { file: 'pages/000001-index.md', sha256: '0'.repeat(64) },
          { file: 'pages/000002-größe.md' },
          { file: 'pages/000003-lost.md', sha256: '1'.repeat(64) },
          { url: 'http://site/alias', duplicateOf: 'http://site/index' },
        ],
      }),
    })
    assert.deepEqual(result.damage, [
      '"pages/000001-index.md": its sha256 differs from the manifest',
      '"pages/000002-größe.md": the manifest has no sha256 for it',
      '"pages/000003-lost.md": missing from the archive',
    ])
  })

  for (const [title, manifest] of [
    ['missing', () => null],
    ['not JSON', () => '{"files":'],
    ['not an object', () => '[]'],
  ] as const) {
    test(`a manifest that is ${title} is damage, the pages are kept`, async (t) => {
      const { result } = await unpack(t, { pages, manifest })
      assert.equal(result.files, 2)
      assert.deepEqual(result.damage, ['manifest.json: missing or unreadable, nothing could be checked'])
    })
  }

  test('a truncated archive is damage, not a crash', async (t) => {
    const { out, zip } = await room(t)
    const whole = await crawlArchive({ pages })
    await writeFile(zip, whole.subarray(0, whole.length - 40))
    const result = await unpackArchive(zip, out)
    assert.equal(result.files, 0)
    assert.equal(result.damage.length, 1)
    assert.match(result.damage[0] ?? '', /^"markdown\.zip": not a readable ZIP \([^:]+\)$/)
  })

  test('a page with changed bytes is reported and the others are kept', async (t) => {
    const { out, zip } = await room(t)
    const bytes = await crawlArchive({ pages: { ...pages, 'pages/000003-long.md': 'long '.repeat(500) } })
    const at = bytes.indexOf('pages/000003-long.md') + 'pages/000003-long.md'.length
    bytes.writeUInt8(bytes.readUInt8(at + 4) ^ 0xff, at + 4)
    await writeFile(zip, bytes)
    const result = await unpackArchive(zip, out)
    assert.match(result.damage.join('\n'), /"pages\/000003-long\.md"/)
    assert.equal(await readFile(path.join(out, 'pages/000001-index.md'), 'utf8'), '# Index')
  })
})

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createZipWriter } from '@seine/activities/archive/files/archive-writer.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { PageCheck } from './check-pages.ts'
import type { RangedBytes } from './large-zip.ts'
import { LoadLog } from './load-log.ts'
import { isExact } from './page-tally.ts'
import { markdownOf, pathOf, siteUrl } from './simulated-web.ts'

const pages = 40
const urlOf = (page: number): string => new URL(pathOf(page), siteUrl(1)).href
const nameOf = (page: number): string =>
  `pages/${String(page + 1).padStart(6, '0')}-${page === 0 ? 'index' : pathOf(page).slice(1).replace('/', '-')}.md`

interface Written {
  files: (readonly [name: string, text: string])[]
  manifest: string[]
  ledger: (readonly [url: string, state: string])[]
}

const whole = (): Written => {
  const all = Array.from({ length: pages }, (_, page) => page)
  return {
    files: all.map((page) => [nameOf(page), markdownOf(page)]),
    manifest: all.map(urlOf),
    ledger: all.map((page) => [urlOf(page), 'scraped']),
  }
}

/** An archive as a crawl has it. */
async function archiveOf({ files, manifest, ledger }: Written): Promise<RangedBytes> {
  const store = new MemoryStore()
  const writer = createZipWriter(store, 'a.zip')
  for (const [name, text] of files) await writer.add(name, text)
  await writer.add('urls.jsonl', ledger.map(([url, state]) => `${JSON.stringify({ url, state })}\n`).join(''))
  const lines = manifest.map((url) => JSON.stringify({ file: 'f', url }))
  await writer.add(
    'manifest.json',
    `{\n"files": {\n"f": "u"\n},\n"pages": [\n${lines.join(',\n')}\n],\n"failed": []\n}\n`,
  )
  await writer.close()
  const bytes = Buffer.from(store.objects.get('a.zip')!)
  return { size: bytes.length, read: async (from, end) => await Promise.resolve(bytes.subarray(from, end)) }
}

async function countsOf(written: Written) {
  const check = new PageCheck(1, pages)
  await check.addArchive(1, await archiveOf(written))
  return check.counts()
}

test('an archive with every page once is exact in files, manifest and ledger', async () => {
  const { files, manifest, ledger } = await countsOf(whole())
  for (const count of [files, manifest, ledger]) {
    assert.equal(count.found, pages)
    assert.ok(isExact(count))
  }
})

test('a page that is missing, twice or has the content of another is found', async () => {
  const written = whole()
  written.files[3] = [nameOf(3), markdownOf(4)]
  written.files.push(written.files[5]!)
  written.files[7] = [nameOf(7), markdownOf(7).slice(0, -2)]
  written.manifest[6] = urlOf(8)
  written.ledger[9] = [urlOf(9), 'leased']
  written.ledger.push([siteUrl(2), 'scraped'])
  const { files, manifest, ledger } = await countsOf(written)
  assert.deepEqual([files.missing, files.repeated, files.unknown], [2, 1, 2])
  assert.deepEqual([manifest.missing, manifest.repeated, manifest.unknown], [1, 1, 0])
  assert.deepEqual([ledger.missing, ledger.repeated, ledger.unknown], [1, 0, 1])
})

test('loads of all processes are counted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'seine-check-test-'))
  t.after(async () => await rm(folder, { recursive: true }))
  const path = join(folder, 'loads')
  const log = new LoadLog(path)
  for (const page of [0, 1, 1, 1, 2]) log.note(1, page)
  log.close()
  const check = new PageCheck(1, 3)
  await check.addLoads(path)
  const { distinct, beyondOne, repeated } = check.counts().loads
  assert.deepEqual([distinct, repeated, beyondOne], [3, 1, 2])
})

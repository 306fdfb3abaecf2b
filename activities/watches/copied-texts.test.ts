/** ZIP archives of a run that copy the stored texts of unchanged pages. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import JSZip from 'jszip'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { outputsOf, type StoredVersion } from '@seine/shared/pages/stored-page.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { TextFormat } from '@seine/shared/tasks/formats.ts'
import type { Manifest } from '../archive/manifest.ts'
import { ref, WatchLab, type Answer } from './testing/watch-lab.ts'

const formats = ['markdown', 'html'] as const satisfies TextFormat[]
const long = Array.from({ length: 2_000 }, (_, at) => hash('sha256', String(at))).join(' ')

/** Bodies of the pages; only two have HTML. */
const bodies: Record<string, string> = {
  '/': 'links: /long /bare\nhtml: <p>the start</p>',
  '/long': `html: <p>long</p>\n${long}`,
  '/bare': 'words without HTML',
}
const answer: Answer = (url) => ({ body: bodies[new URL(url).pathname]! })

const htmlOf = (body: string): string | null => /^html: (.*)$/m.exec(body)?.[1] ?? null

/** Files of an archive that must be there, by path of their page. */
const filesOf = (format: TextFormat, paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const text = format === 'markdown' ? bodies[path]! : htmlOf(bodies[path]!)
      return text === null ? [] : [[path, text]]
    }),
  )

/**
 * Makes two runs; what is stored of the pages is damaged before the archives of the second are written.
 * @returns the files of its archives by path of their page, and the paths of the pages that are lost.
 */
async function archivesAfter(damage: (pack: Buffer, page: StoredVersion) => void) {
  const lab = new WatchLab()
  await lab.create({ job: crawlJobInput({ sitemap: 'skip', limit: 50, output: [...formats] }) })
  await lab.run(answer)
  const scraped = await lab.scrape(await lab.begin(), answer)
  for (const { stored } of await lab.deps.runs.state(ref, 1)) {
    const pack = Buffer.from(scraped.store.objects.get(stored!.pack)!)
    damage(pack, stored!)
    scraped.store.objects.set(stored!.pack, pack)
  }
  await scraped.finalise({ status: 'completed' })
  const { archives } = (await scraped.store.getJson<FinalStatus>(statusKey(scraped)))!
  const files: Partial<Record<TextFormat, Record<string, string>>> = {}
  const lost = new Set<string>()
  for (const format of formats) {
    const zip = await JSZip.loadAsync(scraped.store.objects.get(archives[format]!)!, { checkCRC32: true })
    const manifest = JSON.parse(await zip.file('manifest.json')!.async('string')) as Manifest
    files[format] = {}
    for (const { url, file, sha256, bytes } of manifest.pages) {
      if (file == null) continue
      const text = await zip.file(file)!.async('string')
      assert.deepEqual([sha256, bytes], [hash('sha256', text), Buffer.byteLength(text)])
      files[format][new URL(url).pathname] = text
    }
    for (const { url } of manifest.lost ?? []) lost.add(new URL(url).pathname)
  }
  return { files, lost: [...lost] }
}

describe('archives of unchanged pages', () => {
  it('have all texts', async () => {
    const { files, lost } = await archivesAfter(() => undefined)
    for (const format of formats) assert.deepEqual(files[format], filesOf(format, Object.keys(bodies)))
    assert.deepEqual(lost, [])
  })

  it('copy stored texts: they need the outputs only of a page without one of them', async () => {
    const { files, lost } = await archivesAfter((pack, page) => {
      const { at, bytes } = outputsOf(page)
      pack.fill('!', at, at + bytes)
    })
    for (const format of formats) assert.deepEqual(files[format], filesOf(format, ['/', '/long']))
    assert.deepEqual(lost, ['/bare'])
  })

  it('have the texts of the outputs where a stored text is damaged', async () => {
    for (const damaged of [0, 1]) {
      const { files, lost } = await archivesAfter((pack, page) => {
        const { at, bytes, texts = [] } = outputsOf(page)
        const from = texts.slice(0, damaged).reduce((sum, { deflatedBytes }) => sum + deflatedBytes, at + bytes + 1)
        pack.fill(0x55, from, from + (texts[damaged]?.deflatedBytes ?? 0))
      })
      for (const format of formats) assert.deepEqual(files[format], filesOf(format, Object.keys(bodies)))
      assert.deepEqual(lost, [])
    }
  })
})

/** Crawl archives for tests: real ZIP files with a matching or non-matching manifest. */
import { createHash } from 'node:crypto'
import JSZip from 'jszip'

/** Contents of an archive. */
export interface ArchiveRecipe {
  /** Page files by entry name. */
  pages: Record<string, string>
  failed?: { url: string; code: string; message: string }[]
  /** Entries other than the pages, the manifest and the ledger; names are used unchanged. */
  extra?: Record<string, string>
  /** Changes the manifest before it is written; null omits it. */
  manifest?: (manifest: Record<string, unknown>) => Record<string, unknown> | string | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const urlOf = (name: string): string => `http://site/${name.replace(/^pages\/\d+-/, '').replace(/\.\w+$/, '')}`

/** Returns the bytes of the archive. */
export async function crawlArchive(recipe: ArchiveRecipe): Promise<Buffer> {
  const zip = new JSZip()
  const add = (name: string, content: string) => zip.file(name, content, { createFolders: false })
  const names = Object.keys(recipe.pages)
  for (const [name, content] of Object.entries({ ...recipe.pages, ...recipe.extra })) add(name, content)
  const manifest: Record<string, unknown> = {
    files: Object.fromEntries(names.map((name) => [name, urlOf(name)])),
    pages: names.map((name) => ({ file: name, url: urlOf(name), sha256: sha256(recipe.pages[name] ?? '') })),
    failed: recipe.failed ?? [],
    job: { id: 'crawl-1' },
  }
  const changed = recipe.manifest === undefined ? manifest : recipe.manifest(manifest)
  if (changed !== null) add('manifest.json', typeof changed === 'string' ? changed : JSON.stringify(changed))
  add('urls.jsonl', names.map((name) => `${JSON.stringify({ url: urlOf(name), state: 'scraped' })}\n`).join(''))
  return await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/** Writes the pages of a job as files, each as soon as it is finished. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobPageEntry, PageOutput } from '../generated/openapi.ts'

/** Ending of the file of a format. */
const endings: Readonly<Record<keyof PageOutput, string>> = {
  markdown: 'md',
  html: 'html',
  clean_html: 'clean.html',
  links: 'links.txt',
  json: 'json',
  screenshot: 'png',
  screenshot_full_page: 'full.png',
}

/** Returns a name for a page: its number, and what of its URL can be in the name of a file. */
export function pageName({ index, url }: Pick<JobPageEntry, 'index' | 'url'>): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const slug = path
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return `${String(index).padStart(6, '0')}${slug === '' ? '' : `-${slug}`}`
}

async function contentOf(format: keyof PageOutput, value: unknown, load: typeof fetch): Promise<string | Uint8Array> {
  if (format === 'links') return `${(value as string[]).join('\n')}\n`
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`
  if (!format.startsWith('screenshot')) return value as string
  const answer = await load(value as string)
  if (!answer.ok) throw new Error(`the picture could not be loaded: the object store answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/**
 * Writes the files of a page and adds it to `pages.jsonl`. A file appears only when it is whole.
 * @param folder exists.
 * @returns paths of the files, below the folder.
 */
export async function writePage(folder: string, page: JobPageEntry, load: typeof fetch = fetch): Promise<string[]> {
  await mkdir(join(folder, 'pages'), { recursive: true })
  const files: string[] = []
  for (const [format, ending] of Object.entries(endings) as [keyof PageOutput, string][]) {
    const value = page.output[format]
    if (value === undefined) continue
    const file = join('pages', `${pageName(page)}.${ending}`)
    const draft = join(folder, `${file}.part`)
    await writeFile(draft, await contentOf(format, value, load))
    await rename(draft, join(folder, file))
    files.push(file)
  }
  const { output: _output, ...facts } = page
  await writeFile(join(folder, 'pages.jsonl'), `${JSON.stringify({ ...facts, files })}\n`, { flag: 'a' })
  return files
}

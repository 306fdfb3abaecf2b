/** Writes the pages of a job as files, each as soon as it is finished. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobPageEntry, PageOutput } from '../generated/openapi.ts'
import { loadPicture, type ResultReading } from './page-results.ts'

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

const isPicture = (format: keyof PageOutput): format is 'screenshot' | 'screenshot_full_page' =>
  format.startsWith('screenshot')

/** Returns a result that is no picture as the text of its file. */
function textOf(format: keyof PageOutput, value: unknown): string {
  if (format === 'links') return `${(value as string[]).join('\n')}\n`
  return format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : (value as string)
}

/**
 * Writes the files of a page and adds it to `pages.jsonl`. A file appears only when it is whole. A picture that cannot
 * be loaded has no file, and is among the `omitted` of the page in `pages.jsonl`.
 * @param folder exists.
 * @returns paths of the files, below the folder.
 */
export async function writePage(
  folder: string,
  page: JobPageEntry,
  reading: ResultReading,
  load: typeof fetch = fetch,
): Promise<string[]> {
  await mkdir(join(folder, 'pages'), { recursive: true })
  const files: string[] = []
  const omitted = [...page.omitted]
  for (const [format, ending] of Object.entries(endings) as [keyof PageOutput, string][]) {
    const value = page.output[format]
    if (value === undefined) continue
    const content = isPicture(format) ? await loadPicture(page, format, reading, load) : textOf(format, value)
    if (content === null) {
      omitted.push({ format, reason: 'unavailable' })
      continue
    }
    const file = join('pages', `${pageName(page)}.${ending}`)
    const draft = join(folder, `${file}.part`)
    await writeFile(draft, content)
    await rename(draft, join(folder, file))
    files.push(file)
  }
  const { output: _output, ...facts } = page
  await writeFile(join(folder, 'pages.jsonl'), `${JSON.stringify({ ...facts, omitted, files })}\n`, { flag: 'a' })
  return files
}

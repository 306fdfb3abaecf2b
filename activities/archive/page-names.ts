/** File names inside an archive: made by us, in crawl order, readable. */
import type { JobFormat } from '@seine/shared/tasks/job-input.ts'

const extensions: Record<JobFormat, string> = {
  markdown: 'md',
  html: 'html',
  clean_html: 'html',
  links: 'json',
  json: 'json',
  screenshot: 'png',
  screenshot_full_page: 'png',
}

const slugMaxCharacters = 60

/**
 * The name of a page's file.
 * @param rank position in crawl order, from 1.
 * @example pageFileName(7, 'https://a.test/docs/Getting%20Started/', 'markdown') // pages/000007-docs-getting-started.md
 */
export function pageFileName(rank: number, url: string, format: JobFormat): string {
  return `pages/${String(rank).padStart(6, '0')}-${slugOf(url)}.${extensions[format]}`
}

/** ASCII words of path and query, the last ones when there are too many; `index` when there are none. */
function slugOf(url: string): string {
  const { pathname, search } = new URL(url)
  const words = decode(pathname.replace(/\.(html?|php|aspx?|xhtml)$/i, '') + search)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = words.slice(-slugMaxCharacters).replaceAll(/^-+|-+$/g, '')
  return slug === '' ? 'index' : slug
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

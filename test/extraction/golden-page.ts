/** The pages written by hand, and what a careful reader would make of each: folders below `golden/`. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ExtractedOutputs, ExtractResult, PageMetadata } from '@seine/shared/pages/extraction.ts'
import { extractPage } from '@seine/activities/extract/extract-page.ts'

const folder = new URL('golden/', import.meta.url)

/** What `expected.json` holds. */
interface StatedExpectation {
  /** Final URL of the page. */
  url: string
  /** The fields that the page states; any other is null. `og` and `jsonLd` are compared when they are given. */
  metadata: Partial<PageMetadata>
  /** Links of the whole page: how many, and some that must be among them. */
  links: { count: number; include: string[] }
  /** Pieces of Markdown that the main content must have and must not have. */
  mainText: { with: string[]; without: string[] }
  /** Where extraction is known to fall short of the expectation, and how. */
  defects?: Partial<Record<'mainText' | 'markdown' | 'cleanHtml' | 'reading' | 'metadata' | 'whole', string>>
}

/** A page with its expectation. */
export interface GoldenPage extends StatedExpectation {
  /** Name of its folder. */
  name: string
  /** Main content as Markdown and as clean HTML. */
  markdown: string
  cleanHtml: string
}

/** Names of all pages, in alphabetical order. */
export const goldenNames = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Reads a page and what is expected of it; the line feed at the end of a file does not count. */
export function readGolden(name: string): GoldenPage {
  const text = (file: string): string => readFileSync(new URL(`${name}/${file}`, folder), 'utf8').replace(/\n$/, '')
  return {
    ...(JSON.parse(text('expected.json')) as StatedExpectation),
    name,
    markdown: text('expected.md'),
    cleanHtml: text('expected.html'),
  }
}

/** Extracts a page of the folder as the service would. */
export const extractGolden = (name: string, url: string, onlyMainContent: boolean): Promise<ExtractResult> =>
  extract(readBytes(name), url, onlyMainContent)

/** What becomes of a whole page given as text. */
export async function extractHtml(html: string, url: string): Promise<ExtractedOutputs> {
  const { outputs } = await extract(new TextEncoder().encode(`<meta charset="utf-8">${html}`), url, false)
  return outputs
}

const extract = (bytes: Uint8Array<ArrayBuffer>, url: string, onlyMainContent: boolean): Promise<ExtractResult> =>
  extractPage({
    url,
    bytes,
    contentType: 'text/html',
    formats: ['markdown', 'html', 'clean_html', 'links'],
    onlyMainContent,
    structuredData: true,
    compared: false,
  })

/** The address a page was written for. */
export const urlOf = (name: string): string =>
  (JSON.parse(readFileSync(new URL(`${name}/expected.json`, folder), 'utf8')) as StatedExpectation).url

const readBytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`${name}/page.html`, folder)))

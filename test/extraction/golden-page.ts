/** Hand-written pages with their expected extraction: folders in `golden/`. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ExtractedOutputs, ExtractResult, MetadataDepth, PageMetadata } from '@seine/shared/pages/extraction.ts'
import { extractPage } from '@seine/activities/extract/extract-page.ts'

const folder = new URL('golden/', import.meta.url)

/** Content of `expected.json`. */
interface StatedExpectation {
  /** Final URL of the page. */
  url: string
  /** The fields that the page states; all others are null. `og` and `jsonLd` are compared only when given. */
  metadata: Partial<PageMetadata>
  /** Links of the whole page: their number, and some that must be included. */
  links: { count: number; include: string[] }
  /** Pieces of Markdown that the main content must contain and must not contain. */
  mainText: { with: string[]; without: string[] }
  /** Known defects: where and how the extraction falls short of the expectation. */
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

/** Returns the names of all pages, in alphabetical order. */
export const goldenNames = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Reads a page and its expectation; the line feed at the end of a file is ignored. */
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
export const extractGolden = (
  name: string,
  url: string,
  onlyMainContent: boolean,
  metadata: MetadataDepth = 'structured',
): Promise<ExtractResult> => extract(readBytes(name), url, onlyMainContent, metadata)

/** Extracts a whole page given as text. */
export async function extractHtml(html: string, url: string): Promise<ExtractedOutputs> {
  const { outputs } = await extract(new TextEncoder().encode(`<meta charset="utf-8">${html}`), url, false)
  return outputs
}

const extract = (
  bytes: Uint8Array<ArrayBuffer>,
  url: string,
  onlyMainContent: boolean,
  metadata: MetadataDepth = 'structured',
): Promise<ExtractResult> =>
  extractPage({
    url,
    bytes,
    contentType: 'text/html',
    formats: ['markdown', 'html', 'clean_html', 'links'],
    onlyMainContent,
    metadata,
    compared: false,
  })

/** The URL for which a page was written. */
export const urlOf = (name: string): string =>
  (JSON.parse(readFileSync(new URL(`${name}/expected.json`, folder), 'utf8')) as StatedExpectation).url

/** The file of a page. */
export const goldenSource = (name: string): URL => new URL(`${name}/page.html`, folder)

const readBytes = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(goldenSource(name)))

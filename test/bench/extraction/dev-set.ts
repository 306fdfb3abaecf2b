/** The labelled pages for measuring extraction: WCXB's development split, beside the repository. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../../../shared/data/wcxb-dev/', import.meta.url)

export const pageTypes = ['article', 'documentation', 'service', 'forum', 'collection', 'listing', 'product'] as const
export type PageType = (typeof pageTypes)[number]

/** Human labels of a page. */
export interface Truth {
  id: string
  url: string
  type: PageType
  title: string | null
  author: string | null
  /** A date as written. */
  published: string | null
  /** The main content. */
  text: string
}

/**
 * Reads the labels of all pages, in the order of their ids.
 * @throws when the data set is missing.
 */
export function readTruth(): Truth[] {
  const file = new URL('truth.jsonl.gz', folder)
  if (!existsSync(file)) throw new Error(`the data set is missing: ${file.pathname}`)
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Truth)
    .toSorted((a, b) => Number(a.id) - Number(b.id))
}

/** Reads the page as it was served. */
export const readPage = ({ id }: Pick<Truth, 'id'>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gunzipSync(readFileSync(new URL(`html/${id}.html.gz`, folder))))

/** Selects evenly spaced pages, so that `wanted` remain and every type keeps about its share. */
export function spread<Item extends Pick<Truth, 'type'>>(all: readonly Item[], wanted: number): Item[] {
  const byType = pageTypes.flatMap((type) => all.filter((item) => item.type === type))
  const step = Math.max(1, byType.length / wanted)
  return Array.from({ length: Math.min(wanted, byType.length) }, (_, at) => byType[Math.floor(at * step)]!)
}

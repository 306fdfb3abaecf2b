/** Pages of a slice and their records, for tests of what a slice writes. */
import type { PageHead, SlicePage } from '@seine/shared/pages/slice-shapes.ts'

const urlOf = (index: number): string => `http://site.test/${index}`

/** The page at a position of the slice's list. */
export const slicePage = (index: number): SlicePage => ({
  seq: index,
  url: urlOf(index),
  depth: 1,
  parent: null,
  attempt: 0,
  attempted: false,
  linksOnly: false,
  lines: 1,
})

/** The record of a scraped page. */
export const pageHead = (index: number): PageHead => ({
  seq: index,
  index,
  url: urlOf(index),
  finalUrl: null,
  status: 200,
  success: true,
  code: null,
  message: null,
  contentType: null,
  title: 'a title with "quotes" and }',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  attempts: [],
  extractor: null,
  warnings: [],
  links: [],
  linksDropped: 0,
  sketch: null,
  linksOnly: false,
})

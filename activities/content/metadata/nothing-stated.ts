/** Metadata of a page that states none. */
import type { StatedMetadata } from '@seine/shared/pages/extraction.ts'

/** Metadata of a page that states nothing about itself. */
export const nothingStated: StatedMetadata = {
  title: null,
  description: null,
  language: null,
  canonicalUrl: null,
  robots: null,
  author: null,
  publishedTime: null,
  modifiedTime: null,
  favicon: null,
  siteName: null,
  og: {},
  jsonLd: [],
}

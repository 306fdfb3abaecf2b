/** Collects what a page states about itself: in its head, its structured data and around its heading. */
import type { MetadataDepth, StatedMetadata } from '@seine/shared/pages/extraction.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { ApartParts } from './apart.ts'
import { articleData, type ArticleData } from './article-data.ts'
import { chooseAuthor } from './author.ts'
import { contentLanguage } from './content-language.ts'
import { dayMonthOrder } from './day-month-order.ts'
import { chooseFavicon } from './favicon.ts'
import { itemsToKeep, readJsonLd } from './json-ld.ts'
import { languageOf, languageTag } from './language-tag.ts'
import { nothingStated } from './nothing-stated.ts'
import { openGraph } from './open-graph.ts'
import { collectFacts, metaOf, type PageFacts } from './page-facts.ts'
import { pageKind } from './page-kind.ts'
import { chooseDates } from './published.ts'
import { siteNames } from './site-name.ts'
import { nonEmpty, nonEmptyText } from './stated-text.ts'
import { chooseTitle } from './title.ts'

/** What to collect, and for which page. */
export interface MetadataRequest {
  /** Final URL of the page. */
  url: string
  depth: MetadataDepth
}

/**
 * Collects what a page states about itself; a field is null when the page does not state it, or when it is not read.
 * @param document the whole page.
 */
export function collectMetadata(document: TreeNode, urls: UrlResolver, request: MetadataRequest): StatedMetadata {
  const { depth } = request
  const facts = collectFacts(document, depth !== 'head')
  const items = readJsonLd(facts.scripts)
  const data = articleData(items)
  const site = siteNames(facts, data, request.url)
  const kind = pageKind(facts, data, request.url)
  const { title, heading } = chooseTitle(facts, {
    headline: nonEmptyText(data.headline),
    siteNames: site.folded,
    kind,
    pageUrl: request.url,
  })
  const head = {
    title,
    description:
      nonEmptyText(metaOf(facts, 'description', 'og:description', 'twitter:description', 'dc.description')) ??
      nonEmptyText(data.description),
    // Directives for a single crawler come last, because a crawler name applies to all directives after it.
    robots: nonEmpty(facts.robots.join(', ')),
    siteName: site.name,
  }
  if (depth === 'head') return { ...nothingStated, ...head }
  const language = languageFor(facts, data)
  const apart = new ApartParts(heading?.node ?? null)
  const headingAt = heading?.at ?? null
  const order = dayMonthOrder(language, request.url)
  const { published, modified } = chooseDates(facts, { data, kind, headingAt, apart, order, pageUrl: request.url })
  return {
    ...head,
    language,
    canonicalUrl: firstPage(facts.canonicals, urls),
    author: chooseAuthor(facts, {
      data,
      kind,
      title,
      headingAt,
      apart,
      language: languageOf(language),
      siteNames: site.plain,
    }),
    publishedTime: published,
    modifiedTime: modified,
    favicon: chooseFavicon(facts.icons, urls),
    og: depth === 'structured' ? openGraph(facts) : {},
    jsonLd: depth === 'structured' ? itemsToKeep(items) : [],
  }
}

function languageFor(facts: PageFacts, data: ArticleData): string | null {
  const stated = [
    facts.language,
    metaOf(facts, 'content-language'),
    metaOf(facts, 'og:locale'),
    metaOf(facts, 'dc.language', 'language', 'inlanguage'),
    data.language,
  ]
  for (const text of stated) {
    const tag = languageTag(text)
    if (tag !== null) return tag
  }
  return contentLanguage(facts.texts)
}

function firstPage(references: readonly string[], urls: UrlResolver): string | null {
  for (const reference of references) {
    const url = reference.includes('{{') ? null : urls.page(reference)
    if (url !== null) return url
  }
  return null
}

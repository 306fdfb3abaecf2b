/** What the site of a page is called. */
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import type { ArticleData } from './article-data.ts'
import { metaOf, type PageFacts } from './page-facts.ts'
import { nonEmpty } from './stated-text.ts'

export interface SiteNames {
  /** As the page states it. */
  name: string | null
  /** All its names in lower case. */
  plain: ReadonlySet<string>
  /** All its names, letters and digits alone, in lower case; the name of its host is one. */
  folded: ReadonlySet<string>
}

/** Collects the names of the site. */
export function siteNames(facts: PageFacts, data: ArticleData, pageUrl: string): SiteNames {
  const own =
    metaOf(facts, 'og:site_name') ??
    data.siteName ??
    metaOf(facts, 'application-name', 'apple-mobile-web-app-title') ??
    data.publisher
  const stated = [
    own,
    data.siteName,
    data.publisher,
    metaOf(facts, 'application-name'),
    metaOf(facts, 'publisher', 'article:publisher'),
  ]
  const all = [...stated, getDomain(pageUrl), getDomainWithoutSuffix(pageUrl)].filter(
    (name) => name !== null && name !== '',
  ) as string[]
  return {
    name: nonEmpty(own),
    plain: new Set(all.map((name) => name.toLowerCase())),
    folded: new Set(
      all.map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')).filter((name) => name !== ''),
    ),
  }
}

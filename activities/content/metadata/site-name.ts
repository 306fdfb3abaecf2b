/** Collects the names of the site of a page. */
import { registrableDomain, registrableLabel } from '@seine/shared/urls/registrable-domain.ts'
import type { ArticleData } from './article-data.ts'
import { metaOf, type PageFacts } from './page-facts.ts'
import { nonEmpty } from './stated-text.ts'

export interface SiteNames {
  /** The name as the page states it; null when it states none. */
  name: string | null
  /** All its names in lower case. */
  plain: ReadonlySet<string>
  /** All names in lower case with only letters and digits; includes the name of the host. */
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
  const all = [...stated, registrableDomain(pageUrl), registrableLabel(pageUrl)].filter(
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

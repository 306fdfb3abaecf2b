/** Collects all facts of a page that a field can be filled from, from its tree and its source. */
import type { ContentSelection } from '../../html/content.ts'
import type { StatedMetadata } from '@seine/shared/pages/extraction.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { siteFacts } from './site-facts.ts'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { surveyBody } from './elements/body-survey.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { collectTables } from './data-tables.ts'
import { bodyFacts } from './document-facts.ts'
import { FactBudget } from './elements/fact-budget.ts'
import { hydrationStates } from './state/hydration.ts'
import { jsonLdEntities } from './json-ld-entities.ts'
import { collectLabels } from './labels/labels.ts'
import { microdataEntities } from './microdata.ts'
import { pageFields } from './page-fields.ts'
import { surveyPage } from './state/page-survey.ts'
import { rdfaEntities } from './rdfa.ts'
import { collectGroups } from './sibling-groups.ts'

/** A parsed page. */
export interface FactPage {
  /** The whole tree, including templates and data scripts. */
  document: TreeNode
  /** The nodes selected as content; null: the whole page. */
  content: ContentSelection | null
  /** True when the caller has selected the content: labels, tables and groups are then read only from it. */
  isNamed: boolean
  /** Source of the page, for the scripts that the tree does not keep; empty when there is none. */
  source: string
  /** Final URL. */
  url: string
  urls: UrlResolver
  metadata: Pick<
    StatedMetadata,
    'title' | 'siteName' | 'language' | 'canonicalUrl' | 'author' | 'publishedTime' | 'modifiedTime'
  >
}

/**
 * Collects the facts of a page.
 * @returns facts bounded by `factLimits`; linear in the size of the page.
 */
export function collectFacts(page: FactPage): StructuredFacts {
  const { document, urls, metadata } = page
  const survey = surveyPage(document)
  const entities = [
    ...jsonLdEntities(survey.linkedData),
    ...microdataEntities(survey.items, survey.byId, urls, new FactBudget()),
    ...(survey.hasRdfa ? rdfaEntities(document, urls, new FactBudget()) : []),
  ]
  const elements = surveyBody(document, page.content, page.isNamed)
  const tables = collectTables(elements, urls, new FactBudget())
  const { groups, parts } = collectGroups(elements, tables, urls, new FactBudget())
  return {
    document: {
      url: page.url,
      canonicalUrl: metadata.canonicalUrl,
      title: metadata.title,
      language: metadata.language,
      author: metadata.author,
      published: metadata.publishedTime,
      modified: metadata.modifiedTime,
      ...bodyFacts(elements, urls, new FactBudget()),
      breadcrumbs: breadcrumbs(elements, entities, new FactBudget()),
      site: siteFacts(document, elements, { url: page.url, stated: metadata.siteName, budget: new FactBudget() }),
    },
    entities,
    meta: survey.meta,
    hydration: hydrationStates(survey.data, page.source),
    labels: collectLabels(elements, urls, new FactBudget()),
    tables: [...tables.values()],
    groups,
    fields: pageFields(elements, parts, tables, urls, new FactBudget()),
  }
}

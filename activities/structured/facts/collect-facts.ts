/** Collects all facts of a page that a field can be filled from, from its tree and its source. */
import { once } from '@seine/shared/values/once.ts'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { surveyBody } from './elements/body-survey.ts'
import { collectTables } from './data-tables.ts'
import { documentFacts } from './document-facts.ts'
import { FactBudget } from './elements/fact-budget.ts'
import type { FactPage } from './fact-page.ts'
import { hydrationStates } from './state/hydration.ts'
import { jsonLdEntities } from './json-ld-entities.ts'
import { collectLabels } from './labels/labels.ts'
import { microdataEntities } from './microdata.ts'
import { pageFields } from './page-fields.ts'
import { surveyPage } from './state/page-survey.ts'
import { rdfaEntities } from './rdfa.ts'
import { collectGroups } from './sibling-groups.ts'

/**
 * Collects the facts of a page. Each kind of fact is read when it is first asked for: a schema that is filled from what
 * a page states for machines needs none of its text.
 * @returns facts bounded by `factLimits`; linear in the size of the page, which must not change any more.
 */
export function collectFacts(page: FactPage): StructuredFacts {
  const { document, urls } = page
  const survey = surveyPage(document)
  const entities = once(() => [
    ...jsonLdEntities(survey.linkedData),
    ...microdataEntities(survey.items, survey.byId, urls, new FactBudget()),
    ...(survey.hasRdfa ? rdfaEntities(document, urls, new FactBudget()) : []),
  ])
  const hydration = once(() => page.states ?? hydrationStates(survey.data, page.source))
  const elements = once(() => surveyBody(document, page.content, page.isNamed))
  const labels = once(() => collectLabels(elements(), urls, new FactBudget()))
  const tables = once(() => collectTables(elements(), urls, new FactBudget()))
  const tableList = once(() => [...tables().values()])
  const grouped = once(() => collectGroups(elements(), tables(), urls, new FactBudget()))
  const fields = once(() => pageFields(elements(), grouped().parts, tables(), urls, new FactBudget()))
  return {
    document: documentFacts(page, elements, entities),
    get entities() {
      return entities()
    },
    meta: survey.meta,
    get hydration() {
      return hydration()
    },
    get labels() {
      return labels()
    },
    get tables() {
      return tableList()
    },
    get groups() {
      return grouped().groups
    },
    get fields() {
      return fields()
    },
  }
}

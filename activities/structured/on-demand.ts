/**
 * Reads data from pages. What that needs, a third of all code of an extraction thread, is loaded with the first page
 * whose job asks for data: every thread holds its own copy of it.
 */
import { createRequire } from 'node:module'
import type { JsonOutput, StructuredFacts } from '@seine/shared/pages/facts.ts'
import type * as CollectFacts from './facts/collect-facts.ts'
import type { FactPage } from './facts/fact-page.ts'
import type * as TextFacts from './facts/text-facts.ts'
import type * as PageJson from './page-json.ts'

const load = createRequire(import.meta.url)

/** Collects the facts of a parsed page, see `facts/collect-facts.ts`. */
export function collectFacts(page: FactPage): StructuredFacts {
  return (load('./facts/collect-facts.ts') as typeof CollectFacts).collectFacts(page)
}

/** Collects the facts of a text, see `facts/text-facts.ts`. */
export function factsOfText(...args: Parameters<typeof TextFacts.factsOfText>): StructuredFacts {
  return (load('./facts/text-facts.ts') as typeof TextFacts).factsOfText(...args)
}

/** Fills a schema from facts, see `page-json.ts`. */
export function pageJson(...args: Parameters<typeof PageJson.pageJson>): JsonOutput {
  return (load('./page-json.ts') as typeof PageJson).pageJson(...args)
}

/**
 * Fills a schema from what a page states, without a model: each property is looked up by its name, its title and
 * synonymous names, first in structured data and last in the text of the page.
 */
import { fillLimits } from '../limits/structured-limits.ts'
import type { FilledJson, JsonSchema, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillPlace } from './fill-place.ts'
import { below, type Filled } from './filled.ts'
import { pageScope } from './page-scope.ts'
import { alternativesOf, rootOf, typesOf, type SchemaObject } from './values/schema-node.ts'
import { StepBudget } from './values/step-budget.ts'

/**
 * Fills a schema.
 * @param schema valid: bounded, with references into itself only.
 * @param facts of one page.
 * @returns the same result for the same input; a null value when nothing was found. Properties that the page does not
 * state are left out, or are null where they are required and nullable.
 */
export function fillSchema(schema: JsonSchema, facts: StructuredFacts): FilledJson {
  const root = rootOf(schema)
  if (root === null) return { value: null, sources: {} }
  const page = { facts, root, budget: new StepBudget(fillLimits.stepsMax) }
  const filled = fillWhole(root, page) ?? fillOnlyItem(page)
  if (filled === undefined) return { value: null, sources: {} }
  return { value: filled.value, sources: Object.fromEntries(filled.sources) }
}

type PageOfFill = Parameters<typeof pageScope>[0]

function fillWhole(schema: SchemaObject, page: PageOfFill): Filled | undefined {
  const name = typeof schema['title'] === 'string' ? schema['title'] : ''
  return fillPlace({ name, schema, parent: [] }, pageScope(page, alternativesOf(page, schema)))
}

/** Fills a list for which the page has no list: the main thing of the page becomes its only item. */
function fillOnlyItem(page: PageOfFill): Filled | undefined {
  const list = alternativesOf(page, page.root).find((schema) => typesOf(schema).includes('array'))
  const item = list === undefined ? undefined : alternativesOf(page, list['items'])[0]
  if (item === undefined || !typesOf(item).includes('object')) return undefined
  const filled = fillWhole(item, page)
  if (filled === undefined || filled.required < 1) return undefined
  return { ...filled, value: [filled.value], sources: below(0, filled) }
}

/**
 * Filling a schema with what a page states of itself, without a model: each property is looked up by its
 * name, its title and names that mean the same, in structured data first and in the page's own text last.
 */
import { fillLimits } from '@seine/shared/config/json-limits.ts'
import type { FilledJson, JsonSchema, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillPlace } from './fill-place.ts'
import { below, type Filled } from './filled.ts'
import { pageScope } from './page-scope.ts'
import { alternativesOf, rootOf, typesOf, type SchemaObject } from './values/schema-node.ts'
import { StepBudget } from './values/step-budget.ts'

/**
 * Fills a schema.
 * @param schema without problems: bounded, references into itself alone.
 * @param facts of one page.
 * @returns the same for the same input; a null value when nothing was found. Properties that the page does
 * not state are left out, or null where they are required and may be.
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

/** A list that a page has no list for: what the page itself is about is its only item. */
function fillOnlyItem(page: PageOfFill): Filled | undefined {
  const list = alternativesOf(page, page.root).find((schema) => typesOf(schema).includes('array'))
  const item = list === undefined ? undefined : alternativesOf(page, list['items'])[0]
  if (item === undefined || !typesOf(item).includes('object')) return undefined
  const filled = fillWhole(item, page)
  if (filled === undefined || filled.required < 1) return undefined
  return { ...filled, value: [filled.value], sources: below(0, filled) }
}

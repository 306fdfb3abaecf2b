/** Reads the single parts of a page: a price, a date, a heading outside all groups. */
import { factLimits } from '../limits/structured-limits.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { FieldReader } from './item-fields.ts'

/**
 * Reads the fields of a page in document order.
 * @param parts elements of repeated items.
 * @param tables tables that are read by their column names.
 */
export function pageFields(
  elements: readonly SeenElement[],
  parts: ReadonlySet<TreeNode>,
  tables: ReadonlyMap<TreeNode, unknown>,
  urls: UrlResolver,
  budget: FactBudget,
): ItemField[] {
  const around = headingAncestors(elements)
  const furniture = new Set(elements.filter(({ place }) => place === 2).map(({ node }) => node))
  const passed = (node: TreeNode): boolean =>
    (parts.has(node) && !around.has(node)) || furniture.has(node) || tables.has(node)
  const reader = new FieldReader(urls, budget, { passed, fieldsMax: factLimits.pageFieldsMax, memo: null })
  const seen = new Set(elements.map(({ node }) => node))
  for (const { node } of elements)
    if (node.parent === null || !seen.has(node.parent)) if (!passed(node)) reader.read(node, false)
  return reader.fields
}

/**
 * Ancestors of main headings: they count as the page itself, even when they look like siblings, as layout columns do.
 */
function headingAncestors(elements: readonly SeenElement[]): Set<TreeNode> {
  const found = new Set<TreeNode>()
  for (const { node } of elements) {
    if (node.name !== 'h1') continue
    for (let at = node.parent; at !== null && !found.has(at); at = at.parent) found.add(at)
  }
  return found
}

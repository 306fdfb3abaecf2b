/** The parts of a page that stand for themselves: a price, a date, a heading outside of all groups. */
import { factLimits } from '@seine/shared/config/json-limits.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import type { FactRoom } from './elements/fact-room.ts'
import { FieldReader } from './item-fields.ts'

/**
 * Reads them in document order.
 * @param parts elements of items that repeat.
 * @param tables those that are read by the names of their columns.
 */
export function pageFields(
  elements: readonly SeenElement[],
  parts: ReadonlySet<TreeNode>,
  tables: ReadonlyMap<TreeNode, unknown>,
  urls: UrlResolver,
  room: FactRoom,
): ItemField[] {
  const around = headingAncestors(elements)
  const furniture = new Set(elements.filter(({ place }) => place === 2).map(({ node }) => node))
  const passed = (node: TreeNode): boolean =>
    (parts.has(node) && !around.has(node)) || furniture.has(node) || tables.has(node)
  const reader = new FieldReader(urls, room, passed, factLimits.pageFieldsMax)
  const seen = new Set(elements.map(({ node }) => node))
  for (const { node } of elements)
    if (node.parent === null || !seen.has(node.parent)) if (!passed(node)) reader.read(node, false)
  return reader.fields
}

/** What holds a main heading is the page, though it looks like what stands beside it: the columns of a layout. */
function headingAncestors(elements: readonly SeenElement[]): Set<TreeNode> {
  const found = new Set<TreeNode>()
  for (const { node } of elements) {
    if (node.name !== 'h1') continue
    for (let at = node.parent; at !== null && !found.has(at); at = at.parent) found.add(at)
  }
  return found
}

/**
 * Reads the entities of microdata (HTML standard, 5 Microdata), with two deviations that pages rely on: `content` is
 * the value of any element that has it, and the URL of a link is the value only of properties that name a URL.
 */
import { factLimits } from '../limits/structured-limits.ts'
import { attribute, hasAttribute, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { StatedEntity, StatedValue } from '@seine/shared/pages/facts.ts'
import { elementValue } from './elements/element-value.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { EntityBuilder, tokensOf, withoutVocabulary } from './elements/vocabulary.ts'
import { walk } from './elements/walk.ts'

/**
 * Returns the entities that are not part of another one, in document order.
 * @param items elements with `itemscope`.
 * @param byId elements with an id.
 */
export function microdataEntities(
  items: readonly TreeNode[],
  byId: ReadonlyMap<string, TreeNode>,
  urls: UrlResolver,
  budget: FactBudget,
): StatedEntity[] {
  const reader = new MicrodataReader(byId, urls, budget)
  const entities: StatedEntity[] = []
  for (const item of items) {
    if (entities.length >= factLimits.entitiesMax || budget.isFull) break
    // An item with `itemprop` outside any other item is a mistake and counts as an entity, unless an item refers to it.
    if (hasAttribute(item, 'itemprop') && (reader.isTaken(item) || hasItemAround(item, budget))) continue
    const entity = reader.read(item)
    if (entity !== null) entities.push(entity)
  }
  return entities
}

function hasItemAround(item: TreeNode, budget: FactBudget): boolean {
  for (let at = item.parent; at !== null && budget.look(); at = at.parent)
    if (hasAttribute(at, 'itemscope')) return true
  return false
}

class MicrodataReader {
  readonly #byId: ReadonlyMap<string, TreeNode>
  readonly #urls: UrlResolver
  readonly #budget: FactBudget
  readonly #inside = new Set<TreeNode>()
  /** Items that are the value of a property. */
  readonly #taken = new Set<TreeNode>()
  #left: number = factLimits.entityValuesMax

  constructor(byId: ReadonlyMap<string, TreeNode>, urls: UrlResolver, budget: FactBudget) {
    this.#byId = byId
    this.#urls = urls
    this.#budget = budget
  }

  isTaken(item: TreeNode): boolean {
    return this.#taken.has(item)
  }

  /** @returns null for an item without properties. */
  read(item: TreeNode): StatedEntity | null {
    const builder = new EntityBuilder('microdata', tokensOf(attribute(item, 'itemtype')).map(withoutVocabulary))
    this.#inside.add(item)
    const id = attribute(item, 'itemid') ?? (item.name === 'a' ? attribute(item, 'href') : null)
    if (id !== null && id !== '') builder.add('@id', this.#urls.resolve(id) ?? id)
    this.#properties(item, builder)
    for (const reference of tokensOf(attribute(item, 'itemref'))) {
      const referred = this.#byId.get(reference)
      if (referred === undefined || this.#inside.has(referred)) continue
      if (this.#property(referred, builder)) this.#properties(referred, builder)
    }
    this.#inside.delete(item)
    return builder.isEmpty ? null : builder.entity
  }

  #properties(root: TreeNode, builder: EntityBuilder): void {
    walk(root, {
      isDone: () => this.#left <= 0 || !this.#budget.look(),
      enter: (node) => node.text === null && this.#property(node, builder),
    })
  }

  /** @returns whether the descendants of the element belong to the same item. */
  #property(node: TreeNode, builder: EntityBuilder): boolean {
    const names = attribute(node, 'itemprop')
    const isOfItem = !hasAttribute(node, 'itemscope')
    if (names !== null) {
      for (const name of tokensOf(names)) {
        const property = withoutVocabulary(name)
        const value = isOfItem ? elementValue(node, property, this.#urls, this.#budget) : this.#nested(node)
        if (value !== null && this.#left-- > 0) builder.add(property, value)
      }
    }
    return isOfItem
  }

  #nested(item: TreeNode): StatedValue | null {
    this.#taken.add(item)
    if (this.#inside.has(item) || this.#inside.size >= factLimits.entityDepthMax) return null
    return this.read(item)
  }
}

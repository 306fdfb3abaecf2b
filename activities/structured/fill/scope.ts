/** Scope of filling an object: the places where its values are looked up. */
import type { ItemField, StructuredFacts, SiblingItem } from '@seine/shared/pages/facts.ts'
import type { Bag } from './values/bag.ts'
import type { SchemaObject } from './values/schema-node.ts'
import type { StepBudget } from './values/step-budget.ts'

/** A thing in which values are looked up. */
export interface FillPlace {
  bag: Bag
  /** Minimum weight of a match that is used. */
  weightMin: number
  /**
   * False to skip properties that almost everything has (a name, an image): here they would belong to something else.
   */
  takesCommon: boolean
  /** True when a party is filled from the page of something else: see `isOfOneThing`. */
  isOfOther?: boolean
}

/** Data that stay the same for one page. */
export interface FillPage {
  facts: StructuredFacts
  root: SchemaObject
  /** Fields of the page that belong to no item of a group. */
  fields: readonly ItemField[]
  /** Fields of the page between its main heading and the next one; empty without a main heading. */
  mainSection: readonly ItemField[]
  /** True when the page is an article or similar: a plain date then means its publication. */
  isArticle: boolean
  /** True when the schema asks for what is sold. */
  isProduct: boolean
  /** True when the schema asks for a party by its contacts: its name is not the heading of any page. */
  isOfParty: boolean
  budget: StepBudget
}

export interface FillScope {
  page: FillPage
  /** Best first. */
  places: readonly FillPlace[]
  /** True for the scope of the whole page: its lists, tables and patterns are used too. */
  isPage: boolean
  /** The item that is filled from, whose values may be found by their form; null if none exists. */
  item: SiblingItem | null
  level: number
}

/** Returns the place of a thing, from which common properties such as its name may be taken. */
export const plainPlace = (bag: Bag): FillPlace => ({ bag, weightMin: 0.5, takesCommon: true })

/** Returns the scope of one thing inside another scope. */
export const scopeOf = (outer: FillScope, bag: Bag, item: SiblingItem | null = null): FillScope => ({
  page: outer.page,
  places: [plainPlace(bag)],
  isPage: false,
  item,
  level: outer.level + 1,
})

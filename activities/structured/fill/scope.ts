/** Where values of an object are looked for. */
import type { ItemField, StructuredFacts, SiblingItem } from '@seine/shared/pages/facts.ts'
import type { Bag } from './values/bag.ts'
import type { SchemaObject } from './values/schema-node.ts'
import type { StepBudget } from './values/step-budget.ts'

/** A thing that values are looked for in. */
export interface FillPlace {
  bag: Bag
  /** What a name must be worth to be believed. */
  weightMin: number
  /** False where everything has what nearly everything has (a name, a picture): these are of something else then. */
  takesCommon: boolean
}

/** What stays the same for a page. */
export interface FillPage {
  facts: StructuredFacts
  root: SchemaObject
  /** Parts of the page that are of no item of a group. */
  fields: readonly ItemField[]
  /** True where the page is something that is published: its date is that of the publication. */
  isArticle: boolean
  budget: StepBudget
}

export interface FillScope {
  page: FillPage
  /** Best first. */
  places: readonly FillPlace[]
  /** True for what the whole page is about: lists, tables and patterns of the page count too. */
  isPage: boolean
  /** The item that is filled from, to read values by what they look like; null without one. */
  item: SiblingItem | null
  level: number
}

export const plainPlace = (bag: Bag): FillPlace => ({ bag, weightMin: 0.5, takesCommon: true })

/** The inside of one thing. */
export const scopeOf = (outer: FillScope, bag: Bag, item: SiblingItem | null = null): FillScope => ({
  page: outer.page,
  places: [plainPlace(bag)],
  isPage: false,
  item,
  level: outer.level + 1,
})

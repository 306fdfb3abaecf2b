/** Names of vocabularies, and a builder of the entities that use them. */
import type { StatedEntity, StatedValue } from '@seine/shared/pages/facts.ts'

/** Removes the vocabulary from a name: `http://schema.org/Product`, `schema:Product` and `Product` become `Product`. */
export const withoutVocabulary = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#'), name.lastIndexOf(':')) + 1)

/** Splits an attribute into names at white space. */
export const tokensOf = (list: string | null): string[] => (list ?? '').split(/\s+/, 100).filter((name) => name !== '')

/** Builds an entity property by property. */
export class EntityBuilder {
  readonly entity: StatedEntity
  readonly #properties: Record<string, StatedValue[]>

  constructor(source: StatedEntity['source'], types: readonly string[]) {
    // The names come from the page and must never reach a prototype.
    this.#properties = Object.create(null) as Record<string, StatedValue[]>
    this.entity = { source, types, properties: this.#properties }
  }

  /** True without a property. */
  get isEmpty(): boolean {
    return Object.keys(this.#properties).length === 0
  }

  /** Adds a value to a property; an empty name is ignored. */
  add(name: string, value: StatedValue): void {
    if (name === '') return
    const values = this.#properties[name]
    if (values === undefined) this.#properties[name] = [value]
    else values.push(value)
  }
}

/** True for properties whose value is the URL of an element, if it has one, and not its text. */
export const isAddressProperty = (name: string): boolean =>
  /url|link|image|logo|photo|thumbnail|sameas|^item$|^id$|href|page|embed|download|map|menu|license|target|additionaltype/i.test(
    name,
  )

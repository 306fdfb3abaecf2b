/** Names of a vocabulary, and entities put together by them. */
import type { StatedEntity, StatedValue } from '@seine/shared/pages/facts.ts'

/** A name without its vocabulary: `http://schema.org/Product`, `schema:Product` and `Product` are one. */
export const withoutVocabulary = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#'), name.lastIndexOf(':')) + 1)

/** Names in an attribute, apart by white space. */
export const tokensOf = (list: string | null): string[] => (list ?? '').split(/\s+/, 100).filter((name) => name !== '')

/** An entity that is being put together. */
export class EntityBuilder {
  readonly entity: StatedEntity
  readonly #properties: Record<string, StatedValue[]>

  constructor(source: StatedEntity['source'], types: readonly string[]) {
    // Names come from the page: none of them may reach a prototype.
    this.#properties = Object.create(null) as Record<string, StatedValue[]>
    this.entity = { source, types, properties: this.#properties }
  }

  get isEmpty(): boolean {
    return Object.keys(this.#properties).length === 0
  }

  add(name: string, value: StatedValue): void {
    if (name === '') return
    const values = this.#properties[name]
    if (values === undefined) this.#properties[name] = [value]
    else values.push(value)
  }
}

/** Properties whose value is an address where an element has one, and not the text of it. */
export const isAddressProperty = (name: string): boolean =>
  /url|link|image|logo|photo|thumbnail|sameas|^item$|^id$|href|page|embed|download|map|menu|license|target|additionaltype/i.test(
    name,
  )

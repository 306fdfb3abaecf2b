/** A filled part of a schema. */
import { problemSegment } from '@seine/shared/api/rules/problem-list.ts'
import type { FactSource } from '@seine/shared/pages/facts.ts'

export interface Filled {
  value: unknown
  /** JSON pointer relative to this part -> source. */
  sources: readonly (readonly [string, FactSource])[]
  /** Share of the required properties that were filled, 0 to 1. */
  required: number
}

/** Returns a filled scalar with its source; it lacks no required property. */
export const leaf = (value: unknown, source: FactSource): Filled => ({ value, sources: [['', source]], required: 1 })

/** Returns the sources with the name of a property or an index prepended to their pointers. */
export const below = (name: string | number, filled: Filled): [string, FactSource][] =>
  filled.sources.map(([pointer, source]) => [
    `/${typeof name === 'number' ? name : problemSegment(name)}${pointer}`,
    source,
  ])

/** A part of a schema that was filled. */
import { pointerSegment } from '@seine/shared/api/rules/problem-list.ts'
import type { FactSource } from '@seine/shared/pages/facts.ts'

export interface Filled {
  value: unknown
  /** JSON pointer from this part on → source. */
  sources: readonly (readonly [string, FactSource])[]
  /** Share of the required properties that were filled, 0 to 1. */
  required: number
}

export const leaf = (value: unknown, source: FactSource): Filled => ({ value, sources: [['', source]], required: 1 })

/** Sources below a property or an index. */
export const below = (name: string | number, filled: Filled): [string, FactSource][] =>
  filled.sources.map(([pointer, source]) => [
    `/${typeof name === 'number' ? name : pointerSegment(name)}${pointer}`,
    source,
  ])

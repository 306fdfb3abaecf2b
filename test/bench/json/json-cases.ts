/** The pages of the sample set, with the schema used to read each and the object that a careful reader writes down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `development`: used to develop the rules; `held-out`: not used for it. */
export const sampleSets = ['development', 'held-out'] as const
export type SampleSet = (typeof sampleSets)[number]

export interface JsonCase {
  set: SampleSet
  name: string
  /** Product, recipe, listing and others. */
  kind: string
  url: string
  schema: Record<string, unknown>
  expected: unknown
  html: Uint8Array<ArrayBuffer>
}

const folder = join(import.meta.dirname, '../../json-pages')

/** Returns all cases, ordered by set and name. */
export const readCases = (): JsonCase[] =>
  sampleSets.flatMap((set) =>
    readdirSync(join(folder, set))
      .toSorted()
      .map((name) => readCase(set, name)),
  )

function readCase(set: SampleSet, name: string): JsonCase {
  const path = join(folder, set, name)
  const stated = JSON.parse(readFileSync(join(path, 'case.json'), 'utf8')) as Omit<JsonCase, 'set' | 'name' | 'html'>
  return { set, name, ...stated, html: new Uint8Array(readFileSync(join(path, 'page.html'))) }
}

/** Builds facts of a page for tests; facts that a test does not give are empty. */
import type {
  DocumentFacts,
  ItemField,
  LabelledValue,
  StructuredFacts,
  StatedEntity,
  StatedValue,
} from '@seine/shared/pages/facts.ts'

const nothing: DocumentFacts = {
  url: 'https://shop.example/page',
  canonicalUrl: null,
  title: null,
  heading: null,
  language: 'en',
  opening: null,
  images: [],
  breadcrumbs: [],
  author: null,
  published: null,
  modified: null,
  site: { name: null, telephones: [], emails: [], addresses: [], hasOwnContacts: false },
}

export const pageOf = (
  facts: Partial<Omit<StructuredFacts, 'document'>> & { document?: Partial<DocumentFacts> },
): StructuredFacts => ({
  entities: [],
  meta: {},
  hydration: [],
  labels: [],
  tables: [],
  groups: [],
  fields: [],
  ...facts,
  document: { ...nothing, ...facts.document },
})

/** Builds a JSON-LD entity. */
export const entity = (type: string, properties: Record<string, StatedValue | StatedValue[]>): StatedEntity => ({
  source: 'json-ld',
  types: [type],
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  ),
})

export const label = (name: string, value: string, url: string | null = null): LabelledValue => ({
  source: 'table',
  label: name,
  value,
  url,
})

export const field = (
  names: string,
  text: string,
  url: string | null = null,
  machine: string | null = null,
): ItemField => ({
  names: names.split(' '),
  text,
  url,
  machine,
})

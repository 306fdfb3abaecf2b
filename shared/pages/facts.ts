/**
 * The `json` output: what is known of a page, what a schema is filled with, and what is said of it.
 * Facts are collected and schemas filled in the extraction thread; a model is asked from the process.
 */
import type { JsonReport } from '../api/schemas/json-report.ts'

/** A JSON Schema in the 2020-12 dialect, normalised and bounded; `true` and `false` are schemas too. */
export type JsonSchema = { readonly [keyword: string]: unknown } | boolean

/** Which of a page's own statements a value comes from, best first. */
export const factSources = [
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'meta',
  'hydration',
  'definition-list',
  'table',
  'label',
  'siblings',
  'pattern',
  'document',
] as const
export type FactSource = (typeof factSources)[number]

/** A thing that a page describes in a vocabulary, such as a Product of schema.org. */
export interface StatedEntity {
  source: 'json-ld' | 'microdata' | 'rdfa'
  /** Names without their vocabulary: `Product`; empty where none is given. */
  types: readonly string[]
  /** Properties without their vocabulary, in document order; a property that repeats has several values. */
  properties: Readonly<Record<string, readonly StatedValue[]>>
}

export type StatedValue = string | number | boolean | StatedEntity

/** `Label: value`, wherever it stands. */
export interface LabelledValue {
  source: 'definition-list' | 'table' | 'label'
  /** Without its colon, white space collapsed. */
  label: string
  /** Text as a reader sees it; several lines are joined by a line feed. */
  value: string
  /** Absolute URL of the first link or picture in the value; null without one. */
  url: string | null
}

/** A table whose first row or column names the others. */
export interface DataTable {
  caption: string | null
  /** The heading before the table; null without one. */
  heading: string | null
  header: readonly string[]
  rows: readonly (readonly TableCell[])[]
}

export interface TableCell {
  text: string
  url: string | null
}

/** Elements of the same shape beside each other: cards, results, comments, list items. */
export interface SiblingGroup {
  /** The heading before the group; null without one. */
  heading: string | null
  /** Names the container and its items have: tag, class names, itemprop, id; lower case. */
  names: readonly string[]
  items: readonly SiblingItem[]
}

export interface SiblingItem {
  /** The whole text, white space collapsed. */
  text: string
  /** In document order. */
  fields: readonly ItemField[]
}

/** A part of an item that has a text, a link, a picture or a time of its own. */
export interface ItemField {
  /** What it is called: itemprop, data attributes, class names, tag, label before it; lower case, best first. */
  names: readonly string[]
  text: string
  /** Absolute URL of a link or a picture. */
  url: string | null
  /** `datetime`, `content`, `value` or `data-*` of the element where it says more than the text. */
  machine: string | null
}

/** What is known of the document as a whole. */
export interface DocumentFacts {
  /** Final URL. */
  url: string
  canonicalUrl: string | null
  title: string | null
  /** Text of the first heading of the first level in the content. */
  heading: string | null
  language: string | null
  /** Content of the main content's paragraphs and list items, in order; bounded. */
  paragraphs: readonly string[]
  /** Headings of the content with their level. */
  headings: readonly { level: number; text: string }[]
  /** Absolute URLs of the content's pictures, largest or first first. */
  images: readonly string[]
  /** Links of the content. */
  links: readonly { url: string; text: string }[]
  /** Steps of breadcrumb trails. */
  breadcrumbs: readonly string[]
  /** As the metadata of the page have them: author, date and time of publication and of the last change. */
  author: string | null
  published: string | null
  modified: string | null
}

/** Everything a page says of itself that a field can be filled with. Bounded in size. */
export interface StructuredFacts {
  document: DocumentFacts
  /** Top-level entities; those they refer to are in their properties. In document order. */
  entities: readonly StatedEntity[]
  /** `og:*`, `article:*`, `product:*`, `twitter:*` and plain `meta name`: lower-case name → contents in order. */
  meta: Readonly<Record<string, readonly string[]>>
  /** State that scripts take up (`__NEXT_DATA__`, `__NUXT__`, JSON scripts …), parsed. */
  hydration: readonly unknown[]
  labels: readonly LabelledValue[]
  tables: readonly DataTable[]
  groups: readonly SiblingGroup[]
  /** Parts outside of all groups, menus and footers, in document order: `<span class="price">`, `<time>`, `<h1>`. */
  fields: readonly ItemField[]
}

/** A schema that has been filled. */
export interface FilledJson {
  /** Null when nothing was found. */
  value: unknown
  /** JSON pointer of each field that was filled → where its value comes from. */
  sources: Record<string, FactSource>
}

/** What a page has for the `json` output. */
export interface JsonOutput {
  /** Null when nothing was found; see the report. */
  value: unknown
  report: JsonReport
}

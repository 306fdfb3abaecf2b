/**
 * The `json` output: the facts of a page, the filled schema, and the report about it. Facts are collected and schemas
 * filled in the extraction thread; the language model is called from the main process.
 */
import type { JsonReport } from '../api/schemas/json-report.ts'

/** A JSON Schema in the 2020-12 dialect, normalised and bounded; `true` and `false` are schemas too. */
export type JsonSchema = { readonly [keyword: string]: unknown } | boolean

/** The kind of statement in the page from which a value comes, best first. */
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

/** An entity that a page describes in a vocabulary, such as a Product of schema.org. */
export interface StatedEntity {
  source: 'json-ld' | 'microdata' | 'rdfa'
  /** Type names without their vocabulary, such as `Product`; empty when none is given. */
  types: readonly string[]
  /** Properties without their vocabulary, in document order; a repeated property has several values. */
  properties: Readonly<Record<string, readonly StatedValue[]>>
}

export type StatedValue = string | number | boolean | StatedEntity

/** `Label: value`, in any kind of markup. */
export interface LabelledValue {
  source: 'definition-list' | 'table' | 'label'
  /** Without its colon, white space collapsed. */
  label: string
  /** Text as a reader sees it; several lines are joined by a line feed. */
  value: string
  /** Absolute URL of the first link or image in the value; null without one. */
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

/** Adjacent elements of the same shape: cards, results, comments, list items. */
export interface SiblingGroup {
  /** The heading before the group; null without one. */
  heading: string | null
  /** Names of the container and its items: tag, class names, itemprop, id; lower case. */
  names: readonly string[]
  items: readonly SiblingItem[]
}

export interface SiblingItem {
  /** The whole text, white space collapsed. */
  text: string
  /** In document order. */
  fields: readonly ItemField[]
}

/** A part of an item that has its own text, link, image or time. */
export interface ItemField {
  /** Names of the field: itemprop, data attributes, class names, tag, preceding label; lower case, best first. */
  names: readonly string[]
  text: string
  /** Absolute URL of a link or an image. */
  url: string | null
  /** `datetime`, `content`, `value` or `data-*` of the element when it says more than the text. */
  machine: string | null
}

/** Facts about the document as a whole. */
export interface DocumentFacts {
  /** Final URL. */
  url: string
  canonicalUrl: string | null
  title: string | null
  /** Text of the first top-level heading in the content. */
  heading: string | null
  language: string | null
  /** The first longer paragraph or list item of the content; null without one. */
  opening: string | null
  /** Absolute URLs of the content's images, largest or first ones first. */
  images: readonly string[]
  /** Steps of breadcrumb trails. */
  breadcrumbs: readonly string[]
  /** As in the metadata of the page: author, date and time of publication and of the last change. */
  author: string | null
  published: string | null
  modified: string | null
  site: SiteFacts
}

/** What a page shows about its website outside its content. */
export interface SiteFacts {
  /** null when neither stated nor recognised. */
  name: string | null
  /** As shown, in document order. */
  telephones: readonly string[]
  emails: readonly string[]
  addresses: readonly string[]
  /** True when the content has contacts: they may be those of another party. */
  hasOwnContacts: boolean
}

/** All statements of a page that can fill a field. Bounded in size. */
export interface StructuredFacts {
  document: DocumentFacts
  /** Top-level entities in document order; referenced entities are in their properties. */
  entities: readonly StatedEntity[]
  /** `og:*`, `article:*`, `product:*`, `twitter:*` and plain `meta name`, as lower-case name to contents in order. */
  meta: Readonly<Record<string, readonly string[]>>
  /** State that scripts read (`__NEXT_DATA__`, `__NUXT__`, JSON scripts ...), parsed. */
  hydration: readonly unknown[]
  labels: readonly LabelledValue[]
  tables: readonly DataTable[]
  groups: readonly SiblingGroup[]
  /** Parts outside all groups, menus and footers, in document order: `<span class="price">`, `<time>`, `<h1>`. */
  fields: readonly ItemField[]
}

/** A schema that has been filled. */
export interface FilledJson {
  /** null when nothing was found. */
  value: unknown
  /** Maps the JSON pointer of each filled field to the source of its value. */
  sources: Record<string, FactSource>
}

/** The `json` output of a page. */
export interface JsonOutput {
  /** null when nothing was found; the report has the reason. */
  value: unknown
  report: JsonReport
}

/** Reads Open Packaging Conventions (ECMA-376 part 2): relationships between parts, and core properties. */
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import { noProperties, type DocumentProperties } from './document-page.ts'
import { readXml, xmlText, type XmlHandler } from './xml.ts'
import type { ZipArchive } from './zip-archive.ts'

/** One relationship of a part. */
export interface Relationship {
  /** Last part of the type's URL, such as `hyperlink`, `styles`, `slide`. */
  type: string
  /** Entry name; a URL when external. */
  target: string
  isExternal: boolean
}

export type Relationships = ReadonlyMap<string, Relationship>

/**
 * Returns the relationships of a part by identifier; empty when it has none.
 * @param part entry name of the part; empty for the package itself.
 */
export function readRelationships(zip: ZipArchive, part: string, deadlineMs: number): Relationships {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const bytes = zip.read(`${folder}_rels/${part.slice(slash + 1)}.rels`)
  const found = new Map<string, Relationship>()
  if (bytes === null) return found
  readXml(
    xmlText(bytes),
    {
      enter(name, { Id, Type, Target, TargetMode }) {
        if (name !== 'rel:Relationship' || Id === undefined || Target === undefined) return
        const isExternal = TargetMode === 'External'
        const type = (Type ?? '').slice((Type ?? '').lastIndexOf('/') + 1)
        found.set(Id, { type, target: isExternal ? Target : resolvePart(folder, Target), isExternal })
      },
      leave() {},
    },
    deadlineMs,
  )
  return found
}

/** Resolves a reference relative to a folder to an entry name. */
export function resolvePart(folder: string, reference: string): string {
  const path = reference.split(/[?#]/, 1)[0] ?? ''
  const parts = path.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Returns the target of the first internal relationship of a type, or null. */
export function relatedPart(relationships: Relationships, type: string): string | null {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal) return relationship.target
  }
  return null
}

/**
 * Returns the name of the main part.
 * @throws UnreadableContentError when the package has none.
 */
export function mainPart(packageRelationships: Relationships, zip: ZipArchive, usual: string): string {
  const named = relatedPart(packageRelationships, 'officeDocument') ?? usual
  if (zip.has(named)) return named
  throw new UnreadableContentError('broken_document', `the document has no part ${usual}`)
}

/**
 * Returns the text of a part.
 * @throws UnreadableContentError when it is missing.
 */
export function partText(zip: ZipArchive, part: string): string {
  const bytes = zip.read(part)
  if (bytes === null) throw new UnreadableContentError('broken_document', `the document has no part ${part}`)
  return xmlText(bytes)
}

const propertyOf: Partial<Record<string, keyof DocumentProperties>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:description': 'description',
  'dc:language': 'language',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
}

/** Reads the core properties; all are null when the package has none. */
export function readCoreProperties(
  zip: ZipArchive,
  packageRelationships: Relationships,
  deadlineMs: number,
): DocumentProperties {
  const bytes = zip.read(relatedPart(packageRelationships, 'core-properties') ?? 'docProps/core.xml')
  if (bytes === null) return noProperties
  return readProperties(xmlText(bytes), propertyOf, deadlineMs)
}

/**
 * Reads properties from the texts of elements; of repeated elements the first one counts.
 * @param names property by element name.
 */
export function readProperties(
  xml: string,
  names: Partial<Record<string, keyof DocumentProperties>>,
  deadlineMs: number,
): DocumentProperties {
  const properties = { ...noProperties }
  let current: keyof DocumentProperties | undefined
  let text = ''
  const handler: XmlHandler = {
    enter(name) {
      current = names[name]
      text = ''
    },
    leave() {
      if (current !== undefined && text.trim() !== '') properties[current] ??= text
      current = undefined
    },
    text(piece) {
      if (current !== undefined && text.length < 10_000) text += piece
    },
  }
  readXml(xml, handler, deadlineMs)
  return properties
}

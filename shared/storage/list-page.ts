/** Answers of `ListObjectsV2`, read without a parser of XML in general: it takes most of the CPU of a short listing. */
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'

/** An object in a listing. */
export interface StoredObject {
  key: string
  bytes: number
  lastModifiedMs: number
}

/** A part of a listing. */
export interface ListPage {
  objects: StoredObject[]
  /** Common prefixes, each with its delimiter at the end. */
  folders: string[]
  /** Continues the listing; null: this is its end. */
  nextToken: string | null
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Thrown for XML that is not of the plain form that stores send. */
class UnclearAnswer extends Error {}

/** Returns a text with its references replaced. */
const textOf = (xml: string): string =>
  xml.replaceAll(/&([^;]*);?/g, (_whole, name: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name) ?? []
    const text = hex ?? decimal
    const code = text === undefined ? null : Number.parseInt(text, hex === undefined ? 10 : 16)
    const sign = code === null ? named[name] : code <= 0x10_ffff ? String.fromCodePoint(code) : undefined
    if (sign === undefined) throw new UnclearAnswer(name)
    return sign
  })

/** Returns the text of the first element with this name; null if none exists. */
function fieldOf(xml: string, name: string): string | null {
  const begin = xml.indexOf(`<${name}>`)
  if (begin === -1) return null
  const from = begin + name.length + 2
  const to = xml.indexOf('<', from)
  if (!xml.startsWith(`</${name}>`, to)) throw new UnclearAnswer(name)
  return textOf(xml.slice(from, to))
}

/** Returns the contents of all elements with this name, which contain no element of the same name. */
function elementsOf(xml: string, name: string): { elements: string[]; rest: string } {
  const elements: string[] = []
  let rest = ''
  let at = 0
  for (;;) {
    const begin = xml.indexOf(`<${name}>`, at)
    if (begin === -1) return { elements, rest: rest + xml.slice(at) }
    const from = begin + name.length + 2
    const to = xml.indexOf(`</${name}>`, from)
    if (to === -1) throw new UnclearAnswer(name)
    rest += xml.slice(at, begin)
    elements.push(xml.slice(from, to))
    at = to + name.length + 3
  }
}

function objectOf(xml: string): StoredObject {
  const [key, bytes, modifiedAt] = ['Key', 'Size', 'LastModified'].map((name) => fieldOf(xml, name))
  const lastModifiedMs = Date.parse(modifiedAt ?? '')
  if (key === null || key === undefined || !/^[0-9]+$/.test(bytes ?? '') || Number.isNaN(lastModifiedMs)) {
    throw new UnclearAnswer('an object without a key, a size or a time')
  }
  return { key, bytes: Number(bytes), lastModifiedMs }
}

/** Elements that change what a listing contains, in forms that are not read: with attributes, a prefix, or empty. */
const unreadElement = /<(?:[\w.-]+:)?(?:Contents|CommonPrefixes|EncodingType)\b/

function pageOf(xml: string): ListPage | null {
  // Comments, sections of text as it is, other namespaces and encoded keys are left to the SDK.
  const body = /^\s*(?:<\?xml[^>]*\?>)?\s*<ListBucketResult(?:\s[^>]*)?>(.*)<\/ListBucketResult>\s*$/s.exec(xml)?.[1]
  if (body === undefined || body.includes('<!')) return null
  const { elements, rest } = elementsOf(body, 'Contents')
  const { elements: prefixes, rest: facts } = elementsOf(rest, 'CommonPrefixes')
  const objects = elements.map(objectOf)
  const folders = prefixes.map((each) => {
    const prefix = fieldOf(each, 'Prefix')
    if (prefix === null) throw new UnclearAnswer('a common prefix without its text')
    return prefix
  })
  const [isTruncated, nextToken, count] = ['IsTruncated', 'NextContinuationToken', 'KeyCount'].map((name) =>
    fieldOf(facts, name),
  )
  if (!(isTruncated === 'true' || isTruncated === 'false') || unreadElement.test(facts)) return null
  if (typeof count === 'string' && Number(count) !== objects.length + folders.length) return null
  if (isTruncated === 'false') return { objects, folders, nextToken: null }
  return typeof nextToken === 'string' && nextToken !== '' ? { objects, folders, nextToken } : null
}

/** Reads an answer. @returns null when it is not certain what it says. */
export function readListPage(xml: string): ListPage | null {
  try {
    return pageOf(xml)
  } catch (error) {
    if (error instanceof UnclearAnswer) return null
    throw error
  }
}

/** Returns an answer as the SDK has read it. */
export const listPageOf = ({
  Contents = [],
  CommonPrefixes = [],
  NextContinuationToken = '',
}: ListObjectsV2CommandOutput): ListPage => ({
  objects: Contents.flatMap(({ Key, Size = 0, LastModified }) =>
    Key === undefined ? [] : [{ key: Key, bytes: Size, lastModifiedMs: LastModified?.getTime() ?? 0 }],
  ),
  folders: CommonPrefixes.flatMap(({ Prefix }) => Prefix ?? []),
  nextToken: NextContinuationToken === '' ? null : NextContinuationToken,
})

/** Reads what the JSON-LD of a page states about the page's main work. */
import { isItem, textOf, typesOf, valuesOf, type JsonLdItem } from './json-ld.ts'

/** Facts as stated, not normalized. */
export interface ArticleData {
  /** True when an item is an article or a blog or forum posting. */
  isArticle: boolean
  /** True when an item is a question or a forum thread. */
  isThread: boolean
  headline: string | null
  description: string | null
  authors: string[]
  /** True when the authors are organizations rather than persons. */
  areOrganisations: boolean
  published: string | null
  modified: string | null
  language: string | null
  publisher: string | null
  siteName: string | null
}

const nestingMax = 4
const worksMax = 50

/** Returns how likely an item of this type is the page itself, 1 to 3; 0 when the type says nothing about the page. */
const rankOf = (type: string): number => {
  if (/article$|posting$|^report$|^recipe$|^howto$|^review$|^claimreview$/.test(type)) return 3
  if (/^(question|videoobject|podcastepisode|course|book|dataset|creativework|blog|event|discussion\w*)$/.test(type))
    return 2
  return type.endsWith('page') ? 1 : 0
}

interface Work {
  item: JsonLdItem
  rank: number
}

/**
 * Reads the facts from the items of a page.
 * @param items in document order, see `readJsonLd`.
 */
export function articleData(items: readonly JsonLdItem[]): ArticleData {
  const byId = new Map<string, JsonLdItem>()
  for (const item of items) {
    const id = item['@id']
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, item)
  }
  const works = worksOf(items)
  const first = (read: (item: JsonLdItem) => string | null): string | null => {
    for (const { item } of works) {
      const value = read(item)
      if (value !== null) return value
    }
    return null
  }
  const published =
    first((item) => textOf(item, 'datePublished')) ??
    first((item) => textOf(item, 'dateCreated') ?? textOf(item, 'uploadDate'))
  const isOf = (pattern: RegExp): boolean => works.some(({ item }) => typesOf(item).some((type) => pattern.test(type)))
  return {
    isArticle: isOf(/article$|posting$/),
    isThread: isOf(/^discussionforumposting$|^qapage$|^question$/),
    headline: first((item) => textOf(item, 'headline')),
    description: first((item) => textOf(item, 'description')),
    ...authorsOf(works, byId),
    published,
    modified: first((item) => textOf(item, 'dateModified')),
    language: first((item) => textOf(item, 'inLanguage')),
    publisher: first((item) => namesOf(item, 'publisher', byId)[0]?.name ?? null),
    siteName: siteNameOf(items),
  }
}

/** Returns the items that are the page or its main entity, highest rank first. */
function worksOf(items: readonly JsonLdItem[]): Work[] {
  const works: Work[] = []
  let level: readonly JsonLdItem[] = items
  for (let depth = 0; depth < nestingMax && works.length < worksMax; depth++) {
    const below: JsonLdItem[] = []
    for (const item of level) {
      const rank = Math.max(0, ...typesOf(item).map(rankOf))
      if (rank > 0) works.push({ item, rank })
      for (const name of ['mainEntity', 'mainEntityOfPage']) below.push(...valuesOf(item, name).filter(isItem))
    }
    level = below.slice(0, worksMax)
  }
  return works.slice(0, worksMax).toSorted((a, b) => b.rank - a.rank)
}

interface Name {
  name: string
  isPerson: boolean
}

function authorsOf(
  works: readonly Work[],
  byId: Map<string, JsonLdItem>,
): Pick<ArticleData, 'authors' | 'areOrganisations'> {
  let organisations: string[] = []
  for (const { item } of works) {
    const names = namesOf(item, 'author', byId)
    if (names.length === 0) names.push(...namesOf(item, 'creator', byId))
    const persons = names.filter(({ isPerson }) => isPerson).map(({ name }) => name)
    if (persons.length > 0) return { authors: persons, areOrganisations: false }
    if (organisations.length === 0) organisations = names.map(({ name }) => name)
  }
  return { authors: organisations, areOrganisations: true }
}

/** Returns the names of the persons or organizations in a property; resolves references by @id. */
function namesOf(item: JsonLdItem, property: string, byId: Map<string, JsonLdItem>): Name[] {
  const names: Name[] = []
  for (const value of valuesOf(item, property)) {
    if (typeof value === 'string') names.push({ name: value, isPerson: true })
    if (!isItem(value)) continue
    const id = value['@id']
    const target = value['name'] === undefined && typeof id === 'string' ? (byId.get(id) ?? value) : value
    const name = nameOf(target)
    if (name !== null) names.push({ name, isPerson: !typesOf(target).includes('organization') })
  }
  return names
}

function nameOf(item: JsonLdItem): string | null {
  const [first] = valuesOf(item, 'name')
  if (isItem(first)) return textOf(item, 'name') ?? textOf(first, 'name')
  const name = valuesOf(item, 'name')
    .filter((each) => typeof each === 'string')
    .join(', ')
  if (name !== '') return name
  const parts = [textOf(item, 'givenName'), textOf(item, 'familyName')].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : textOf(item, 'alternateName')
}

function siteNameOf(items: readonly JsonLdItem[]): string | null {
  for (const item of items) if (typesOf(item).includes('website')) return textOf(item, 'name')
  return null
}

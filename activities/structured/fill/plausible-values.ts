/** Rejects values that a name speaks for, but neither their form nor the page: what is uncertain is left out. */
import { isBag, type Value } from './values/bag.ts'
import { isLogo } from './logo-pictures.ts'
import type { FillScope } from './scope.ts'
import { isSectionName } from './section-names.ts'
import { isContactKey, isDatedOrSigned } from './site-scope.ts'
import { keyOf } from './values/names.ts'
import type { WantedValue } from './values/wanted.ts'

const placeMaxCharacters = 60
const partyWordsMax = 5
/** Ratings are out of 5, 10 or 100; a bare number above ten in an element named rating is a count of ratings. */
const bareRatingMax = 10

/** False for a value that is something else than what its name says. */
export function isPlausible(value: Value, wanted: WantedValue, scope: FillScope): boolean {
  if (isBag(value) || typeof value.value === 'boolean') return true
  const text = String(value.value).trim()
  const { source } = value
  const { facts, isArticle } = scope.page
  const id = wanted.concepts[0]?.id
  if (wanted.kind === 'heading')
    return (
      !isSlug(text) &&
      (id !== 'name' || !scope.isPage || !scope.page.isOfParty || isPartyName(value.source, text, scope))
    )
  if (id === 'image' && scope.isPage && (isArticle || scope.page.isProduct))
    return structured.has(source) || !isLogo(value.url ?? text)
  if (wanted.kind === 'person') return source !== 'hydration' || !/^\d+$/.test(text)
  if (wanted.kind === 'rating')
    return (
      source !== 'label' || !(/^\(?\d+\)?$/.test(text) && Number.parseInt(text.replace('(', ''), 10) > bareRatingMax)
    )
  if (id === 'sku')
    return source !== 'hydration' || !/^\d{1,8}$/.test(text) || facts.labels.every(({ label }) => label !== 'SKU')
  if (id === 'city' || id === 'country' || id === 'region')
    return text.length <= placeMaxCharacters && !/[:.?!]\s|[:?!]$/.test(text)
  if (id === 'category' && isArticle && scope.isPage && source === 'label')
    return isSectionName(text, [facts.document.heading, facts.document.title])
  if (id === 'category' && (source === 'meta' || source === 'hydration')) return !/^[a-z\d]+(?:-[a-z\d]+)+/.test(text)
  return true
}

/** True for the last part of a URL, which states keep beside the title: `best-wireless-earbuds`. */
const isSlug = (text: string): boolean => /^[a-z\d]+(?:-[a-z\d]+){2,}$/.test(text)

/**
 * True when a heading or title can be the name of a party: it is short, and not the title of an article, which is about
 * a party only if its labels have contacts.
 */
function isPartyName(source: Value['source'], text: string, { page }: FillScope): boolean {
  const { document, labels, meta } = page.facts
  if (structured.has(source) || text === document.site.name) return true
  if (text.split(/\s+/).length > partyWordsMax || /^\d|[?!:|]/.test(text)) return false
  const isAboutParty = labels.some(({ label, value }) => isContactKey(keyOf(label)) && /@|\d{3}/.test(value))
  return isAboutParty || (!isDatedOrSigned(document, meta) && source !== 'label')
}

/** Sources that name the thing which has the value. */
const structured: ReadonlySet<Value['source']> = new Set([
  'json-ld',
  'microdata',
  'rdfa',
  'hydration',
  'table',
  'definition-list',
])

/** Rejects values that only a name supports, not their form or the rest of the page: uncertain values are left out. */
import type { ItemField, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { isBag, type Value } from './values/bag.ts'
import { isLogo } from './logo-pictures.ts'
import { hasPictureEnding, isPreviewOnly } from './preview-pictures.ts'
import { mayBeRating } from './rating-fields.ts'
import type { FillScope } from './scope.ts'
import { isSectionName } from './section-names.ts'
import { isContactKey } from './site-scope.ts'
import { conceptsOf } from './values/concepts.ts'
import { keyOf, squashed } from './values/names.ts'
import { numberIn } from './values/numbers.ts'
import type { WantedValue } from './values/wanted.ts'

const placeMaxCharacters = 60
const placeWordsMax = 6
const ratingMaxCharacters = 80
/** Several numbers of stars are the choices of a form. */
const starChoices = /(?:\d\s*(?:stars?|sterne?|étoiles?|estrellas?|stell[ae])(?!\p{L})[^]*){2}/iu
const partyWordsMax = 5
/** Ratings are out of 5, 10 or 100. */
const bareRatingMax = 10
const labelledRatingMax = 100

/** False for a value that is something else than what its name says. */
export function isPlausible(value: Value, wanted: WantedValue, scope: FillScope): boolean {
  if (isBag(value) || typeof value.value === 'boolean') return true
  const text = String(value.value).trim()
  const { source } = value
  const { facts, isArticle } = scope.page
  const id = wanted.concepts[0]?.id
  if (wanted.kind === 'heading')
    return (
      !(source === 'hydration' && isSlug(text) && hasOtherName(text, scope)) &&
      (id !== 'name' || !scope.isPage || !scope.page.isOfParty || isPartyName(value.source, text, scope))
    )
  if (id === 'image' && scope.isPage && (isArticle || scope.page.isProduct))
    return structured.has(source) || isOwnPicture(value.url ?? text, source, facts)
  if (id === 'description' && scope.isPage && scope.page.isProduct) return isDescription(text, source, facts.fields)
  if (wanted.kind === 'rating')
    return (
      !starChoices.test(text.slice(0, 2 * ratingMaxCharacters)) &&
      (!loose.has(source) || mayBeRating(text)) &&
      (source !== 'label' || isRatingNumber(text, wanted, scope.page))
    )
  if (id === 'reviewCount' && source === 'label' && scope.isPage) return isOwnCount(text, wanted, scope.page)
  if (id === 'sku')
    return (
      source !== 'hydration' || !/^\d{1,8}$/.test(text) || !facts.labels.some(({ label }) => isArticleNumber(label))
    )
  if (id === 'city' || id === 'country' || id === 'region')
    return programs.has(source) || (text.length <= placeMaxCharacters && isPlaceName(text))
  if (id === 'category' && isArticle && scope.isPage && source === 'label')
    return isSectionName(text, [facts.document.heading, facts.document.title])
  if (id === 'category' && (source === 'meta' || source === 'hydration'))
    return !text.split(/,\s*/).every(isCategoryKey)
  return true
}

/** Sources that are written for programs: their keys say what a value is. */
const programs: ReadonlySet<Value['source']> = new Set([
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'meta',
  'hydration',
])

/** A mark or full stop that ends a part of a sentence; the stops of `St. Louis` and `Frankfurt a. d. Oder` do not. */
const sentence = /[:?!](?:\s|$)|(?<!\p{L})(?:\p{Ll}\p{L}{2,}|\p{L}{5,})\.\s/u

const heads: ReadonlySet<Value['source']> = new Set(['meta', 'open-graph'])
const beginningCharacters = 30
const descriptionMinCharacters = 60

/** False for the first text of a product's page, for short texts behind a label, and for descriptions only in the head. */
function isDescription(text: string, source: Value['source'], fields: StructuredFacts['fields']): boolean {
  if (source === 'document') return false
  return source === 'label' ? text.length >= descriptionMinCharacters : !heads.has(source) || isShown(text, fields)
}

/** True for a description in the head that the page shows too: others advertise a product to readers elsewhere. */
function isShown(text: string, fields: StructuredFacts['fields']): boolean {
  const beginning = squashed(text).slice(0, beginningCharacters)
  return fields.some((field) => squashed(field.text.slice(0, 4 * beginningCharacters)).startsWith(beginning))
}

const isPlaceName = (text: string): boolean => !sentence.test(text) && text.split(/\s+/).length <= placeWordsMax

/** False for logos, pictures only for previews of links, and links of a page that a class calls its image. */
function isOwnPicture(url: string, source: Value['source'], facts: StructuredFacts): boolean {
  return !isLogo(url) && (source !== 'label' || hasPictureEnding(url)) && !isPreviewOnly(url, facts)
}

/** Sources whose names are those that a page shows its readers, or chosen freely. */
const loose: ReadonlySet<Value['source']> = new Set(['table', 'definition-list', 'label', 'meta', 'open-graph'])

/** True for a number of reviews at the main heading, and for the only one of the page: others are of related things. */
function isOwnCount(text: string, { keys }: WantedValue, { facts, fields, mainSection }: FillScope['page']): boolean {
  if (mainSection.some((field) => field.text.trim() === text)) return true
  const labels = facts.labels.map(({ label, value }) => ({ names: [label], text: value }))
  return areAlike(text, { keys }, [...labels, ...fields])
}

/** True when all numbers with a name of what is asked for are the same: different ones are of different things. */
function areAlike(
  text: string,
  { keys }: Pick<WantedValue, 'keys'>,
  fields: readonly Pick<ItemField, 'names' | 'text'>[],
): boolean {
  const numbers = fields.filter(
    ({ names, text: other }) => /^\(?\d/.test(other) && names.some((name) => keys.has(keyOf(name))),
  )
  return numbers.every((other) => numberOf(other.text) === numberOf(text))
}

const numberOf = (text: string): number | null => numberIn(text, { isGrouped: true, isMoney: false })

const isArticleNumber = (label: string): boolean => conceptsOf(keyOf(label)).some(({ id }) => id === 'sku')

/**
 * False for sentences, and for bare numbers in an element that is only named rating by its
 * class: above ten they count the ratings, and below the main section they are those of single reviews. A decimal
 * number below it counts when the page has no other rating.
 */
function isRatingNumber(text: string, wanted: WantedValue, { facts, fields, mainSection }: FillScope['page']): boolean {
  if (text.length > ratingMaxCharacters) return false
  const digits = /^\(?(\d+(?:[.,]\d+)?)\)?$/.exec(text)?.[1]?.replace(',', '.')
  if (digits === undefined) return true
  const isOfMain = mainSection.some((field) => field.text.trim() === text)
  if (Number(digits) <= bareRatingMax && isOfMain) return true
  if (digits.includes('.')) return areAlike(text, wanted, fields)
  return (
    Number(digits) <= labelledRatingMax &&
    facts.labels.some(({ label, value }) => value.trim() === text && !/(?:ratings|bewertungen)$/i.test(label))
  )
}

/** True for the form of the last part of a URL, which states keep beside the title: `best-wireless-earbuds`. */
const isSlug = (text: string): boolean => /^[a-z\d]+(?:-[a-z\d]+){2,}$/.test(text)

/** True for the key of a category, as programs write it: `home-garden`, not `sci-fi` or `non-fiction`. */
const isCategoryKey = (text: string): boolean => isSlug(text) || /^[a-z\d]{4,}-[a-z\d]+$/.test(text)

/** True when the thing has a name in another form, and the page does not show this one: package names look like slugs. */
function hasOtherName(text: string, { page, places }: FillScope): boolean {
  const { title, heading } = page.facts.document
  if (title?.includes(text) === true || heading?.includes(text) === true) return false
  return places.some(({ bag }) =>
    nameKeys.some((key) =>
      bag.under(key).some(({ values }) => values.some((value) => !isBag(value) && !isSlug(String(value.value)))),
    ),
  )
}

const nameKeys = ['name', 'title', 'headline', 'heading']

/**
 * True when a heading or title can be the name of a party: it is short, and the labels of the page have contacts. Other
 * headings name articles, services and offers.
 */
function isPartyName(source: Value['source'], text: string, { page }: FillScope): boolean {
  const { document, labels } = page.facts
  if (structured.has(source) || text === document.site.name) return true
  if (text.split(/\s+/).length > partyWordsMax || /^\d+[\s+]|[?!:|]/.test(text)) return false
  return labels.some(({ label, value }) => isContactKey(keyOf(label)) && /@|\d{3}/.test(value))
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

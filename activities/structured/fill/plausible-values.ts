/** Rejects values that a name speaks for, but neither their form nor the page: what is uncertain is left out. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { isBag, type Value } from './values/bag.ts'
import { isLogo } from './logo-pictures.ts'
import type { FillScope } from './scope.ts'
import { isSectionName } from './section-names.ts'
import { isContactKey, isDatedOrSigned } from './site-scope.ts'
import { conceptsOf } from './values/concepts.ts'
import { keyOf } from './values/names.ts'
import type { WantedValue } from './values/wanted.ts'

const placeMaxCharacters = 60
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
    return structured.has(source) || !isLogo(value.url ?? text)
  if (wanted.kind === 'rating') return source !== 'label' || isRatingNumber(text, facts.labels)
  if (id === 'sku')
    return (
      source !== 'hydration' || !/^\d{1,8}$/.test(text) || !facts.labels.some(({ label }) => isArticleNumber(label))
    )
  if (id === 'city' || id === 'country' || id === 'region')
    return programs.has(source) || (text.length <= placeMaxCharacters && !sentence.test(text))
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

const isArticleNumber = (label: string): boolean => conceptsOf(keyOf(label)).some(({ id }) => id === 'sku')

/** False for a bare number above ten in an element that is only named rating by its class: it counts the ratings. */
function isRatingNumber(text: string, labels: StructuredFacts['labels']): boolean {
  const digits = /^\(?(\d+)\)?$/.exec(text)?.[1]
  if (digits === undefined || Number(digits) <= bareRatingMax) return true
  return (
    Number(digits) <= labelledRatingMax &&
    labels.some(({ label, value }) => value.trim() === text && !/(?:ratings|bewertungen)$/i.test(label))
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
 * True when a heading or title can be the name of a party: it is short, and not the title of an article, which is about
 * a party only if its labels have contacts.
 */
function isPartyName(source: Value['source'], text: string, { page }: FillScope): boolean {
  const { document, labels, meta } = page.facts
  if (structured.has(source) || text === document.site.name) return true
  if (text.split(/\s+/).length > partyWordsMax || /^\d+[\s+]|[?!:|]/.test(text)) return false
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

/** Recognises schemas that ask for who runs a website, and reads them from what the page shows about it. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { statePartsOf } from './state-search.ts'
import { addressParts } from './values/address-parts.ts'
import { Bag, entryOf, rawOf, type BagEntry } from './values/bag.ts'
import { conceptsOf } from './values/concepts.ts'
import { keyOf } from './values/names.ts'
import type { StepBudget } from './values/step-budget.ts'
import type { WantedValue } from './values/wanted.ts'

/** Titles of schemas that ask for the party behind a website; a company or a store may be what the page is about. */
const partyTitles = new Set(['organization', 'organisation', 'publisher', 'website', 'imprint', 'impressum'])
/** Concepts by which one reaches a party. */
const contacts = new Set(['telephone', 'email', 'address', 'street', 'city', 'postalCode', 'fax'])
/** Concepts that a party may have besides these. */
const besides = new Set([
  'name', 'description', 'image', 'url', 'website', 'sameAs', 'region', 'country', 'latitude', 'longitude',
  'openingHours', 'priceRange', 'employer', 'siteName',
]) // prettier-ignore
const contactsMin = 2

/**
 * True when a schema describes a party by its contacts and the page has no party as its subject: it is an article, a
 * product or the home page, and neither its content nor its labels nor its state have contacts. The website's own are meant then.
 * @param title key of the schema's title.
 */
export function isAboutSite(
  wanted: readonly WantedValue[],
  title: string,
  facts: StructuredFacts,
  budget: StepBudget,
): boolean {
  if (!asksForParty(wanted, title)) return false
  const { document, meta } = facts
  const { site, url } = document
  if (site.name === null || site.hasOwnContacts) return false
  if (!isDatedOrSigned(document, meta) && URL.parse(url)?.pathname !== '/') return false
  return (
    !facts.labels.some(({ label, value }) => isContactKey(keyOf(label)) && /@|\d/.test(value)) &&
    !statePartsOf(facts.hydration, budget).objects.some((object) =>
      Object.entries(object).some(([key, value]) => isContactKey(keyOf(key)) && isContactText(value)),
    )
  )
}

/** True when a schema describes a party by its contacts. @param title key of the schema's title. */
export function asksForParty(wanted: readonly WantedValue[], title: string): boolean {
  const ids = wanted.map(({ concepts }) => concepts[0]?.id ?? '')
  const count = ids.filter((id) => contacts.has(id)).length
  return partyTitles.has(title) && count >= contactsMin && ids.every((id) => contacts.has(id) || besides.has(id))
}

/** True for articles and products, beside which the party is the website's: they are dated, signed, or say what they are. */
export const isDatedOrSigned = (
  { author, published }: StructuredFacts['document'],
  meta: StructuredFacts['meta'],
): boolean =>
  author !== null ||
  published !== null ||
  meta['og:type']?.some((type) => /^(?:og:)?(?:article|product)/.test(type)) === true

/** True for the key of a name under which contacts are found. */
export const isContactKey = (key: string): boolean => conceptsOf(key).some(({ id }) => contacts.has(id))

const contactDigitsMin = 5

/** True for mail addresses and for numbers of telephones and postal areas; false for texts and widths of layouts. */
const isContactText = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') &&
  (/@[\w-]+\./.test(String(value)) || (String(value).match(/\d/g) ?? []).length >= contactDigitsMin)

/** Returns the website's own name and contacts as a thing. */
export function siteBag({ document }: StructuredFacts): Bag {
  const { name, telephones, emails, addresses } = document.site
  return new Bag('document', ['Organization'], null, () => {
    const entries: BagEntry[] = []
    const add = (key: string, values: readonly (string | null)[]): void => {
      const raws = values.filter((value) => value !== null).map((value) => rawOf(value, 'document'))
      if (raws.length > 0) entries.push(entryOf(key, raws))
    }
    add('name', [name])
    add('telephone', telephones.slice(0, 1))
    add('email', emails.slice(0, 1))
    add('address', addresses.slice(0, 1))
    const parts = addresses[0] === undefined ? null : addressParts(addresses[0])
    add('street address', [parts?.street ?? null])
    add('address locality', [parts?.city ?? null])
    add('address region', [parts?.region ?? null])
    add('postal code', [parts?.postalCode ?? null])
    add('address country', [
      parts?.country !== undefined && /^[\p{L} ]{2,20}$/u.test(parts.country ?? '') ? parts.country : null,
    ])
    return entries
  })
}

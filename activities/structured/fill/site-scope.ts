/** Recognises schemas that ask for who runs a website, and reads them from what the page shows about it. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { addressParts } from './values/address-parts.ts'
import { Bag, entryOf, rawOf, type BagEntry } from './values/bag.ts'
import type { WantedValue } from './values/wanted.ts'

const parties = new Set(
  'organization organisation company business firm corporation publisher brand shop store contact imprint impressum'.split(
    ' ',
  ),
)
/** Concepts by which one reaches a party. */
const contacts = new Set(['telephone', 'email', 'address', 'street', 'city', 'postalCode', 'fax'])
/** Concepts that a party may have besides these. */
const besides = new Set([
  'name', 'description', 'image', 'url', 'website', 'sameAs', 'region', 'country', 'latitude', 'longitude',
  'openingHours', 'priceRange', 'employer', 'siteName',
]) // prettier-ignore
const contactsMin = 2

/**
 * True when a schema describes a party by its contacts and the page has no such thing as its subject: the website's
 * own is meant then.
 * @param names words by which the schema names the thing.
 */
export function isAboutSite(
  wanted: readonly WantedValue[],
  names: ReadonlySet<string>,
  { document, labels }: StructuredFacts,
): boolean {
  const ids = wanted.map(({ concepts }) => concepts[0]?.id ?? '')
  const count = ids.filter((id) => contacts.has(id)).length
  if (count < contactsMin || !ids.every((id) => contacts.has(id) || besides.has(id))) return false
  if (document.site.name === null) return false
  return [...parties].some((party) => names.has(party)) && !labels.some(({ source }) => source === 'definition-list')
}

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

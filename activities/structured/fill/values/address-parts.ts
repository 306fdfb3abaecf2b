/** Splits a postal address that is written as one text. */
import { isCountryName } from './country-names.ts'

export interface AddressParts {
  street: string | null
  postalCode: string | null
  city: string | null
  region: string | null
  country: string | null
}

const textMaxCharacters = 300
const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY'
const stateNames =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming'
const provinces = 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT'
const provinceNames =
  'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Quebec|Québec|Saskatchewan|Yukon'
/** The state, which follows the city, and its postal code; `DE 10115 Berlin` is a code of Germany. */
const americanCode = new RegExp(
  `,?\\s+(?:(${states}|${stateNames})[.,]?\\s+(\\d{5}(?:-\\d{4})?)(?!\\d|(?<=DE\\s+\\d{5})\\s+\\p{Lu})|(${provinces}|${provinceNames}),?\\s+([A-Z]\\d[A-Z]\\s?\\d[A-Z]\\d)(?![A-Z\\d]))`,
  'u',
)
const britishCode = /(?<![A-Z\d])([A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[A-Z]\s\d[A-Z]\d)(?![A-Z\d])/
const dutchCode = /(?<!\d)(\d{4}\s[A-Z]{2})(?=\s+\p{Lu})/u
const codeBeforeCity =
  /(?<![\d\p{L}#.-])(?:[A-Z]{1,2}-|[A-Z]{2}\s)?(\d{5}|\d{4}|\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?=\s+\p{Lu})/gu
/**
 * Words behind the name of a street, whose house number looks like a postal code before a city. They need a name:
 * `St. Gallen` is a city.
 */
const streetWord =
  '(?:street|st|road|rd|avenue|ave|av|boulevard|blvd|drive|dr|lane|ln|way|parkway|pkwy|court|ct|square|sq|highway|hwy|terrace|crescent|circle|cir|place|pl|trail|turnpike|pike|expressway|freeway|loop)'
const streetName = new RegExp(
  `(?<=\\p{L}\\S*\\s)${streetWord}(?![\\p{L}-])|^(?:rue|avenue|av|boulevard|bd|calle|avenida|via|viale|piazza|chemin|route|allée)\\.?\\s|^broadway\\b`,
  'iu',
)
/** A part of an address that belongs to the street before it. */
const unitOfStreet = /^(?:suite|ste|unit|apt|apartment|floor|fl|room|rm|building|bldg|p\.?o\.? box)(?!\p{L})|^#/iu
/** A street and a city without a comma between them. */
const streetAndCity = new RegExp(
  `^(\\d.*\\s${streetWord}\\.?(?:\\s[NSEW]{1,2}\\.?)?(?:\\s(?:suite|ste|unit|apt|#)\\.?\\s?\\S*\\d\\S*)?)\\s+(\\p{L}[^\\d]*)$`,
  'iu',
)
/** A unit and a city without a comma between them. */
const unitAndCity = /^((?:#|(?:suite|ste|unit|apt|floor|fl|room|rm)\.?\s)\S+)\s+(\p{L}[^\d]*)$/iu
/** What stands behind a city in the same line: `Berlin Telefon: 030 …`. */
const behindCity = /\s+(?:tel\p{L}*|phone|fon|fax|e-?mail|mobil\p{L}*|[tfpe])\s?[.:].*$/iu
const countries =
  /(?:^|[\s,]+)(Germany|Deutschland|France|Spain|España|Italy|Italia|Austria|Österreich|Switzerland|Schweiz|Suisse|Netherlands|The Netherlands|Nederland|Belgium|Belgique|België|Portugal|Ireland|United Kingdom|UK|USA|United States|Canada|Sweden|Sverige|Norway|Norge|Denmark|Danmark|Finland|Poland|Polska|Japan|Brazil|Brasil|Mexico|México|Australia)\.?\s*$/iu

const trimmed = (text: string | undefined): string | null => {
  const plain = text?.replace(/^[\s,;·–-]+|[\s,;·–-]+$/gu, '') ?? ''
  return plain === '' ? null : plain
}

/**
 * Splits an address at its postal code.
 * @param text one line or several.
 * @returns null when no postal code is found.
 */
export function addressParts(text: string): AddressParts | null {
  const lines = text
    .slice(0, textMaxCharacters)
    .trim()
    .replaceAll(/\s*,?\s*\n\s*/g, ',\n')
    .replaceAll(/\s+[|·•]\s+/g, ', ')
  const { country, rest } = countryOf(lines)
  const american = americanCode.exec(rest)
  if (american !== null) {
    const [, state, zip, province, code] = american
    const place = placeBefore(rest.slice(0, american.index))
    return { ...place, postalCode: zip ?? code ?? null, region: state ?? province ?? null, country }
  }
  const match = britishCode.exec(rest) ?? dutchCode.exec(rest) ?? codeOfCity(rest)
  if (match === null) return null
  const after = trimmed(rest.slice(match.index + match[0].length))
  const before = rest
    .slice(0, match.index)
    .split(/,\s*/)
    .filter((part) => part.trim() !== '')
  if (after !== null) {
    const [city] = after.split(/,\s*/)
    return {
      street: trimmed(before.join(', ')),
      postalCode: match[1] ?? null,
      city: trimmed(city?.replace(behindCity, '')),
      region: null,
      country,
    }
  }
  const city = before.length > 1 ? trimmed(before.pop()) : null
  return { street: trimmed(before.join(', ')), postalCode: match[1] ?? null, city, region: null, country }
}

/** Returns the country that an address ends with, and what stands before it. */
function countryOf(address: string): { country: string | null; rest: string } {
  const named = trimmed(countries.exec(address)?.[1])
  if (named !== null) return { country: named, rest: address.replace(countries, '') }
  const comma = address.lastIndexOf(',')
  const last = comma === -1 ? null : trimmed(address.slice(comma).replace(/\.\s*$/, ''))
  return last !== null && !/\d/.test(last) && isCountryName(last)
    ? { country: last, rest: address.slice(0, comma) }
    : { country: null, rest: address }
}

/** Returns the street of an address, with its number; null when no part of the text is known as one. */
export function streetIn(text: string): string | null {
  const known = addressParts(text)?.street ?? null
  if (known !== null) return known
  const [first = '', ...more] = text.slice(0, textMaxCharacters).split(/\s*[,\n]\s*/)
  if (more.length === 0 || !/\d/.test(first) || !streetName.test(first)) return null
  const end = more.findIndex((part) => !unitOfStreet.test(part))
  return trimmed([first, ...(end === -1 ? more : more.slice(0, end))].join(', '))
}

/** Returns street and city of what stands before a state; a city has no digits. */
function placeBefore(text: string): Pick<AddressParts, 'street' | 'city'> {
  const before = text.split(/,\s*/)
  const city = trimmed(before.pop())
  const [, street, name] = unitAndCity.exec(city ?? '') ?? streetAndCity.exec(city ?? '') ?? []
  if (street !== undefined && name !== undefined)
    return { street: trimmed([...before, street].join(', ')), city: trimmed(name) }
  return city !== null && /\d/.test(city) ? { street: null, city: null } : { street: trimmed(before.join(', ')), city }
}

/** Returns the last postal code with its city behind it; a house number before the name of a street is not a code. */
const codeOfCity = (text: string): RegExpExecArray | null =>
  [...text.matchAll(codeBeforeCity)].findLast((match) => {
    const [line = ''] = text.slice(match.index + match[0].length).split(/,?\n/)
    const [city = '', more = ''] = line.split(/,\s*/)
    const before = text.slice(0, match.index).split('\n')
    const isYear = /^(?:19|20)\d\d$/.test(match[1] ?? '') && !/\d/.test(before.join(''))
    if (isYear || streetName.test(city.trim())) return false
    const isLineStart = before.at(-1) === ''
    return !isLineStart || more === '' || /\d/.test(before.at(-2) ?? '')
  }) ?? null

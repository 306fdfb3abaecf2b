/** Finds parts of an item by the form of their values, when their names do not say what they are. */
import type { DayMonthOrder } from '../../content/metadata/dates.ts'
import type { ItemField } from '@seine/shared/pages/facts.ts'
import { rawOf, type Raw } from './values/bag.ts'
import { namesCharge } from './values/charges.ts'
import { isFormer } from './values/former-prices.ts'
import { keyOf } from './values/names.ts'
import { onlyRatingsWords, ratingFields } from './rating-fields.ts'
import { momentIn } from './values/moments.ts'
import { isPriceLike } from './values/numbers.ts'
import type { WantedValue } from './values/wanted.ts'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const has = (field: ItemField, names: readonly string[]): boolean => field.names.some((name) => names.includes(name))
/** Whether a field of a list item is a picture, by its element or the file extension of its URL. */
export const isPicture = (field: ItemField): boolean =>
  field.url !== null &&
  (has(field, ['img', 'picture', 'source']) || /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|\?)/i.test(field.url))
const textMinCharacters = 30

/** A number beside the words for what is counted: `2 beds`, `87 Bewertungen`. */
interface Count {
  field: ItemField
  amount: string
  words: string
}

const counts = new WeakMap<readonly ItemField[], readonly Count[]>()

/** Returns the counts in fields; remembered, because every number and plain text that is asked for may be one. */
function countsIn(fields: readonly ItemField[]): readonly Count[] {
  const known = counts.get(fields)
  if (known !== undefined) return known
  const found = fields.flatMap((field) => {
    if (field.text.length > 120 || !/\d/.test(field.text)) return []
    return field.text.split(/[·|•()\n/,;]+\s|\s[(–-]/).flatMap((part) => countIn(field, part))
  })
  counts.set(fields, found)
  return found
}

function countIn(field: ItemField, text: string): Count[] {
  if (text.length > 40) return []
  const before = /^[(\s]*(\d[\d.,]*[kK]?)\+?\s*(\p{L}[\p{L}\s]*?)[)\s]*$/u.exec(text)
  const after = /^\s*(\p{L}+)\s+(\d[\d.,]*[kK]?)\s*$/u.exec(text)
  const [amount, words] = before === null ? [after?.[2], after?.[1]] : [before[1], before[2]]
  return amount === undefined || words === undefined ? [] : [{ field, amount, words }]
}

const isOfReviews = ({ concepts }: WantedValue): boolean => concepts[0]?.id === 'reviewCount'

/** Returns the counts of what is asked for. */
function countedIn(fields: readonly ItemField[], wanted: WantedValue): ItemField[] {
  const isReviews = isOfReviews(wanted)
  return countsIn(fields)
    .filter(({ words }) => (isReviews && onlyRatingsWords.test(words)) || wanted.keys.has(keyOf(words)))
    .map(({ field, amount }) => ({ ...field, text: amount, machine: null }))
}

/**
 * Returns the fields whose values have the requested form.
 * @param isPage true for the parts of a whole page, which has many headings and long texts.
 * @param order of day and month in dates.
 * @returns possible values, best first.
 */
export function byKind(
  fields: readonly ItemField[],
  wanted: WantedValue,
  isPage: boolean,
  order: DayMonthOrder,
): Raw[] {
  return fieldsOf(fields, wanted, isPage, order)
    .slice(0, 20)
    .map((field) => rawOf(field.text, isPage ? 'pattern' : 'siblings', field.url, field.machine))
}

function fieldsOf(
  fields: readonly ItemField[],
  wanted: WantedValue,
  isPage: boolean,
  order: DayMonthOrder,
): readonly ItemField[] {
  const isOld = wanted.concepts[0]?.id === 'oldPrice'
  switch (wanted.kind) {
    case 'price':
      // An arbitrary amount must not be used for a charge.
      if (namesCharge(wanted.words)) return []
      return fields.filter((field) => isPriceLike(field.text) && isFormer(field) === isOld)
    case 'currency':
      return fields.filter((field) => isPriceLike(field.text))
    case 'email':
      return fields.filter((field) => field.url?.startsWith('mailto:') === true || /^\S+@\S+\.\S+$/.test(field.text))
    case 'telephone': {
      if (wanted.concepts[0]?.id === 'fax') return fields.filter((field) => /^(?:tele)?fax\b/iu.test(field.text))
      const called = fields.filter(
        (field) =>
          /^(?:tel|phone|fon|mobil|call|☎|📞|電話)[^\d]{0,12}[+(\d]/iu.test(field.text) && field.text.length <= 60,
      )
      return [...fields.filter((field) => field.url?.startsWith('tel:') === true), ...called]
    }
    case 'rating':
      // Of a page with a main heading, those of its section have been read; others may be of related things.
      return [
        ...(isPage && fields.some((field) => has(field, ['h1'])) ? [] : ratingFields(fields)),
        ...fields.filter((field) => /^[★☆]+$/u.test(field.text)),
      ]
    case 'count':
    case 'plain': {
      if (wanted.concepts[0]?.id === 'version') {
        return fields.filter((field) => /^(?:version\s+)?v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/i.test(field.text))
      }
      const counted = countedIn(fields, wanted)
      // Those at the main heading have been read. Different ones are of related things.
      const isOfOthers = isPage && isOfReviews(wanted) && new Set(counted.map(({ text }) => text)).size > 1
      if (counted.length > 0 || isPage) return isOfOthers ? [] : counted
      break
    }
    default:
  }
  if (isPage) return []
  switch (wanted.kind) {
    case 'heading': {
      const named = fields.filter((field) => has(field, headings) && field.text !== '')
      const linked = fields.filter((field) => field.url !== null && !isPicture(field) && /\p{L}{2}/u.test(field.text))
      const strong = fields.filter((field) => has(field, ['strong', 'b', 'dt', 'th', 'summary', 'figcaption']))
      return [...named, ...linked, ...strong]
    }
    case 'person': {
      const byline = fields.filter((field) => /^(?:by|von|par|por|di|door)\s+\p{Lu}/iu.test(field.text))
      const marked = fields.filter((field) => has(field, ['cite', 'b', 'strong', 'address']) && field.text.length <= 60)
      return [...byline, ...marked]
    }
    case 'link': {
      const links = fields.filter((field) => field.url !== null && !isPicture(field) && /^https?:/.test(field.url))
      return [...links.filter((field) => has(field, [...headings, 'title'])), ...links]
    }
    case 'picture':
      return fields.filter(isPicture)
    case 'date': {
      const marked = fields.filter((field) => has(field, ['time']) && field.text !== '')
      return [...marked, ...fields.filter((field) => field.text.length <= 60 && momentIn(field.text, order) !== null)]
    }
    case 'text': {
      const paragraphs = fields.filter((field) => has(field, ['p', 'blockquote', 'dd']))
      const long = fields.filter(
        (field) => field.text.length >= textMinCharacters && !has(field, headings) && field.url === null,
      )
      return [...paragraphs, ...long.toSorted((a, b) => b.text.length - a.text.length)]
    }
    default:
      return []
  }
}

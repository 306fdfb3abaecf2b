/** Finds ratings and their number where a page writes them at its main heading: `Rated 4.9 out of 5 stars`, `(271)`. */
import type { ItemField } from '@seine/shared/pages/facts.ts'
import { withDecimals } from './values/fractions.ts'

const textMaxCharacters = 80
/** Not `5/10/2024`, which is a date. */
const ofScale = /(?:^|\s)(\d(?:[.,]\d+)?)\s*(\/|out of|von|sur|de|su)\s*(?:5|10)(?![\d/.,-]*\d)/iu
const inStars = /(?:^|\s)(\d(?:[.,]\d+)?)\s*(?:stars?|sterne[n]?|étoiles|estrellas|stelle)\b/iu
const ratingWord =
  /(?<!\p{L})(?:rat(?:ed|ings?)|reviews?|reviewed|stars?|scored?|scores|bewert\p{L}*|\p{L}*bewertung(?:en)?|sternen?|not[ae]|avis|étoiles?|estrellas?|stelle|valora\p{L}*|puntua\p{L}*|calific\p{L}*|opini\p{L}*|reseñas?|valutaz\p{L}*|recens\p{L}*|vot[eo])(?!\p{L})/iu
const ratingsWords =
  '(?:(?:customer|verified|global)\\s+)?(?:reviews?|ratings?|bewertungen|avis|reseñas|opiniones|recensioni)'
const counted = new RegExp(`(?:^|[\\s(])(\\d[\\d.,]*)\\s*${ratingsWords}(?!\\p{L})`, 'iu')
/** A text that is nothing but the words for ratings. */
export const onlyRatingsWords = new RegExp(`^${ratingsWords}$`, 'iu')
const ratingAlone = /^[\s(★☆⭐]*\d{1,3}(?:[.,]\d{1,9})?\s*[%★☆⭐)\s]*$/u
const ratingOfScale =
  /(?:^|[^\p{L}\d])\d{1,3}(?:[.,]\d{1,2})?\s*(?:[★☆⭐]|\/\s*\d|(?:out of|of|von|sur|de|su)\s+\d|\(\s*[\d.,]+)/iu

/**
 * False for a text with a number that is no rating: `IP67`, `60 W`. A rating is a number alone, with its scale or with
 * words for ratings.
 */
export function mayBeRating(text: string): boolean {
  const plain = withDecimals(text)
  return !/\d/.test(plain) || ratingAlone.test(plain) || ratingOfScale.test(plain) || ratingWord.test(plain)
}

const ratingName = /(?:^| )(?:rating|ratings|review|reviews|stars)(?:$| )/

const textsOf = ({ text, machine }: ItemField): string[] =>
  [text, machine ?? ''].filter((each) => each !== '' && each.length <= textMaxCharacters)

/** Returns the rating out of 5 or 10 in a text; null without one. */
function ratingIn(text: string, { names }: ItemField): string | null {
  const [whole, number = '', words] = ofScale.exec(text) ?? []
  if (whole === undefined) return inStars.exec(text)?.[1] ?? null
  if (ratingWord.test(text) || names.some((name) => ratingWord.test(name))) return number
  // Without a word, `1 / 5` may be a picture of several, and `3.1 / 10 Gbps` a speed.
  const isAlone = whole.length === text.length || words?.toLowerCase() === 'out of'
  return isAlone && /[.,]/.test(number) ? number : null
}

/** Returns the number of ratings in a text; null without one, and for the year in `Best of 2025 reviews`. */
function countIn(text: string): string | null {
  const match = counted.exec(text)
  const [whole, number] = match ?? []
  if (match === null || whole === undefined || number === undefined) return null
  if (!/^(?:19|20)\d\d$/.test(number)) return number
  const before = text.slice(0, match.index + whole.indexOf(number))
  return /\p{L}\s*$/u.test(before) && !/(?<!\p{L})(?:on|from|by|with|all|aus|von|sur|de)\s*$/iu.test(before)
    ? null
    : number
}

const found = (
  section: readonly ItemField[],
  numberIn: (text: string, field: ItemField) => string | null | undefined,
): ItemField[] =>
  section.flatMap((field) =>
    textsOf(field).flatMap((text) => {
      const number = numberIn(text, field) ?? null
      return number === null ? [] : [{ ...field, text: number, machine: null }]
    }),
  )

/** Returns the ratings out of 5 or 10, as numbers. @param fields of the main heading, or of an item. */
export const ratingFields = (fields: readonly ItemField[]): ItemField[] => found(fields, ratingIn)

/** Returns the numbers of ratings: with their word, or in brackets inside an element named so. */
export const ratingCounts = (section: readonly ItemField[]): ItemField[] => [
  ...found(section, countIn),
  ...found(
    section.filter(({ names }) => names.some((name) => ratingName.test(name))),
    (text) => /^\((\d[\d.,]*)\)$/.exec(text)?.[1],
  ),
]

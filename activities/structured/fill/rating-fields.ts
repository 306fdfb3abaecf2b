/** Finds ratings and their number where a page writes them at its main heading: `Rated 4.9 out of 5 stars`, `(271)`. */
import type { ItemField } from '@seine/shared/pages/facts.ts'

const textMaxCharacters = 80
const rated =
  /(?:^|\s)(\d(?:[.,]\d+)?)\s*(?:(?:\/|out of|von|sur|de|su)\s*(?:5|10)\b|(?:stars?|sterne[n]?|étoiles|estrellas|stelle)\b)/iu
const counted =
  /(?:^|[\s(])(\d[\d.,]*)\s*(?:(?:customer|verified|global)\s+)?(?:reviews?|ratings?|bewertungen|avis|reseñas|opiniones|recensioni)\b/iu
const ratingName = /(?:^| )(?:rating|ratings|review|reviews|stars)(?:$| )/

const textsOf = ({ text, machine }: ItemField): string[] =>
  [text, machine ?? ''].filter((each) => each !== '' && each.length <= textMaxCharacters)

const found = (section: readonly ItemField[], pattern: RegExp): ItemField[] =>
  section.flatMap((field) =>
    textsOf(field).flatMap((text) => {
      const number = pattern.exec(text)?.[1]
      return number === undefined ? [] : [{ ...field, text: number, machine: null }]
    }),
  )

/** Returns the ratings out of 5 or 10, as numbers. @param section fields of the main heading. */
export const ratingFields = (section: readonly ItemField[]): ItemField[] => found(section, rated)

/** Returns the numbers of ratings: with their word, or in brackets inside an element named so. */
export const ratingCounts = (section: readonly ItemField[]): ItemField[] => [
  ...found(section, counted),
  ...found(
    section.filter(({ names }) => names.some((name) => ratingName.test(name))),
    /^\((\d[\d.,]*)\)$/,
  ),
]

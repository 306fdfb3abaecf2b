/** Maps the wording of a page to members of a schema's `enum`. */
import type { Raw } from './bag.ts'
import { keyOf, wordsOf } from './names.ts'
import { currencyIn, numberIn } from './numbers.ts'
import { plainText, withoutSchemaUrl } from './plain-text.ts'
import { truthOf } from './truth.ts'
import type { WantedValue } from './wanted.ts'

/** Returns the member of a list that a value names; undefined when it names none. */
export function enumValue(
  members: readonly unknown[],
  raw: Raw,
  wanted: WantedValue,
): string | number | boolean | undefined {
  const text = withoutSchemaUrl(plainText(String(raw.value)))
  const code = wanted.kind === 'currency' ? currencyIn(text) : null
  const texts = [
    text,
    ...(code === null ? [] : [code]),
    ...(raw.machine === null ? [] : [withoutSchemaUrl(plainText(raw.machine))]),
  ]
  const scalars = members.filter(
    (member) => typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean',
  )
  for (const each of texts) {
    const key = wordsOf(each).join('')
    const member =
      scalars.find((candidate) => candidate === each) ??
      scalars.find((candidate) => wordsOf(String(candidate)).join('') === key)
    if (member !== undefined) return member
  }
  const number = numberIn(text, { isMoney: false, isGrouped: true })
  if (number !== null && scalars.includes(number)) return number
  if (scalars.some((member) => typeof member === 'boolean')) return truthOf(raw, wanted)
  return memberByWords(scalars, text)
}

const likeWords: readonly (readonly string[])[] = [
  ['instock', 'available', 'inv', 'auflager', 'lieferbar', 'verfügbar', 'sofortlieferbar', 'onlineonly', 'enstock', 'disponible', 'disponibile', '在庫あり'],
  ['outofstock', 'soldout', 'unavailable', 'ausverkauft', 'nichtlieferbar', 'nichtverfügbar', 'rupturedestock', 'épuisé', 'agotado', 'esaurito', '在庫なし', '品切れ'],
  ['preorder', 'presale', 'vorbestellung', 'vorbestellbar', 'précommande', 'preventa', '予約'],
  ['backorder', 'nachbestellung'],
  ['limited', 'limitedavailability', 'lowstock', 'fewleft'],
  ['new', 'newcondition', 'neu', 'neuf', 'nuevo', 'nuovo', '新品'],
  ['used', 'usedcondition', 'gebraucht', 'occasion', 'usado', 'usato', '中古'],
  ['refurbished', 'refurbishedcondition', 'generalüberholt', 'reconditionné', 'reacondicionado'],
  ['fulltime', 'vollzeit', 'tempsplein', 'jornadacompleta', 'tiempocompleto', 'tempopieno', '正社員'],
  ['parttime', 'teilzeit', 'tempspartiel', 'mediajornada', 'tiempoparcial', 'parttime'],
  ['contract', 'contractor', 'freelance', 'freelancer', 'befristet'],
  ['permanent', 'unbefristet', 'cdi', 'indefinido'],
  ['temporary', 'temp', 'cdd', 'temporal'],
  ['internship', 'intern', 'praktikum', 'stage', 'prácticas', 'tirocinio'],
  ['petrol', 'gasoline', 'benzin', 'essence', 'gasolina', 'benzina'],
  ['diesel', 'gazole', 'diésel'],
  ['electric', 'elektro', 'électrique', 'eléctrico', 'elettrica'],
  ['automatic', 'automatik', 'automatique', 'automático', 'automatico'],
  ['manual', 'schaltgetriebe', 'manuell', 'manuelle'],
  ['scheduled', 'eventscheduled'],
  ['cancelled', 'canceled', 'eventcancelled', 'abgesagt', 'annulé', 'cancelado'],
  ['postponed', 'eventpostponed', 'verschoben'],
] // prettier-ignore
const likeKeys = likeWords.map((words) => words.map(keyOf))

/**
 * Returns the member whose words occur in the text, or that has the same meaning; the longest match wins, so that `out
 * of stock` is not `in stock`.
 */
function memberByWords(
  members: readonly (string | number | boolean)[],
  text: string,
): string | number | boolean | undefined {
  if (text.length > 200) return undefined
  const key = wordsOf(text).join('')
  let best: { member: string | number | boolean; length: number } | undefined
  for (const member of members) {
    if (typeof member !== 'string') continue
    const own = wordsOf(member).join('')
    if (own === '') continue
    const same = likeKeys.find((words) => words.includes(own)) ?? []
    for (const word of [own, ...same]) {
      const isIn = word.length < 4 ? wordsOf(text).includes(word) : key.includes(word)
      if (isIn && word.length > (best?.length ?? 0)) best = { member, length: word.length }
    }
  }
  return best?.member
}

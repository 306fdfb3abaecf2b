/** Recognises days of publication that a page shows as the day of its last update. */
import { dayMonthOrder } from '../../content/metadata/day-month-order.ts'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { momentIn } from './values/moments.ts'

const noteMaxCharacters = 120
const update =
  /(?<!\p{L})(?:updated|modified|revised|aktualisiert|mis à jour|actualizado|atualizado|aggiornato|bijgewerkt)(?!\p{L})[^\d]{0,20}/iu
/** Class names of elements with the day of the last change. */
const classOfUpdate = /(?:^| )(?:date ?modified|modified|date ?updated|updated|changed)(?: date| time| on)?(?:$| )/
const publication =
  /(?<!\p{L})(?:published|posted|written(?!\s+by)|veröffentlicht|publié|publicado|pubblicato|gepubliceerd)(?!\p{L})/iu

/** Names of meta elements with a day of publication, and with one of the last change. */
const publishedName = /(?:publish(?:ed|ing)?(?:[._-]?(?:time|date|on|at))|pub-?_?date|issued|created)$|(?:^|[.:])date$/
const modifiedName = /(?:modified|updated|revised)(?:[._-]?(?:time|date|on|at))?$/

/** True for the name of a meta element with the day of publication. */
export const namesPublication = (name: string): boolean => publishedName.test(name)

/**
 * True when the page says of its day of publication only that it was updated then: the day of publication is another
 * one, which it does not state.
 */
export function shownAsUpdate({
  document,
  fields,
  groups,
  meta,
}: Pick<StructuredFacts, 'document' | 'fields' | 'groups' | 'meta'>): boolean {
  const day = document.published?.slice(0, 10)
  if (day === undefined) return false
  const order = dayMonthOrder(document.language, document.url)
  const names = Object.keys(meta)
  const isStated = names.some(namesPublication)
  // A page that was changed later does not show its last update then.
  if (isStated && (document.modified?.slice(0, 10) ?? '') > day) return false
  const isChange = names.some((name) => modifiedName.test(name) && meta[name]?.some((text) => text.startsWith(day)))
  const isOfDay = (texts: readonly string[]): boolean =>
    texts.some((text) => momentIn(text, order)?.slice(0, 10) === day)
  // A line such as `Ana Lima · Updated Dec 4, 2025` is a group of its own.
  const items = groups.flatMap((group) => group.items.flatMap((item) => item.fields))
  const notes = [...fields, ...items].filter(
    ({ text, machine }) => text.length <= noteMaxCharacters && /\d/.test(`${text}${machine ?? ''}`),
  )
  const isUpdate = notes.some(({ names: own, text, machine }) => {
    const isNamed = own.some((name) => classOfUpdate.test(name))
    if (isNamed && !publication.test(text)) return isOfDay([text, machine ?? ''])
    const note = update.exec(text)
    if (note === null || publication.test(text)) return false
    const shown = text.slice(note.index + note[0].replace(/\p{L}{3,9}\.?\s*$/u, '').length)
    return isOfDay([shown, machine ?? ''])
  })
  const isOnlyChange = (isChange && !isStated) || isUpdate
  return isOnlyChange && !notes.some(({ text, machine }) => publication.test(text) && isOfDay([text, machine ?? '']))
}

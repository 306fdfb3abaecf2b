/** Recognises days of publication that a page shows as the day of its last update. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { momentIn } from './values/moments.ts'

const noteMaxCharacters = 120
const update =
  /(?<!\p{L})(?:updated|modified|revised|aktualisiert|mis à jour|actualizado|atualizado|aggiornato|bijgewerkt)(?!\p{L})[^\d]{0,20}/iu
const publication =
  /(?<!\p{L})(?:published|posted|written|veröffentlicht|publié|publicado|pubblicato|gepubliceerd)(?!\p{L})/iu

/**
 * True when the page says of its day of publication only that it was updated then: the day of publication is another
 * one, which it does not state.
 */
export function shownAsUpdate({ document, fields }: Pick<StructuredFacts, 'document' | 'fields'>): boolean {
  const day = document.published?.slice(0, 10)
  if (day === undefined) return false
  const isOfDay = (texts: readonly string[]): boolean =>
    texts.some((text) => momentIn(text, document.language)?.slice(0, 10) === day)
  const notes = fields.filter(
    ({ text, machine }) => text.length <= noteMaxCharacters && /\d/.test(`${text}${machine ?? ''}`),
  )
  const isUpdate = notes.some(({ text, machine }) => {
    const note = update.exec(text)
    if (note === null || publication.test(text)) return false
    const shown = text.slice(note.index + note[0].replace(/\p{L}{3,9}\.?\s*$/u, '').length)
    return isOfDay([shown, machine ?? ''])
  })
  return isUpdate && !notes.some(({ text, machine }) => publication.test(text) && isOfDay([text, machine ?? '']))
}

/** Reads lines that only name author and date. */
import { dateInText } from '../../metadata/dates.ts'
import { monthOf } from '../../metadata/month-names.ts'

/** Reads a line with nothing but names, dates, times and the labels around them; null for any other. */
export function readByline(text: string): { date: string | null; names: string } | null {
  if (!/\d/.test(text) && !bylineStart.test(text)) return null
  const date = dateInText(text, 'day-first') ?? dateInText(text, 'month-first')
  const names = text
    .replaceAll(bylineWords, ' ')
    .split(/[\d\p{P}\p{S}\s]+/u)
    .filter((word) => word !== '' && monthOf(word.toLowerCase()) === null)
    .join(' ')
  if (names === '') return date === null ? null : { date, names }
  const isNames = names.split(' ').length <= 6 && /^[\p{Lu}\p{Lo}]/u.test(names) && !/[.!?]$/.test(text)
  return isNames && (bylineStart.test(text) || (date !== null && text.length < 100)) ? { date, names } : null
}

/** A time to read, which only a by-line has. */
export const readingTime =
  /\d\s?(?:-\s?)?min(?:ute)?s?\b(?:\s(?:read|de lecture|de lectura|lesezeit|leestijd))?|lesezeit|temps de lecture|leestijd/iu

/** Beginnings of lines that name an author. */
export const bylineStart =
  /^(?:(?:written |posted |published |story |words |text |report(?:ing|ed)? )?by|von|par|por|di|door|av|af|автор|作者|文|記者|記事|著者|글|기자|بقلم|מאת|autor(?:a|in)?|auteur|tekst|text)(?:\s|[:：/])/iu

/** Beginnings of lines that state when the page was published or changed. */
export const dateLabel =
  /^(?:(?:first |originally )?published|posted|(?:last )?(?:updated|modified|reviewed)|veröffentlicht|(?:zuletzt )?aktualisiert|stand|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|опубликовано|обновлено)/iu

/** Words of dates, times and labels of a by-line. */
const bylineWords =
  /(?<!\p{L})(?:published|posted|updated|last|modified|reviewed|edited|written|created|on|at|by|and|in|min(?:ute)?s?|read(?:ing)?|time|est|edt|pst|pdt|gmt|utc|cet|bst|am|pm|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|st|nd|rd|th|von|am|um|uhr|veröffentlicht|aktualisiert|stand|lesezeit|minuten|publié|mis|à|jour|le|par|temps|de|lecture|publicado|actualizado|el|por|a|las|lectura|atualizado|em|às|pubblicato|aggiornato|il|alle|gepubliceerd|bijgewerkt|op|om|door|опубликовано|обновлено|в|г)(?!\p{L})|(?<=\d\s?)[年月日년월일]/giu

/**
 * Drops lines that only name author and date. The metadata has them; a date that it does not have, as of an event, a
 * version or the entry of a diary, is content.
 */
import { dateInText } from '../metadata/dates.ts'
import { monthOf } from '../metadata/month-names.ts'
import { leadingSigns, type Lines } from './lines.ts'

/** Words that a line about author and date may have. */
const bylineWordsMax = 16
const dayMs = 86_400_000

interface DateLine {
  block: number
  date: string
  names: string
}

/**
 * Drops such lines.
 * @param texts of the blocks; null for those that are no lines.
 */
export function dropBylines(
  lines: Lines,
  texts: readonly (string | null)[],
  kept: Uint8Array,
  drop: (block: number, kind: 'byline') => void,
): void {
  const { statedDays } = lines.facts.evidence
  const isStated = (date: string): boolean =>
    statedDays.some((day) => Math.abs(Date.parse(day) - Date.parse(date)) <= dayMs)
  const bare: DateLine[] = []
  const labelled: DateLine[] = []
  for (const [block, line] of texts.entries()) {
    if (line === null || kept[block] === 0 || lines.words(block) > bylineWordsMax || lines.isHeading(block)) continue
    const text = line.replace(leadingSigns, '')
    const found = readLine(text)
    if (found === null) continue
    const { date, names } = found
    if (!lines.isBesideTitle(block)) {
      if (names === '' && date !== null && dateLabel.test(text)) labelled.push({ block, date, names })
    } else if (bylineStart.test(text) || (date !== null && isStated(date))) drop(block, 'byline')
    else if (date !== null && (readingTime.test(text) || (names === '' && dateLabel.test(text)))) drop(block, 'byline')
    else if (date !== null) bare.push({ block, date, names })
  }
  if (bare.length === 1 && bare[0]!.names === '' && statedDays.length === 0) drop(bare[0]!.block, 'byline')
  if (labelled.length === 1 && isStated(labelled[0]!.date)) drop(labelled[0]!.block, 'byline')
}

/** Reads a line with nothing but names, dates, times and the labels around them; null for any other. */
function readLine(text: string): { date: string | null; names: string } | null {
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
const readingTime =
  /\d\s?(?:-\s?)?min(?:ute)?s?\b(?:\s(?:read|de lecture|de lectura|lesezeit|leestijd))?|lesezeit|temps de lecture|leestijd/iu

const bylineStart =
  /^(?:(?:written |posted |published |story |words |text |report(?:ing|ed)? )?by|von|par|por|di|door|av|af|автор|作者|文|記者|記事|著者|글|기자|بقلم|מאת|autor(?:a|in)?|auteur|tekst|text)(?:\s|[:：/])/iu

const dateLabel =
  /^(?:(?:first |originally )?published|posted|(?:last )?(?:updated|modified|reviewed)|veröffentlicht|(?:zuletzt )?aktualisiert|stand|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|опубликовано|обновлено)/iu

/** Words of dates, times and labels of a by-line. */
const bylineWords =
  /(?<!\p{L})(?:published|posted|updated|last|modified|reviewed|edited|written|created|on|at|by|and|in|min(?:ute)?s?|read(?:ing)?|time|est|edt|pst|pdt|gmt|utc|cet|bst|am|pm|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|st|nd|rd|th|von|am|um|uhr|veröffentlicht|aktualisiert|stand|lesezeit|minuten|publié|mis|à|jour|le|par|temps|de|lecture|publicado|actualizado|el|por|a|las|lectura|atualizado|em|às|pubblicato|aggiornato|il|alle|gepubliceerd|bijgewerkt|op|om|door|опубликовано|обновлено|в|г)(?!\p{L})|(?<=\d\s?)[年月日년월일]/giu

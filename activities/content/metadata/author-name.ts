/** Extracts author names from the text around them. */
import { decodeHTML } from 'entities'
import { collapsed } from '../../html/tree.ts'
import { monthOf } from './month-names.ts'

const nameMaxCharacters = 200
const wordsMax = 7

/** Labels before a name, in the languages that are most common in bylines. */
const labels =
  /^(?:[\s|•·–—:,*-]*(?:(?:(?:article|story|post|review|recipe|guide|text|words|blog)?\s*(?:written|posted|published|created|authored|submitted|contributed|started|asked|added|uploaded|prepared|reported|compiled)\s+by|words\s+by|(?:this\s+(?:post|article|story)\s+was\s+written\s+by)|(?:post|article|story|text)\s+by|(?:view|see|more|read|find)\s+(?:all\s+)?(?:posts|articles|more|the\s+latest)\s+(?:by|from)|by|byline|thread\s+starter|topic\s+author|contributors?\s*:|authors?|author\s*\(s\)|writer|name|autore|autora?|auteur|автор|автори?|作者|著者|escrito\s+por|écrit\s+par|publié\s+par|geschrieben\s+von|veröffentlicht\s+von|verfasst\s+von|publicado\s+por|scritto\s+da|geschreven\s+door|skrevet\s+av|skriven\s+av)(?:\s*[:：|–—-]\s*|\s+|$)))+/iu
/** Labels directly followed by a name, as in `ByAna Lima`, where only markup separates the two. */
const glued = /^(?:By|Written by|Posted by)(?=\p{Lu}\p{Ll})/u
const bareLabels: Record<string, RegExp> = {
  de: /^von\s*:?(?:\s+|$)/iu,
  fr: /^par\s*:?(?:\s+|$)/iu,
  es: /^por\s*:?(?:\s+|$)/iu,
  pt: /^por\s*:?(?:\s+|$)/iu,
  it: /^(?:di|a cura di)\s*:?(?:\s+|$)/iu,
  nl: /^door\s*:?(?:\s+|$)/iu,
  sv: /^av\s*:?(?:\s+|$)/iu,
  no: /^av\s*:?(?:\s+|$)/iu,
  nb: /^av\s*:?(?:\s+|$)/iu,
  da: /^af\s*:?(?:\s+|$)/iu,
}

/** Marks the end of the name: everything from here on is dropped. */
const nameEnd =
  /\s*[|•·»›\n@<>()[\]{}]|\s+[-–—]+\s+|\s*[—–]\s*|\s*,?\s+(?:(?:last\s+)?updated|published|posted|modified|reviewed|edited|fact[- ]checked|medically|full\s+bio|on\s+(?=[a-z]{3,9}\.?\s+\d|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|in\s+(?=(?-i:\p{Lu}))|at\s+(?=\d)|min(?:ute)?s?\s+read|is\s+(?:a|an|the|our)\s|has\s+been|with\s+\d)|(?:updated|published)\s+on\s|\d+\s*(?:min|hours?|days?|weeks?|months?|years?)\b|\s*,?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\s*:\s*$/iu
/** A role after a name; the name before it is complete. */
const role =
  /,\s*(?:(?:\p{L}+\s+){0,4}(?:contributors?|contributing\s+\p{L}+|writers?|editors?|reporters?|correspondents?|staff|columnists?|journalists?|bloggers?|redakt\p{L}+|usa today(?: network)?|associated press|reuters|bloomberg|authors?|the\s+(?-i:\p{Lu})\p{L}+(?:\s+(?-i:\p{Lu})\p{L}+){0,3}))\s*$/iu

const noNames = new Set([
  'admin', 'administrator', 'anonymous', 'author', 'authors', 'blog', 'by', 'comments', 'contact', 'contributor',
  'contributors', 'default', 'editor', 'editors', 'english', 'facebook', 'follow', 'guest', 'home', 'instagram',
  'linkedin', 'login', 'members', 'name', 'news', 'none', 'null', 'posts', 'published', 'read more', 'reply', 'root',
  'save', 'search', 'share', 'staff', 'subscribe', 'cancel', 'required', 'via', 'abstract', 'posted on', 'twitter',
  'undefined', 'unknown', 'user', 'username', 'webmaster', 'website', 'your name', 'about the author',
  'original poster', 'author name', 'guest author', 'about', 'email', 'print', 'bio', 'full bio', 'learn more',
  'updated', 'the author', 'x', 'moderator', 'member', 'overview', 'menu', 'articles', 'copy link', 'advertisement',
  'date',
]) // prettier-ignore

/** Returns the text without a leading label such as `Written by`. */
export function withoutLabel(text: string, language: string): string {
  const bare = bareLabels[language]
  const rest = text.replace(glued, '').replace(labels, '')
  return bare === undefined ? rest : rest.replace(bare, '')
}

/** Returns true when the text begins with a byline label. */
export const beginsByline = (text: string, language: string): boolean => withoutLabel(text, language) !== text

/**
 * Returns the name in a text without label, role, date and other text around it.
 * @param language two letters; labels such as `Von` are recognized in their own language only.
 * @returns null when the text is not a name: an address, a sentence, a date, a word of the page's interface.
 */
export function authorName(text: string, language: string): string | null {
  const plain = collapsed(text.includes('&') ? decodeHTML(text) : text).slice(0, nameMaxCharacters * 2)
  if (/^(?:https?:|www\.|\/)|:\/\/|\S@\S+\.\S/i.test(plain)) return null
  let name = withoutLabel(plain, language)
  const end = withParentheses(name).search(nameEnd)
  if (end !== -1) name = name.slice(0, end)
  name = name
    .replace(role, '')
    .replace(/^["'“”‘’`@*,;:.\s•·|–—-]+/u, '')
    .replace(/["“”‘`*,;:\s|–—-]+$/u, '')
  return isName(name) ? name : null
}

/** A short explanation in parentheses, such as a nickname, is part of a name. */
const explained = /(?<=\p{L}\s)\(\p{Lu}[\p{L}\s.'’-]{1,30}\)/gu

/** Returns the text with the parentheses that belong to a name replaced by letters, so that a name does not end there. */
const withParentheses = (name: string): string => name.replaceAll(explained, (part) => 'x'.repeat(part.length))

const listSign = /,|;|\s(?:and|und|et|y|e|en|och|og|with|&)\s/

function isName(name: string): boolean {
  if (name.length < 2 || name.length > nameMaxCharacters || !/\p{L}{2}|^\p{L}\.?\s?\p{L}|[\p{Lo}]/u.test(name))
    return false
  const folded = name.toLowerCase()
  if (
    !(groups.test(name) && /^\p{Lu}/u.test(name)) &&
    /^(?:view|see|read|more|all|about|contact|skip|learn|shop|sign|log|get|how|what|why|insights|share|click|if|this|we|our|these|join|top\s+\d+|my\s+top)\s/.test(
      folded,
    )
  )
    return false
  if (noNames.has(folded) || /[?!]$|\.\.\.|…|[{}=]|%[a-z]|\.(?:com|org|net)\b.*\s/i.test(name)) return false
  const words = folded.split(/[\s,]+/)
  // A list of names may be longer than a single name; a sentence may not.
  const isList = listSign.test(folded)
  if (words.length > (isList ? wordsMax * 4 : wordsMax)) return false
  if (isList && folded.split(listSign).some((part) => part.trim().split(/\s+/).length > wordsMax)) return false
  if (/(?:^|\s)(?:minutes?|read|ago|views?|comments?|replies|shares?)(?:\s|$)/.test(folded) && /\d/.test(folded))
    return false
  return !words.some((word) => /^\d/.test(word)) || !words.some((word) => monthOf(word) !== null)
}

/** Words in a name that are written in lower case. */
const particles =
  /^(?:de|da|di|do|dos|du|del|della|der|den|des|van|von|vom|zu|zur|la|le|el|al|bin|ibn|ter|ten|and|und|et|y|e|of|the|with|&)$/
const groups = /(?:team|staff|editors?|desk|editorial)$/i

/** Returns true when every word has the case of a word in a name: `Ana de la Cruz`, `The Shop Team`, `J. R. Hall`. */
export function looksLikeName(name: string): boolean {
  const words = name.split(/[\s,]+/)
  if (groups.test(name)) return true
  return (
    (words.length >= 2 &&
      words.every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || particles.test(word)) &&
      !/[.:]$/.test(words[0] ?? '')) ||
    /^\p{Lu}\.\s?\p{Lu}/u.test(name)
  )
}

/** Returns true for names in the form of log-in names. */
export const isHandle = (name: string): boolean =>
  !/[\s]/.test(name) && (/^[a-z\d]|[\d_.]/.test(name) || name.length < 3)

const otherWork = /(?:review|edit|check|translat|photo|illustrat|approv|updat)\p{L}*(?:\s\p{L}+){0,2}$/iu

/** Returns true for the label of another person who worked on the page, such as `Reviewed` or `Photo by:`. */
export const isOtherWork = (label: string): boolean => otherWork.test(label.replace(/[\s\p{P}]+$/u, ''))

/** Maximum number of further names in one byline. */
const partsMax = 20
const connector = /^\s*(?:,|;|&|and|und|et|y|e|en|och|og|with|, and|, &|\+)\s*$/i

/**
 * Returns the names in consecutive texts of a page: a label, then names, separated by commas or words such as `and`.
 * @param texts with white space collapsed; none is empty.
 * @param language two letters.
 * @returns null when the first text after the label is not a name.
 */
export function namesInTexts(texts: readonly string[], language: string): string | null {
  let at = 0
  while (at < 4 && at < texts.length && withoutLabel(texts[at] ?? '', language).replace(/^[\s|•·:–—*-]+/, '') === '')
    at += 1
  let names = authorName(texts[at] ?? '', language)
  if (names === null) return null
  for (let parts = 0; parts < partsMax; parts++) {
    const between = (texts[at + 1] ?? '').trim()
    const name = connector.test(between) ? authorName(texts[at + 2] ?? '', language) : null
    if (name === null) break
    names += joint(between) + name
    at += 2
  }
  return names
}

/** Returns the separator between two names, spaced as in a sentence. */
function joint(between: string): string {
  if (between === ',' || between === ';') return ', '
  return between.startsWith(',') ? `${between} ` : ` ${between} `
}

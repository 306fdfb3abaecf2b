/**
 * Escapes page text only where Markdown would read it as markup.
 *
 * Follows CommonMark 0.31 and GFM: a character is escaped only when its neighbours and the rest of the paragraph
 * give it a meaning, so that prose with a lone asterisk or `snake_case` is unchanged.
 */
import { firstCharacter, isAsciiPunctuation, isPunctuation, isSpace } from '../../html/markdown/characters.ts'

/** Which characters can form a pair in the current paragraph. */
export interface EscapeNeeds {
  asterisk: boolean
  underscore: boolean
  tilde: boolean
  backtick: boolean
  /** The paragraph contains a `>`, so `<` may begin a tag. */
  angle: boolean
}

const special = /[\\`*_[\]<&~!@]|:\/\/|www\./i
const everySpecial = new RegExp(special, 'gi')
/** What GFM reads as a link without any markup, from the character that is escaped to prevent it. */
const addressAfter = { colon: /^:\/\/[^\s<]/, dot: /^\.[^\s<.]/, at: /^@[\w-]+\.[\w-]/ }
const addressBefore = {
  colon: /(?:^|[^A-Za-z])https?$/i,
  dot: /(?:^|[\s*_~([\]])www$/i,
  at: /[\w.+-]$/,
}
/** Length of the longest of these texts before the escaped character, with the character in front of it. */
const addressBeforeMax = 6
/** Characters after `@` that are read to find the first dot of a domain; a label of a host name has at most 63. */
const addressAfterMax = 66
const entityReference = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/
const tagStart = /^<[A-Za-z/!?]/

/** Returns true when `text` contains any character that may need an escape inside a line. */
export const hasSpecial = (text: string): boolean => special.test(text)

/** Counts the paired delimiters of a text; the counts are used for `EscapeNeeds`. */
export function countDelimiters(text: string, counts: Map<string, number>): void {
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string
    if (character !== '*' && character !== '_' && character !== '~' && character !== '`' && character !== '>') continue
    const first = i
    while (text[i + 1] === character) i++
    // A run with white space on both sides can neither open nor close.
    if (character !== '`' && character !== '>' && isBlank(text[first - 1]) && isBlank(text[i + 1])) continue
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\n'

/**
 * Escapes one text.
 * @param before last output character before the text; empty at the start.
 * @param after first output character after the text; empty at the end.
 * @param brackets true to escape every bracket, for a link text with unbalanced brackets.
 * @param isLinked true inside a link, where GFM makes no links of addresses.
 */
export function escapeText(
  text: string,
  before: string,
  after: string,
  needs: EscapeNeeds,
  brackets: boolean,
  isLinked = false,
): string {
  if (!special.test(text)) return text
  let out = ''
  let from = 0
  everySpecial.lastIndex = 0
  for (let found = everySpecial.exec(text); found !== null; found = everySpecial.exec(text)) {
    // Of `www.`, the dot is escaped.
    const i = found[0].length === 4 ? found.index + 3 : found.index
    if (!needsEscape(text, i, before, after, needs, brackets) && (isLinked || !makesLink(text, i))) continue
    out += `${text.slice(from, i)}\\`
    from = i
  }
  return out + text.slice(from)
}

function needsEscape(
  text: string,
  i: number,
  before: string,
  after: string,
  needs: EscapeNeeds,
  brackets: boolean,
): boolean {
  switch (text.charCodeAt(i)) {
    case 92 /* \ */: {
      const next = i + 1 < text.length ? text.charCodeAt(i + 1) : after.charCodeAt(0)
      return next === 10 || isAsciiPunctuation(next)
    }
    case 96 /* ` */:
      return needs.backtick
    case 42 /* * */:
      return needs.asterisk && !isInert(text, i, before, after)
    case 126 /* ~ */:
      return needs.tilde && !isInert(text, i, before, after)
    case 95 /* _ */:
      return needs.underscore && !isInert(text, i, before, after) && !isInsideWord(text, i, before, after)
    case 91 /* [ */:
      return brackets
    case 93 /* ] */:
      return brackets || (i + 1 < text.length ? text[i + 1] === '(' : after === '(')
    case 33 /* ! */:
      return i === text.length - 1 && after === '['
    case 60 /* < */:
      return needs.angle && tagStart.test(text.slice(i, i + 2) + (i + 1 < text.length ? '' : after))
    case 38 /* & */:
      return entityReference.test(text.slice(i, i + 35))
    default:
      return false
  }
}

/** Returns true for the character without which GFM would not read an address in the text as a link. */
function makesLink(text: string, i: number): boolean {
  const code = text.charCodeAt(i)
  const kind = code === 58 /* : */ ? 'colon' : code === 46 /* . */ ? 'dot' : code === 64 /* @ */ ? 'at' : null
  if (kind === null) return false
  return (
    addressBefore[kind].test(text.slice(Math.max(0, i - addressBeforeMax), i)) &&
    addressAfter[kind].test(text.slice(i, i + addressAfterMax))
  )
}

/** Returns true for a delimiter between white space, which has no effect. */
function isInert(text: string, i: number, before: string, after: string): boolean {
  const previous = i > 0 ? (text[i - 1] as string) : before
  const next = i + 1 < text.length ? (text[i + 1] as string) : after
  return isSpace(previous) && isSpace(next)
}

/** Returns true for an underscore between letters or digits, which has no effect. */
function isInsideWord(text: string, i: number, before: string, after: string): boolean {
  const previous = i > 0 ? (text[i - 1] as string) : before
  const next = i + 1 < text.length ? (text[i + 1] as string) : firstCharacter(after)
  return !isSpace(previous) && !isPunctuation(previous) && !isSpace(next) && !isPunctuation(next)
}

/**
 * Escapes a line start that Markdown would read as a block: heading, quote, list item, rule, fence, definition,
 * table.
 * @param continued true for a line that is not the first of its paragraph.
 */
export function escapeLineStart(line: string, continued: boolean): string {
  switch (line.charCodeAt(0)) {
    case 35 /* # */:
      return /^#{1,6}(?:[ \t]|$)/.test(line) ? `\\${line}` : line
    case 62 /* > */:
      return `\\${line}`
    case 42 /* * */:
    case 43 /* + */:
    case 45 /* - */:
    case 95 /* _ */:
      if (/^[*+-](?: |$)/.test(line) || isRule(line)) return `\\${line}`
      return continued && /^-[-:| ]*$/.test(line) ? `\\${line}` : line
    case 61 /* = */:
      return continued && /^=+ *$/.test(line) ? `\\${line}` : line
    case 58 /* : */:
    case 124 /* | */:
      return continued && /^[-:| ]+$/.test(line) ? `\\${line}` : line
    case 96 /* ` */:
      return line.startsWith('```') ? `\\${line}` : line
    case 126 /* ~ */:
      return line.startsWith('~~~') ? `\\${line}` : line
    case 91 /* [ */:
      return /^\[(?:[ xX]\] |[^\]]{1,999}\]:)/.test(line) ? `\\${line}` : line
    case 60 /* < */:
      return tagStart.test(line) ? `\\${line}` : line
    default: {
      const number = /^(\d{1,9})[.)](?: |$)/.exec(line)?.[1]
      return number === undefined ? line : `${number}\\${line.slice(number.length)}`
    }
  }
}

/** Writes a code span; its fence has a length that no run of backticks inside has. */
export function codeSpan(text: string): string {
  const content = text.replaceAll('\n', ' ')
  if (!content.includes('`')) {
    const padded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== ''
    return padded ? `\` ${content} \`` : `\`${content}\``
  }
  let length = 1
  const runs = new Set((content.match(/`+/g) ?? []).map((run) => run.length))
  while (runs.has(length)) length++
  const fence = '`'.repeat(length)
  return `${fence} ${content} ${fence}`
}

/**
 * Writes the target of a link or image, with its title.
 * @param lines true where a title may have several lines: in paragraphs. A line break in front of indentation is one of
 *   the markup, not of the title.
 */
export function linkTarget(url: string, title: string | null, lines = false): string {
  let target = url
  if (/[\s<>]/.test(target)) {
    target = target.replaceAll(/\s/g, '%20').replaceAll('<', '%3C').replaceAll('>', '%3E')
  }
  if (target.includes('\\')) target = target.replaceAll('\\', '%5C')
  if (!isBalanced(target, '(', ')')) target = target.replaceAll('(', '\\(').replaceAll(')', '\\)')
  if (entityReference.test(target.slice(target.indexOf('&')))) target = target.replaceAll('&', '&amp;')
  if (title === null) return target
  const quoted = title.replaceAll(/["\\]/g, '\\$&')
  if (!lines || !/\n\S/.test(quoted)) return `${target} "${quoted.replaceAll(/\s+/g, ' ')}"`
  // A blank line would end the paragraph, and a line must not begin another block.
  const [first = '', ...more] = quoted
    .replaceAll(/\n\s+/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .split('\n')
  return `${target} "${[first, ...more.map((line) => escapeLineStart(line, true))].join('\n')}"`
}

/** Returns true when opening and closing characters pair up. */
export function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === open) depth++
    else if (text[i] === close && --depth < 0) return false
  }
  return depth === 0
}

/** Returns true for a thematic break. Uses a loop because a regexp with a repeated group overflows on megabytes. */
function isRule(line: string): boolean {
  const mark = line.charCodeAt(0)
  if (mark === 43 /* + */) return false
  let marks = 0
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === mark) marks += 1
    else if (code !== 32) return false
  }
  return marks > 1
}

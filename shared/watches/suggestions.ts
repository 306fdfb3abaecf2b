/** Sections of a page that change without the page being changed: suggestions of other pages, notices about cookies. */
import type { LoopTurn } from '../values/loop-turn.ts'

const headingOf = /^(#{1,6})\s+(.*)$/
const boldHeading = /^\*\*([^*]+)\*\*:?$/

const things =
  '(?:articles?|posts?|stor(?:y|ies)|products?|items?|content|links|news|topics|reading|videos?|pages|reads)'
/** Names of sections that suggest other pages. */
const suggestionNames = new RegExp(
  `^(?:related(?: ${things})?|you (?:may|might)(?: also)? (?:like|enjoy|be interested in)(?: .{1,30})?|you also viewed` +
    `|(?:recommended|suggested|suggestions|picked|more)(?: for you| ${things})|recommend(?:ed|ations)` +
    '|more (?:from .{1,60}|like this|in this category)|read (?:next|more|also)|up next|similar ' +
    `${things}|(?:readers|people|visitors|others|customers) (?:who .{1,60}|also .{1,60})|(?:other|more) ${things} (?:you .{1,40}|for you)` +
    '|people also (?:bought|viewed|like)|recently viewed|sponsored(?: (?:content|links|posts?))?|advertisements?|promoted' +
    '|ähnliche (?:artikel|beiträge|produkte|themen)|das könnte (?:sie|dich|ihnen|dir) auch .{1,30}|mehr zum thema|weitere artikel' +
    '|verwandte (?:artikel|beiträge|themen)|lesen sie auch|articles similaires|à lire aussi|vous aimerez aussi' +
    '|artículos relacionados|también te puede interesar)(?: \\(\\d+\\))?$',
  'iu',
)
/** Names of sections that suggest pages on most sites, and are the content of some: of a start page of news. */
const listingNames = new RegExp(
  `^(?:(?:most|top) (?:read|popular|viewed|shared|commented)(?: ${things})?|popular(?: now| ${things})?|trending(?: now| ${things})?` +
    `|(?:latest|recent) ${things}|meistgelesen)(?: \\(\\d+\\))?$`,
  'iu',
)
const consentNames =
  /^(?:we (?:use|value) (?:cookies|your privacy)(?:[.,!]|(?: (?:and|to|on|for|in|so|that)\b.{0,400}))?|cookie (?:settings|notice|policy|consent|preferences)\b.{0,200}|your privacy(?: choices)?|(?:this|our) (?:web)?site (?:uses|stores|sets) cookies\b.{0,200}|(?:diese|unsere) (?:web)?(?:site|seite) (?:verwendet|nutzt|benutzt|setzt) cookies\b.{0,200}|manage (?:cookies|consent)|privacy preferences|(?:accept|allow|reject|alle) (?:all )?cookies(?: akzeptieren)?)$/iu
const consentSentence =
  /\b(?:uses?|accept(?:ing)?|set|verwende[nt]|nutz(?:en|t)|setz(?:en|t)|benutz(?:en|t)|utilisons|utilise|utilizamos|utiliza|usamos|utilizziamo) (?:all |alle )?(?:[\p{L}-]+ ){0,3}cookies\b/iu
const consentWords =
  /\b(?:agree|accept|consent|browsing|experience|erlebnis|nutzererfahrung|zustimm|stimmen|akzeptier|einverstanden|accepte[rz]|expérience|acept|experiencia|accett|esperienza)/iu

/** Longer lines are no notices about cookies. */
const consentMaxCharacters = 600
/** Longer lines are no headings. */
const headingMaxCharacters = 100

const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`:]+/g, '')
    .trim()

const isConsent = (line: string): boolean => {
  if (line.length > consentMaxCharacters || !/cookie|privacy|consent/i.test(line)) return false
  const text = plain(line)
  return (consentSentence.test(text) && consentWords.test(text)) || consentNames.test(text.replace(/[.!]$/, ''))
}

/** What a line does to the section that it is in. */
type Line =
  /** A heading; level 7: a bold line. */
  | { kind: 'heading'; level: number; name: string }
  /** A line without marks that names suggestions. */
  | { kind: 'label' }
  /** An item of a list, a link alone, or nothing. */
  | { kind: 'entry' }
  | { kind: 'text' }

const entry = /^(?:\s|[-*+] |\d{1,3}[.)] |!?\[[^\]]{0,300}\]\([^)\s]{0,2000}\)$|$)/

function lineOf(line: string): Line {
  const heading = headingOf.exec(line)
  if (heading !== null) return { kind: 'heading', level: heading[1]!.length, name: plain(heading[2]!.slice(0, 500)) }
  const bold = boldHeading.exec(line)
  if (bold !== null) return { kind: 'heading', level: 7, name: plain(bold[1]!.slice(0, 500)) }
  if (line.length <= headingMaxCharacters && suggestionNames.test(plain(line))) return { kind: 'label' }
  return { kind: entry.test(line) ? 'entry' : 'text' }
}

/** How a section is hidden: never, always, or only beside other content. */
type Hiding = 'kept' | 'hidden' | 'listing'

function hidingOf(name: string): Hiding {
  if (suggestionNames.test(name) || consentNames.test(name)) return 'hidden'
  return listingNames.test(name) ? 'listing' : 'kept'
}

/** Returns for each line how it is hidden. A section ends at the next heading of the same or a higher level. */
async function hidings(lines: readonly string[], turn: LoopTurn): Promise<Hiding[]> {
  let level = 0
  let hiding: Hiding = 'kept'
  let isInLabel = false
  const result: Hiding[] = []
  for (const text of lines) {
    if (turn.isOver) await turn.next()
    const line = lineOf(text)
    if (line.kind === 'heading') {
      isInLabel = false
      const own = hidingOf(line.name)
      if (own !== 'kept' && (hiding === 'kept' || line.level <= level || own === 'hidden')) {
        level = hiding === 'kept' ? line.level : Math.min(level, line.level)
        hiding = own
      } else if (line.level <= level) {
        level = 0
        hiding = 'kept'
      }
    } else if (line.kind === 'label') isInLabel = true
    else if (line.kind === 'text') isInLabel = false
    result.push(isInLabel || isConsent(text) ? 'hidden' : hiding)
  }
  return result
}

const lengthOf = (lines: readonly string[], how: readonly Hiding[], wanted: Hiding): number =>
  lines.reduce((sum, line, at) => sum + (how[at] === wanted ? line.length : 0), 0)

/**
 * Leaves out sections of suggestions, such as "Related articles", up to the next heading of the same or a higher level,
 * and notices about cookies. Lists of the latest pages are kept where they are most of the content.
 * @param lines of Markdown.
 * @param turn of the event loop, asked for every line.
 */
export async function withoutSuggestions(lines: readonly string[], turn: LoopTurn): Promise<string[]> {
  const how = await hidings(lines, turn)
  const keepsListings = lengthOf(lines, how, 'listing') > lengthOf(lines, how, 'kept')
  return lines.filter((_, at) => how[at] === 'kept' || (how[at] === 'listing' && keepsListings))
}

/**
 * Classifies elements for the judge by their names.
 */
import { trait } from './js-shell-words.ts'

/** How `TreeReader` treats an element. */
export const kind = {
  plain: 0,
  void: 1,
  raw: 2,
  box: 3,
  heading: 4,
  link: 5,
  frame: 6,
  field: 7,
  picture: 8,
  code: 9,
  item: 10,
  unparsed: 11,
} as const

const kinds = new Map<string, number>()
const are = (list: string, value: number): void => list.split(' ').forEach((word) => kinds.set(word, value))
are('area base br col embed hr link meta param source track wbr', kind.void)
are('script style template title svg math', kind.raw)
are(
  'body div section main article aside header nav footer ul ol table tbody form dl span p dialog menu app fieldset center',
  kind.box,
)
are('h1 h2 h3', kind.heading)
are('a', kind.link)
are('iframe frame', kind.frame)
are('input textarea select button', kind.field)
are('img picture video audio object canvas embed image', kind.picture)
are('pre code', kind.code)
are('li td th dt dd tr option', kind.item)
// Contain markup as text, for browsers that do not know the element above or beside them.
are('noframes noembed', kind.unparsed)

const chromeElements = new Set(['nav', 'footer', 'aside', 'menu', 'dialog'])
/** Elements that an application or its content is inserted into. */
export const emptyable = new Set([
  'div',
  'section',
  'main',
  'article',
  'ul',
  'ol',
  'table',
  'tbody',
  'dl',
  'app',
  'center',
])
/** Elements whose only purpose by the HTML standard is to hold items. */
export const listings = new Set(['ul', 'ol', 'dl', 'tbody'])
/** Custom elements that hold no page content. */
export const decoration =
  /icon|menu|tool|search|cart|cookie|toast|modal|dialog|share|like|player|ad$|ads$|banner|popup|theme|toggle|drawer|loader|progress|tooltip|badge|time|rating|price|button|nav|footer|header|consent|alert|notif|avatar|count|analytics|track|lang|chat|widget|button|input|select|img|image|picture|video|map|gallery|carousel|slider|swatch|scroll|account|skip/

/** Returns how `TreeReader` treats an element. @param element its name, in lower case. */
export const kindOf = (element: string): number => kinds.get(element) ?? (element.includes('-') ? kind.box : kind.plain)

/**
 * Returns how much text in a part of a page counts as content.
 * @param traits of its element, bits of `trait`.
 * @returns a weight from 0 to 1; never 0, since a whole page may be inside a part with a misleading name.
 */
export function weightOf(element: string, traits: number, insideMain: boolean): number {
  if ((traits & trait.streamed) !== 0) return 1
  if (element === 'body') return 1
  // A page that a script reveals contains its text nevertheless.
  if ((traits & (trait.mount | trait.main)) !== 0) return 1
  if ((traits & trait.hidden) !== 0) return 0.05
  if ((traits & (trait.overlay | trait.placeholder)) !== 0) return 0.1
  if (chromeElements.has(element)) return element === 'aside' && insideMain ? 0.4 : 0.1
  if ((traits & trait.chrome) !== 0) return 0.15
  return element === 'header' && !insideMain ? 0.5 : 1
}

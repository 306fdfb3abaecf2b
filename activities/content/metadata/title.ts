/** Chooses the title of a page from its heading and the titles stated in its head. */
import { metaOf, type Heading, type PageFacts } from './page-facts.ts'

/** The title, and the heading it belongs to. */
export interface ChosenTitle {
  title: string | null
  heading: Heading | null
}

/** Separators between the title of a page and the name of its site. */
const separator = /\s+[|–—·•»«:/-]+\s+|\s*[|»«]\s*|\s+::\s+/g
const siteWordsMax = 5
/** Labels that forums and repositories put before a title. */
const label = /^(?:thread|topic|view topic|title|collection|blog|question)\s*(?::|\s-)\s*/i
/** Prefix that forum software puts before the title in the title element: the site name and this label. */
const boardLabel = /^(?:.{0,200}?\s(?:::|[|•·–—-])\s+)?view (?:topic|thread) - /i
/** Texts that are not a title: URLs, and placeholders for unnamed pages. */
const noTitle = /^(?:(?:https?:\/\/|www\.)\S+|untitled(?:[ -](?:document|page))?|document|loading(?:\.{3}|…)?)$/i
/** Signs at the end of a heading that link to the heading itself. */
const anchorSign = /\s*[¶#§🔗]$/u

/** Returns only letters and digits, in lower case. */
const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Chooses a title.
 *
 * A heading is used when the titles stated in the head agree with it; otherwise it is more often a slogan or the
 * name of the site.
 * @param headline of the page's structured data.
 * @param siteNames names of the site with only letters and digits, in lower case.
 */
export function chooseTitle(
  facts: PageFacts,
  headline: string | null,
  siteNames: ReadonlySet<string>,
  isArticle: boolean,
): ChosenTitle {
  const shared = [metaOf(facts, 'og:title'), metaOf(facts, 'twitter:title')].find(isTitle) ?? null
  const stated = [shared, facts.title, headline].filter(isTitle).map((title) => title.replace(boardLabel, ''))
  const own = stated.map((title) => withoutSiteName(title, siteNames))
  const heading = headingFor(facts.headings, own, stated, siteNames, isArticle)
  if (heading === null) return { title: own[0] ?? null, heading: null }
  const isConfirmed = stated.some((title) => resembles(heading.text, title))
  if (!isConfirmed && !isArticle && own[0] !== undefined) return { title: own[0], heading }
  return { title: wording(withoutSiteName(heading.text, siteNames), own, isArticle), heading }
}

const isTitle = (title: string | null): title is string => title !== null && !noTitle.test(title)

/** Returns the heading that has most in common with a stated title. */
function headingFor(
  headings: readonly Heading[],
  own: readonly string[],
  stated: readonly string[],
  siteNames: ReadonlySet<string>,
  isArticle: boolean,
): Heading | null {
  const found = headings
    .filter((heading) => !siteNames.has(folded(heading.text)))
    .map((heading) => ({ ...heading, text: heading.text.replace(anchorSign, '').replace(label, '') }))
  const ownWords = own.map(wordsOf)
  let best: Heading | null = null
  let most = 0
  for (const heading of found) {
    const words = wordsOf(heading.text)
    const covered = Math.max(0, ...ownWords.map((title) => coverage(words, title)))
    // A heading below the first level must equal the title almost completely.
    const score = heading.level === 1 ? covered : covered >= 0.95 ? covered - 0.05 : 0
    if (score > most) [best, most] = [heading, score]
  }
  if (best !== null && most >= 0.4) return best
  const main = found.filter(({ level }) => level === 1)
  const resembling = main.find((each) => stated.some((title) => resembles(each.text, title)))
  return resembling ?? (main.length === 1 || isArticle || stated.length === 0 ? main[0] : undefined) ?? null
}

/** Returns the share of common words in both texts, 0 to 1. */
function coverage(heading: ReadonlySet<string>, title: ReadonlySet<string>): number {
  const words = heading.size + title.size
  return words === 0 ? 0 : (2 * sharedWords(heading, title)) / words
}

/** Returns true when the texts share at least half of the words of the shorter one. */
function resembles(heading: string, title: string): boolean {
  const [a, b] = [wordsOf(heading), wordsOf(title)]
  const least = Math.min(a.size, b.size)
  return least > 0 && sharedWords(a, b) >= least / 2
}

function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/**
 * Returns the wording of the title. Headings can contain decorative marks, so an equal stated title is preferred.
 * Outside articles a heading often says more than the title, such as `Sofas (158 items)`.
 */
function wording(heading: string, own: readonly string[], isArticle: boolean): string {
  const whole = folded(heading)
  const same = own.find((title) => folded(title) === whole)
  if (same !== undefined || isArticle) return same ?? heading
  return own.find((title) => folded(title) !== '' && whole.includes(folded(title))) ?? heading
}

/**
 * Removes the name of the site from the end or the beginning of a title.
 * @param siteNames names with only letters and digits, in lower case.
 */
export function withoutSiteName(title: string, siteNames: ReadonlySet<string>): string {
  const marks = [...title.matchAll(separator)]
  let end = title.length
  for (const mark of marks.toReversed()) {
    if (!isSiteName(title.slice(mark.index + mark[0].length, end), siteNames)) break
    end = mark.index
  }
  const isCut = end < title.length
  const rest = title.slice(0, end)
  if (folded(rest) === '') return title
  const first = marks[0]
  if (isCut || first === undefined) return rest
  if (isSiteName(title.slice(0, first.index), siteNames)) return title.slice(first.index + first[0].length)
  return withoutTail(title, marks.at(-1) ?? first)
}

/** Removes the part after a bar or dot when it has few words, and no more than the part before it. */
function withoutTail(title: string, mark: RegExpExecArray): string {
  const wordsAfter = title.slice(mark.index + mark[0].length).split(/\s+/).length
  const head = title.slice(0, mark.index)
  const isTail = /[|»«·•]/.test(mark[0]) && wordsAfter <= siteWordsMax && head.split(/\s+/).length >= wordsAfter
  return isTail ? head : title
}

function isSiteName(text: string, siteNames: ReadonlySet<string>): boolean {
  const name = folded(text)
  if (name === '') return true
  for (const site of siteNames) {
    if (name === site) return true
    if (site.length < 4 || name.length < 4 || name.length >= site.length * 3) continue
    if (name.includes(site) || site.includes(name)) return true
  }
  return false
}

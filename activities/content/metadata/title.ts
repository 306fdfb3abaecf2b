/** Chooses the title of a page from its heading and the titles stated in its head. */
import { metaOf, type Heading, type PageFacts } from './page-facts.ts'
import type { PageKind } from './page-kind.ts'

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
/** Signs at the end of a heading that link to the heading itself; icon fonts use the private use area. */
const anchorSign = /\s*[¶#§🔗\uE000-\uF8FF]$/u
/** Smallest share of the words of the shorter text that two texts have in common when one confirms the other. */
const resemblanceMin = 1 / 2
const hardlyAWord = 1 / 3

/** Returns only letters and digits, in lower case. */
const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** What the choice of a title depends on besides the facts of the page. */
export interface TitleContext {
  /** Headline of the page's structured data. */
  headline: string | null
  /** Names of the site with only letters and digits, in lower case. */
  siteNames: ReadonlySet<string>
  kind: PageKind
  /** Final URL of the page. */
  pageUrl: string
}

/**
 * Chooses a title.
 *
 * A heading is used when the titles stated in the head agree with it; otherwise it is more often a slogan or the
 * name of the site.
 */
export function chooseTitle(facts: PageFacts, context: TitleContext): ChosenTitle {
  const { headline, siteNames, kind, pageUrl } = context
  const shared = [metaOf(facts, 'og:title'), metaOf(facts, 'twitter:title')].find(isTitle) ?? null
  const stated = [shared, facts.title, headline].filter(isTitle).map((title) => title.replace(boardLabel, ''))
  const isFront = isFrontPage(pageUrl)
  const own = stated.map((title) => withoutSiteName(title, siteNames, isFront))
  const heading = headingFor(facts.headings, own, stated, siteNames, kind === 'article')
  if (heading === null) return { title: own[0] ?? null, heading: null }
  const isConfirmed = stated.some((title) => resembles(heading.text, title, resemblanceMin))
  const first = own[0]
  if (first !== undefined && !isConfirmed && !isOwnWording(facts, heading, shared, own, kind)) {
    return { title: first, heading }
  }
  const text = withoutSiteName(heading.text, siteNames)
  const agreed = agreedTitle(shared, facts.title, own)
  if (agreed !== null && isInside(text, agreed, siteNames)) return { title: agreed, heading }
  return { title: wording(text, own, kind === 'article'), heading }
}

/** Returns true for the address of a whole site, whose titles begin with its name. */
const isFrontPage = (url: string): boolean => URL.parse(url)?.pathname === '/'

/**
 * Returns true when a heading is the title although the head says something else: in an article, unless its head says
 * twice the same and shares hardly a word; in a thread when it is the only main heading, because some boards have one
 * title for all threads.
 */
function isOwnWording(
  facts: PageFacts,
  heading: Heading,
  shared: string | null,
  own: readonly string[],
  kind: PageKind,
): boolean {
  if (kind === 'article') {
    const agreed = agreedTitle(shared, facts.title, own)
    return agreed === null || resembles(heading.text, agreed, hardlyAWord)
  }
  return kind === 'forum' && shared === null && facts.headings.filter(({ level }) => level === 1).length === 1
}

/** Returns the title without the name of the site when the title element and the one for sharing are the same. */
function agreedTitle(shared: string | null, title: string | null, [first, second]: readonly string[]): string | null {
  if (first === undefined || second === undefined || !isTitle(shared) || !isTitle(title)) return null
  return folded(first) === folded(second) ? first : null
}

/** Words of the site in front of what a page is about: `Shop sofas`. */
const invitation = /^(?:shop|buy|discover|explore|browse|order)\b/i

/**
 * Returns true for a text that is only the middle or the end of a title: the title says more before it, and not only
 * the name of the site, an invitation or a part of its own.
 */
function isInside(text: string, title: string, siteNames: ReadonlySet<string>): boolean {
  const at = title.toLowerCase().indexOf(text.toLowerCase())
  if (text === '' || at <= 0) return false
  const before = title.slice(0, at)
  return /[\p{L}\p{N}]\s$/u.test(before) && !invitation.test(before) && !isSiteName(before, siteNames)
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
  const resembling = main.find((each) => stated.some((title) => resembles(each.text, title, resemblanceMin)))
  return resembling ?? (main.length === 1 || isArticle || stated.length === 0 ? main[0] : undefined) ?? null
}

/** Returns the share of common words in both texts, 0 to 1. */
function coverage(heading: ReadonlySet<string>, title: ReadonlySet<string>): number {
  const words = heading.size + title.size
  return words === 0 ? 0 : (2 * sharedWords(heading, title)) / words
}

/** Returns true when the texts share at least this part of the words of the shorter one. */
function resembles(heading: string, title: string, part: number): boolean {
  const [a, b] = [wordsOf(heading), wordsOf(title)]
  const least = Math.min(a.size, b.size)
  return least > 0 && sharedWords(a, b) >= least * part
}

function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/**
 * Returns the wording of the title. Of two texts with the same letters, the one with more punctuation is complete;
 * quotation marks are taken from the head, which decorates them less. Outside articles a heading often says more than
 * the title, such as `Sofas (158 items)`.
 */
function wording(heading: string, own: readonly string[], isArticle: boolean): string {
  const whole = folded(heading)
  const same = own.find((title) => folded(title) === whole)
  if (same !== undefined) return isComplete(heading, same) ? heading : same
  if (isArticle) return heading
  return own.find((title) => folded(title) !== '' && whole.includes(folded(title))) ?? heading
}

const decoration = /^[^\p{L}\p{N}\p{P}]+|^#+\s|[\s⋆★☆•»|]+$/gu
const quotes = /['"‘’‚“”„«»`´]/g
const marks = /[^\p{L}\p{N}\s'"‘’‚“”„«»`´]/gu

/** Returns true when a heading with the same letters has at least the punctuation of a title. */
function isComplete(heading: string, title: string): boolean {
  const [a, b] = [heading.replaceAll(decoration, ''), title.replaceAll(decoration, '')]
  if (a.replaceAll(quotes, '') === b.replaceAll(quotes, '')) return a === b
  if (a.toLowerCase() === b.toLowerCase() || wordsOf(a).size < wordsOf(b).size) return false
  return countOf(a, marks) >= countOf(b, marks)
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * Removes the name of the site from the end or the beginning of a title.
 * @param siteNames names with only letters and digits, in lower case.
 * @param isFront true for the front page of a site: there the name at the beginning is part of the title.
 */
export function withoutSiteName(title: string, siteNames: ReadonlySet<string>, isFront = false): string {
  const separators = [...title.matchAll(separator)]
  let end = title.length
  for (const mark of separators.toReversed()) {
    if (!isSiteName(title.slice(mark.index + mark[0].length, end), siteNames)) break
    end = mark.index
  }
  const isCut = end < title.length
  const rest = title.slice(0, end)
  if (folded(rest) === '') return title
  const first = separators[0]
  if (isCut || first === undefined) return rest
  const beginsWithName = isSiteName(title.slice(0, first.index), siteNames)
  if (beginsWithName && isFront && !first[0].includes('|')) return title
  if (beginsWithName) return title.slice(first.index + first[0].length)
  return withoutTail(title, separators.at(-1) ?? first)
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

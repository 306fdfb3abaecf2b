/** Chooses the author of a page from everything the page states about its author. */
import { attribute, collapsed, following, textBelow, type TreeNode } from '../../html/tree.ts'
import type { ApartParts } from './apart.ts'
import type { ArticleData } from './article-data.ts'
import {
  authorName,
  beginsByline,
  isHandle,
  isOtherWork,
  looksLikeName,
  namesInTexts,
  withoutLabel,
} from './author-name.ts'
import { dateInText } from './dates.ts'
import { firstPoster } from './first-post.ts'
import type { PageMark, PageFacts } from './page-facts.ts'
import type { PageKind } from './page-kind.ts'

/** The facts that candidates are weighed by. */
export interface AuthorContext {
  data: ArticleData
  kind: PageKind
  title: string | null
  /** Number of texts before the heading; null when the page has no heading. */
  headingAt: number | null
  apart: ApartParts
  /** Two-letter language code. */
  language: string
  /** Names of the site in lower case; the site itself is a weak candidate. */
  siteNames: ReadonlySet<string>
}

interface Candidate {
  name: string
  weight: number
}

/** Number of texts before and after the heading that are searched for a byline. */
const textsBefore = 25
const textsAfter = 60
const textsOfMark = 14
const marksReadMax = 60
const textsReadMax = 3_000
/** Number of texts around the heading that are searched for a name without a label. */
const bareTextsBefore = 3
const bareTextsAfter = 8
/** A page that is not an article and names more people than this is a list of other pages. */
const peopleMax = 2

const metaNames = [
  'citation_authors', 'author', 'article:author', 'article:author_name', 'parsely-author', 'sailthru.author', 'dc.creator',
  'dcterms.creator', 'dc.contributor', 'citation_author', 'byl', 'byline', 'og:author', 'og:article:author',
  'authors', 'creator', 'cxenseparse:author', 'vr:author', 'shareaholic:article_author_name', 'rbauthors',
  'twitter:author', 'book:author',
] // prettier-ignore
/** Names of meta elements in which libraries write the surname first. */
const surnameFirst = new Set(['citation_authors', 'citation_author', 'dc.creator', 'dcterms.creator', 'dc.contributor'])

/**
 * Returns the author of a page, several joined by commas; null when the page names none.
 *
 * Machine-readable statements have priority over visible text, unless they name the site or a log-in name and a
 * byline near the heading is more specific.
 */
export function chooseAuthor(facts: PageFacts, context: AuthorContext): string | null {
  let best: Candidate | null = null
  for (const candidate of candidates(facts, context)) {
    const weight = candidate.weight - penalty(candidate.name, context)
    if (best === null || weight > best.weight) best = { name: candidate.name, weight }
  }
  return best === null || best.weight <= 0 ? null : best.name
}

function penalty(name: string, { siteNames, kind }: AuthorContext): number {
  const folded = name.toLowerCase()
  if (siteNames.has(folded)) return 45
  if (/\.(?:com|net|org|io)$/.test(folded)) return 40
  return kind !== 'forum' && isHandle(name) ? 30 : 0
}

function* candidates(facts: PageFacts, context: AuthorContext): Generator<Candidate> {
  const { data, language } = context
  const stated = joined(data.authors, language)
  if (stated !== null) yield { name: stated, weight: data.areOrganisations ? 62 : 100 }
  for (const name of metaNames) {
    const values = facts.metas.get(name) ?? []
    const value = joined(surnameFirst.has(name) ? values.map(inSpokenOrder) : values, language)
    if (value !== null) yield { name: value, weight: name === 'author' ? 96 : 92 }
  }
  const label = facts.metas.get('twitter:label1')?.[0]
  if (label !== undefined && /by|autor|auteur|author|verfasst|von|door|av\b/i.test(label)) {
    const value = joined(facts.metas.get('twitter:data1') ?? [], language)
    if (value !== null) yield { name: value, weight: 94 }
  }
  const poster = context.kind === 'forum' ? firstPoster(facts.texts, language) : null
  if (poster !== null) yield { name: poster, weight: 70 }
  yield* fromMarks(facts, context)
  yield* fromTexts(facts, context)
  yield* fromBareTexts(facts, context)
  yield* fromLoneLabel(facts, context)
}

/** Converts `Doe, Jane` to `Jane Doe`. */
const inSpokenOrder = (name: string): string => name.replace(/^([^,]{1,60}),\s*([^,]{1,60})$/, '$2 $1')

/** Returns the distinct names among separately stated values, in their order, joined by commas. */
function joined(values: readonly string[], language: string): string | null {
  const names: string[] = []
  for (const value of values.slice(0, 30)) {
    const name = authorName(value, language)
    if (name !== null && !names.some((known) => known.toLowerCase() === name.toLowerCase())) names.push(name)
  }
  return names.length === 0 ? null : names.join(', ')
}

const weights: Record<PageMark['how'], number> = { itemprop: 90, rel: 88, attribute: 78, class: 74, time: 0 }

function* fromMarks(facts: PageFacts, context: AuthorContext): Generator<Candidate> {
  const { headingAt, kind } = context
  const named = namedMarks(facts, context)
  if (kind === 'other' && new Set(named.map(({ name }) => name)).size > peopleMax) return
  for (const [order, { mark, name, isByline }] of named.entries()) {
    if (kind === 'forum') {
      // The page of a thread is its first post, so the earliest name wrote it.
      yield { name, weight: 90 - Math.min(order, 40) }
      continue
    }
    const distance = headingAt === null ? 0 : mark.at - headingAt
    const isNear = distance >= -textsBefore && distance <= textsAfter
    const farness = isNear ? 0 : mark.how === 'class' || distance < 0 ? 40 : 20
    const bonus = mark.how === 'class' && isByline ? 6 : 0
    // Among marks of the same kind, earlier ones weigh more.
    yield { name, weight: weights[mark.how] + bonus - farness - Math.min(order, 20) / 2 }
  }
}

interface NamedMark {
  mark: PageMark
  name: string
  /** True when the text begins with a byline label. */
  isByline: boolean
}

/** Returns the marks that hold a name and belong to the page itself, in document order. */
function namedMarks({ authors, texts }: PageFacts, context: AuthorContext): NamedMark[] {
  const { headingAt, language, kind, apart } = context
  const found: NamedMark[] = []
  for (const mark of authors.slice(0, marksReadMax)) {
    if (kind === 'forum' && headingAt !== null && mark.at < headingAt && mark.how === 'class') continue
    const name = nameOfMark(mark, language)
    if (name === null || apart.has(mark.node)) continue
    const isByline = beginsByline(shortText(texts[mark.at]), language)
    const isBeside = headingAt !== null && mark.at >= headingAt && mark.at < headingAt + bareTextsAfter
    const isNamed =
      isByline || looksLikeName(name) || ((kind === 'article' || isBeside) && /author|byline/.test(mark.words))
    if (kind === 'forum' || mark.how !== 'class' || isNamed) found.push({ mark, name, isByline })
  }
  return found
}

function nameOfMark({ node, how, words }: PageMark, language: string): string | null {
  if (how === 'attribute')
    return authorName(attribute(node, 'author') ?? attribute(node, 'data-author') ?? '', language)
  const content = how === 'itemprop' ? (attribute(node, 'content') ?? nestedName(node)) : null
  if (content !== null) return authorName(content, language)
  if (how === 'class' && /count|form|input|image|avatar|photo|bio|description/.test(words)) return null
  return namesInTexts(textsBelow(node), language)
}

/** Returns the `name` property inside an author element. */
function nestedName(node: TreeNode): string | null {
  let left = 40
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    if (/(?:^|[\s:])name$/.test(attribute(at, 'itemprop') ?? attribute(at, 'property') ?? '')) {
      return attribute(at, 'content') ?? textBelow(at, 200)
    }
  }
  return null
}

function textsBelow(node: TreeNode): string[] {
  const found: string[] = []
  let left = 80
  for (let at = node.first; at !== null && left > 0 && found.length < textsOfMark; left--) {
    if (at.text !== null) {
      const text = collapsed(at.text)
      if (text !== '') found.push(text)
    }
    at = following(at, node, at.name !== 'script' && at.name !== 'style' && at.name !== 'svg')
  }
  return found
}

const shortText = (node: TreeNode | undefined): string => collapsed(node?.text?.slice(0, 400) ?? '')
/** Part of a note on the author that is read. */
const noteCharacters = 120

/** Labels that name the author anywhere in the page. */
const plainLabel =
  /^\s*(?:(?:this (?:article|post|story|page) (?:was|is) )?(?:article |story |post |words )?written by|(?:article|posted) by)\b|^\s*authors?\b/i
const namesOtherWork = (node: TreeNode | undefined): boolean => isOtherWork(shortText(node))
/** Weight of the label `By` or `Written by` in the texts right behind the heading, above a site or a log-in name. */
const besideWeight = 101
const besideTexts = 5

/** Yields names after `By` near the heading, whatever the markup, and after `Written by` anywhere in an article. */
function* fromTexts(facts: PageFacts, context: AuthorContext): Generator<Candidate> {
  const { texts } = facts
  const { headingAt, language, apart, kind, data } = context
  if (headingAt === null) return
  const stated = joined(data.authors, language)
  const person = statedPerson(facts, context)
  const end = Math.min(texts.length, headingAt + (kind === 'forum' ? textsAfter : textsReadMax))
  for (let at = Math.max(0, headingAt - textsBefore); at < end; at++) {
    const node = texts[at]
    const length = node?.text?.length ?? 0
    const isNote = plainLabel.test(node?.text ?? '')
    if (node === undefined || (length > 400 && !isNote)) continue
    const isNear = at < headingAt + textsAfter
    if (!isNear && !plainLabel.test(node.text ?? '')) continue
    if (!isNear && kind === 'other' && /^\s*authors?\b/i.test(node.text ?? '')) continue
    const text = isNote ? shortText(node).slice(0, noteCharacters) : shortText(node)
    const isBeside = at >= headingAt && at < headingAt + bareTextsAfter
    if (text.length > 200 || !beginsByline(text, language) || apart.has(node, !isBeside)) continue
    const isLabel = withoutLabel(text, language).trim() === ''
    const name = namesInTexts([text, ...texts.slice(at + 1, at + textsOfMark).map(shortText)], language)
    if (name === null) continue
    const isLinked = isLabel && texts[at + 1]?.parent?.name === 'a'
    const isNext =
      at >= headingAt && at < headingAt + besideTexts && !namesOtherWork(texts[at - 1]) && !addsHouse(name, stated)
    if (looksLikeName(name) || isNext || (kind !== 'other' && (isLinked || (isLabel && /^\p{Lu}/u.test(name))))) {
      const weight =
        isNext && looksLikeName(name) && mayReplace(name, person) ? besideWeight : 82 - Math.abs(at - headingAt) / 20
      yield { name, weight: isNear ? weight : 50 }
    }
  }
}

/** Returns the author that the page states when it looks like a person. */
function statedPerson(facts: PageFacts, context: AuthorContext): string | null {
  const { data, language, siteNames } = context
  const stated = data.areOrganisations ? null : joined(data.authors, language)
  const named = stated ?? joined(facts.metas.get('author') ?? [], language)
  if (named === null || siteNames.has(named.toLowerCase()) || isHandle(named)) return null
  return looksLikeName(named.split(',')[0]!.trim()) ? named : null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}’'-]{2,}/gu) ?? []

/** Returns true when a byline may replace a stated person: it names the same people in its own words. */
function mayReplace(name: string, person: string | null): boolean {
  if (person === null) return true
  const [own, stated] = [new Set(wordsOf(name)), wordsOf(person)]
  return stated.some((word) => own.has(word))
}

/** Returns true for the stated author followed by one more name without `and`: that of the publication. */
const addsHouse = (name: string, stated: string | null): boolean =>
  stated !== null && name.startsWith(`${stated}, `) && !/,|&|\sand\s/.test(name.slice(stated.length + 2))

const bareName = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*){1,3}$/u

/** Words in the names of sections and in links, which are seldom names of people. */
const sectionWord =
  /(?<!\p{L})(?:news|press|releases?|study|studies|story|stories|updates?|insights?|guides?|demo|events?|resources?|announcements?|webinars?|podcasts?)(?!\p{L})/iu
const sectionPath = /\/(?:categor(?:y|ies)|tags?|topics?|sections?|news|press|blog)(?:\/|$)/i
const authorPath = /\/(?:authors?|people|person|team|staff|contributors?|writers?|profiles?|users?|by|@)/i
const linkLevels = 2

/** True for the name of a section in the place of an author: beside a date, pages show either. */
function isSection(name: string, { metas }: PageFacts, node: TreeNode): boolean {
  if (sectionWord.test(name) || metas.get('article:section')?.some((section) => collapsed(section) === name) === true)
    return true
  let at = node.parent
  for (let level = 0; at !== null && level < linkLevels; level++, at = at.parent) {
    const path = at.name === 'a' ? (attribute(at, 'href') ?? '').replace(/[?#].*/, '') : ''
    if (path !== '') return sectionPath.test(path) && !authorPath.test(path)
  }
  return false
}

/** Yields names without a label next to the heading, when a date or a reading time is beside them. */
function* fromBareTexts(facts: PageFacts, context: AuthorContext): Generator<Candidate> {
  const { texts } = facts
  const { headingAt, kind, apart, title, language, siteNames } = context
  if (headingAt === null || kind === 'forum') return
  const from = Math.max(0, headingAt - bareTextsBefore)
  const near = texts.slice(from, headingAt + bareTextsAfter).map(shortText)
  const isDated = near.map(tellsTime)
  for (const [i, text] of near.entries()) {
    const node = texts[from + i]
    if (node === undefined) continue
    const own = text.length > 40 || !bareName.test(text) ? besideDate(text) : text
    if (own === null) continue
    const isBesideTime = own !== text || isDated[i + 1] || isDated[i + 2] || (i > 0 && isDated[i - 1])
    const isNoted = from + i >= headingAt && !siteNames.has(own.toLowerCase())
    if (!isBesideTime && !(isNoted && begins(texts, headingAt + bareTextsAfter, own))) continue
    const name = authorName(own, language)
    if (name === null || !looksLikeName(name) || (title ?? '').includes(name) || apart.has(node)) continue
    if (isSection(name, facts, node)) continue
    yield { name, weight: 55 - i }
  }
}

const partsMaxCharacters = 90

/** Returns the name in a line such as `July 2, 2025 · Ana Lima | Writer`; null for any other line. */
function besideDate(text: string): string | null {
  if (text.length > partsMaxCharacters || !/[|·•]/.test(text)) return null
  const parts = text.split(/[|·•]/).map((part) => part.replace(/\son behalf of\b.*/, '').trim())
  return parts.some(tellsTime) ? (parts.find((part) => bareName.test(part) && looksLikeName(part)) ?? null) : null
}

/** Returns true when a later text begins with the name, as the note on an author below an article does. */
const begins = (texts: readonly TreeNode[], from: number, name: string): boolean =>
  looksLikeName(name) &&
  texts.slice(from, textsReadMax).some(({ text }) => {
    const rest = text?.trimStart()
    return (
      rest !== undefined &&
      rest.startsWith(name) &&
      /^(?:\s+(?:is|was|has|writes|works)\b|:)/.test(rest.slice(name.length))
    )
  })

/** Yields the name that alone in an article stands behind a label such as `By`. */
function* fromLoneLabel({ texts }: PageFacts, { kind, language, apart }: AuthorContext): Generator<Candidate> {
  if (kind !== 'article') return
  let only: string | null = null
  for (const [at, node] of texts.slice(0, textsReadMax).entries()) {
    if ((node.text?.length ?? 0) > 20 || !/^\s*(?:(?:written|posted) )?by\s*:?\s*$/i.test(node.text ?? '')) continue
    if (namesOtherWork(texts[at - 1]) || apart.isOfOther(node)) continue
    const name = namesInTexts(texts.slice(at, at + textsOfMark).map(shortText), language)
    if (name === null || !looksLikeName(name) || name === only) continue
    if (only !== null) return
    only = name
  }
  if (only !== null) yield { name: only, weight: 45 }
}

/** Returns true for a date, a reading time, or a label that precedes a date. */
const tellsTime = (text: string): boolean =>
  text.length < 60 &&
  (dateInText(text, 'day-first') !== null ||
    /\bmin(?:ute)?s?(?: read)?$|^(?:last )?(?:updated|published)(?: on)?:?$/i.test(text))

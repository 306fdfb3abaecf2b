/** Builds selector sets from their data, which is read and validated at its first use. */
import { readFileSync } from 'node:fs'
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { checkedSelectorSet, type SelectorSetData } from '@seine/shared/tasks/serp-selector-data.ts'
import type { CssSelector } from '@seine/shared/selectors/css-selector.ts'
import { parseCss } from '@seine/shared/selectors/parse-css.ts'

/** Selectors for one kind of result. */
export interface EntrySelectors {
  layout: string
  item: CssSelector
  link: CssSelector[]
  title: CssSelector[]
  snippet: CssSelector[]
  displayedLink: CssSelector[]
}

export interface PanelSelectors {
  root: CssSelector
  title: CssSelector[]
  type: CssSelector[]
  description: CssSelector[]
  source: CssSelector[]
  website: CssSelector[]
  image: CssSelector[]
  attribute: { item: CssSelector; name: CssSelector[]; value: CssSelector[] }
}

export interface AnswerSelectors {
  root: CssSelector
  answer: CssSelector[]
  title: CssSelector[]
  link: CssSelector[]
}

export interface QuestionSelectors extends Omit<AnswerSelectors, 'root'> {
  item: CssSelector
  question: CssSelector[]
}

/** The criterion that identifies one kind of block page. */
export interface BlockMark {
  why: SelectorSetData['blocked'][number]['why']
  name: string
  url: string | null
  selectors: CssSelector[]
}

export interface SelectorSet extends Pick<
  SelectorSetData,
  'engine' | 'version' | 'date' | 'userAgents' | 'headers' | 'paging' | 'laterMethod' | 'totalHasRange'
> {
  carried: { name: string; selector: CssSelector }[]
  blocked: BlockMark[]
  needsBrowser: CssSelector[]
  empty: { selectors: CssSelector[]; texts: string[] }
  noise: CssSelector[]
  next: CssSelector[]
  organic: EntrySelectors[]
  ads: EntrySelectors[]
  knowledgeGraph: PanelSelectors[]
  answerBox: AnswerSelectors[]
  peopleAlsoAsk: QuestionSelectors[]
  relatedSearches: CssSelector[]
  totalResults: CssSelector[]
}

const all = (texts: readonly string[]): CssSelector[] => texts.map((text) => parseCss(text))

const entry = ({ layout, item, ...fields }: SelectorSetData['organic'][number]): EntrySelectors => ({
  layout,
  item: parseCss(item),
  link: all(fields.link),
  title: all(fields.title),
  snippet: all(fields.snippet),
  displayedLink: all(fields.displayedLink),
})

/**
 * Builds a selector set from its data.
 * @throws Error describing the problem in the data.
 */
export function readSelectorSet(given: unknown): SelectorSet {
  const data = checkedSelectorSet(given)
  const { engine, version, date, userAgents, headers, paging, laterMethod, totalHasRange } = data
  return {
    engine,
    version,
    date,
    userAgents,
    headers,
    paging,
    laterMethod,
    totalHasRange,
    carried: Object.entries(data.carried).map(([name, text]) => ({ name, selector: parseCss(text) })),
    blocked: data.blocked.map(({ why, name, url, selectors: texts }) => ({
      why,
      name,
      url: url ?? null,
      selectors: all(texts ?? []),
    })),
    needsBrowser: all(data.needsBrowser),
    empty: { selectors: all(data.empty.selectors), texts: data.empty.texts },
    noise: all(data.noise),
    next: all(data.next),
    organic: data.organic.map(entry),
    ads: data.ads.map(entry),
    knowledgeGraph: data.knowledgeGraph.map(({ root, attribute, ...fields }) => ({
      root: parseCss(root),
      title: all(fields.title),
      type: all(fields.type),
      description: all(fields.description),
      source: all(fields.source),
      website: all(fields.website),
      image: all(fields.image),
      attribute: { item: parseCss(attribute.item), name: all(attribute.name), value: all(attribute.value) },
    })),
    answerBox: data.answerBox.map(({ root, answer, title, link }) => ({
      root: parseCss(root),
      answer: all(answer),
      title: all(title),
      link: all(link),
    })),
    peopleAlsoAsk: data.peopleAlsoAsk.map(({ item, question, answer, title, link }) => ({
      item: parseCss(item),
      question: all(question),
      answer: all(answer),
      title: all(title),
      link: all(link),
    })),
    relatedSearches: all(data.relatedSearches),
    totalResults: all(data.totalResults),
  }
}

const known = new Map<SerpEngine, SelectorSet>()

/**
 * Returns the selector set of an engine, which is loaded once, at its first use: most processes never search. The
 * files ship with the code, and the tests load all of them.
 * @throws Error describing the problem in the data.
 */
export function selectorSetOf(engine: SerpEngine): SelectorSet {
  const set = known.get(engine) ?? loadSelectorSet(engine)
  known.set(engine, set)
  return set
}

/** Loads the selector set of an engine from its file. @throws Error describing the problem in the data. */
export function loadSelectorSet(engine: SerpEngine): SelectorSet {
  const file = new URL(`selector-sets/${engine}.json`, import.meta.url)
  const set = readSelectorSet(JSON.parse(readFileSync(file, 'utf8')))
  if (set.engine !== engine) throw new Error(`the selector set of ${engine} is for ${set.engine}`)
  return set
}

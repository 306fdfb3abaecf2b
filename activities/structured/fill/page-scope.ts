/** Builds the scope of a whole page: the places from which a schema is filled, best first. */
import type { ItemField, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { Bag, entryOf, itemBag, labelBag, rawOf, stateBag, type BagEntry } from './values/bag.ts'
import { fittingEntities } from './entity-fit.ts'
import { keyOf, wordsOf } from './values/names.ts'
import { propertiesOf, wordsAbout, type SchemaObject } from './values/schema-node.ts'
import { plainPlace, type FillPage, type FillPlace, type FillScope } from './scope.ts'
import { isAboutSite, siteBag } from './site-scope.ts'
import { stateFit, statePartsOf } from './state-search.ts'
import { wantedOf, type WantedValue } from './values/wanted.ts'

const stateShareMin = 0.4

/** @param schemas alternatives of the root, without references. */
export function pageScope(page: Omit<FillPage, 'fields' | 'isArticle'>, schemas: readonly SchemaObject[]): FillScope {
  const { facts, budget } = page
  const wanted = schemas.flatMap((schema) =>
    propertiesOf(schema).map(([name, each]) =>
      wantedOf(name, typeof each === 'object' && each !== null ? (each as SchemaObject) : {}),
    ),
  )
  const names = new Set(
    schemas.flatMap((schema) => {
      const { title, description } = wordsAbout(schema)
      const words = [...wordsOf(title), ...wordsOf(description)]
      return [...words, words.join(''), ...words.map((word, index) => word + (words[index + 1] ?? ''))]
    }),
  )
  const places: FillPlace[] = fittingEntities(facts.entities, wanted, names, budget).map(plainPlace)
  const isOfSite = isAboutSite(wanted, names, facts)
  if (isOfSite) places.push(plainPlace(siteBag(facts)))
  const state = isOfSite ? null : bestState(facts, wanted, page)
  if (state !== null) places.push(plainPlace(state))
  places.push(plainPlace(headBag(facts, isOfSite ? 'site' : isArticle(wanted, places[0]?.bag) ? 'article' : 'thing')), {
    bag: metaBag(facts),
    weightMin: 0.75,
    takesCommon: true,
  })
  for (const source of isOfSite ? [] : (['definition-list', 'table', 'label'] as const)) {
    places.push(
      plainPlace(
        labelBag(
          source,
          facts.labels.filter((label) => label.source === source),
        ),
      ),
    )
  }
  const fields = ownFields(facts)
  if (fields.length > 0) {
    places.push({ bag: itemBag({ text: '', fields }, 'label'), weightMin: 0.7, takesCommon: true })
  }
  places.push({ bag: documentBag(facts), weightMin: 0.75, takesCommon: true })
  return {
    page: { ...page, fields, isArticle: isArticle(wanted, places[0]?.bag) },
    places,
    isPage: true,
    item: null,
    level: 0,
  }
}

const isArticle = (wanted: readonly WantedValue[], main: Bag | undefined): boolean =>
  main?.types.some((type) => /Article|Posting|Report|Review/.test(type) && type !== 'JobPosting') === true ||
  wanted.some(({ concepts }) => ['author', 'body', 'modified', 'commentCount'].includes(concepts[0]?.id ?? ''))

const identity = ({ names, text, url }: ItemField): string => `${names.join(',')}|${text}|${url ?? ''}`

const mainFieldsMax = 300

/**
 * Returns the fields that do not belong to an item of a group with several items. Columns and sections of a page look
 * like items of a group: those with the main heading are the page itself, the closest ones first.
 */
function ownFields({ fields, groups }: StructuredFacts): ItemField[] {
  const items = groups.flatMap((group) => (group.items.length > 1 ? group.items : []))
  const main = items.filter((item) => item.fields.some(({ names }) => names.includes('h1')))
  const ofItems = new Set(items.flatMap((item) => (main.includes(item) ? [] : item.fields.map(identity))))
  const close = main.toSorted((a, b) => a.text.length - b.text.length).flatMap((item) => item.fields)
  const own = [...close.slice(0, mainFieldsMax), ...fields].filter((field) => !ofItems.has(identity(field)))
  return [...new Map(own.map((field) => [identity(field), field])).values()]
}

const nameKeys = ['name', 'title', 'headline', 'heading', 'productName', 'displayName']
const squashed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Factor by which an object of a state is the subject of the page: scripts also load the objects of related articles
 * and of the whole shop.
 */
function likenessToPage(object: Record<string, unknown>, { document }: StructuredFacts): number {
  const titles = [document.title, document.heading].flatMap((text) => (text === null ? [] : [squashed(text)]))
  const names = nameKeys.map((key) => object[key]).filter((name) => typeof name === 'string' && name !== '')
  if (names.length === 0 || titles.length === 0) return 1
  const isSame = names.some((name) => {
    const own = squashed(String(name).slice(0, 300))
    return (
      own.length > 2 &&
      titles.some((title) => own.includes(title) || (title.includes(own) && own.length * 2 >= title.length))
    )
  })
  return isSame ? 2 : 0
}

function bestState(
  facts: StructuredFacts,
  wanted: readonly WantedValue[],
  { budget }: Pick<FillPage, 'budget'>,
): Bag | null {
  let best: Record<string, unknown> | null = null
  let most = Math.max(1, wanted.length * stateShareMin - 0.01)
  const isNamed = wanted.some(({ kind }) => kind === 'heading')
  for (const object of statePartsOf(facts.hydration, budget).objects) {
    const fit = isNamed
      ? stateFit(object, wanted, budget) * likenessToPage(object, facts)
      : stateFit(object, wanted, budget)
    if (fit > most) [best, most] = [object, fit]
  }
  return best === null ? null : stateBag(best)
}

/** The heading takes precedence over the title in the head of the document. */
function headBag({ document }: StructuredFacts, subject: 'site' | 'article' | 'thing'): Bag {
  const entries: BagEntry[] = []
  const add = (name: string, value: string | null, isUrl = false): void => {
    if (value !== null && value !== '') entries.push(entryOf(name, [rawOf(value, 'document', isUrl ? value : null)]))
  }
  if (subject !== 'site') {
    // The head and the heading of an article name the same thing; other pages have headings of their own.
    const name = subject === 'article' ? (document.title ?? document.heading) : document.heading
    add('name', name)
    add('title', name)
  }
  if (subject === 'article') {
    add('section', sectionOf(document))
    add('author', document.author)
    add('date published', document.published)
    add('date modified', document.modified)
  }
  add('publisher', document.site.name)
  add('site name', document.site.name)
  add('canonical url', document.canonicalUrl ?? document.url, true)
  return new Bag('document', [], null, () => entries)
}

/** Returns the last step of the trail before the page itself; null when only the home page is there. */
function sectionOf({ breadcrumbs, title, heading }: StructuredFacts['document']): string | null {
  const own = new Set([title, heading].map((text) => keyOf(text ?? '')))
  return breadcrumbs.slice(1).findLast((step) => !own.has(keyOf(step)) && !/…$|\.\.\.$/.test(step)) ?? null
}

function documentBag({ document }: StructuredFacts): Bag {
  const { title, author, published, modified, language, breadcrumbs, paragraphs } = document
  const entries: BagEntry[] = []
  const add = (name: string, values: readonly (string | null | undefined)[]): void => {
    const raws = values
      .filter((value) => typeof value === 'string' && value !== '')
      .map((value) => rawOf(value as string, 'document'))
    if (raws.length > 0) entries.push(entryOf(name, raws))
  }
  add('title', [title])
  add('author', [author])
  add('date published', [published])
  add('date modified', [modified])
  add('in language', [language])
  add('breadcrumbs', breadcrumbs)
  add('description', [paragraphs.find((paragraph) => paragraph.length >= 40)])
  return new Bag('document', [], null, () => entries)
}

/** Meta elements about the document or its presentation, not about its content. */
const technical =
  /^(?:viewport|generator|robots|googlebot|theme-color|referrer|msapplication.*|apple-.*|format-detection|og:type|og:locale.*|og:.*:(?:width|height|type)|twitter:(?:card|site|creator|label\d|data\d)|fb:.*|csrf.*|google-.*|.*verification.*|color-scheme|handheldfriendly|application-name|al:.*|next-.*)$/
const prefix =
  /^(?:og|article|product|book|video|music|profile|twitter|citation|dc|dcterms|place|business|recipe|event|parsely|sailthru)[.:_-]/

function metaBag({ meta }: StructuredFacts): Bag {
  return new Bag('meta', [], null, () =>
    Object.entries(meta).flatMap(([name, contents]) => {
      if (technical.test(name)) return []
      const isOpenGraph = /^(?:og|article|product|book|video|music|profile):/.test(name)
      const raws = contents.map((content) => rawOf(content, isOpenGraph ? 'open-graph' : 'meta'))
      const short = name.replace(prefix, '').replace(/^(?:contact_data|contact)[:_]/, '')
      return short === name ? [entryOf(name, raws)] : [entryOf(short, raws), entryOf(name, raws, 0.99)]
    }),
  )
}

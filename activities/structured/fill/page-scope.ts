/** Builds the scope of a whole page: the places from which a schema is filled, best first. */
import type { ItemField, StructuredFacts } from '@seine/shared/pages/facts.ts'
import {
  Bag,
  entryOf,
  itemBag,
  labelBag,
  laterBag,
  laterEntryOf,
  rawOf,
  stateBag,
  type BagEntry,
} from './values/bag.ts'
import { once } from '@seine/shared/values/once.ts'
import { isOtherThanTitle } from './article-heading.ts'
import { fittingEntities } from './entity-fit.ts'
import { keyOf, squashed, wordsOf } from './values/names.ts'
import { mainSection } from './main-section.ts'
import { namesPublication, shownAsUpdate } from './update-day.ts'
import { propertiesOf, wordsAbout, type SchemaObject } from './values/schema-node.ts'
import { plainPlace, type FillPage, type FillPlace, type FillScope } from './scope.ts'
import { asksForParty, isAboutSite, siteBag } from './site-scope.ts'
import { isNamedAsPage, titlesOf } from './state-names.ts'
import { stateFit, statePartsOf } from './state-search.ts'
import { wantedOf, type WantedValue } from './values/wanted.ts'

const stateShareMin = 0.4

/** @param schemas alternatives of the root, without references. */
export function pageScope(
  page: Pick<FillPage, 'facts' | 'root' | 'budget'>,
  schemas: readonly SchemaObject[],
): FillScope {
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
  const entity = places[0]?.bag
  const titles = schemas.map((schema) => keyOf(wordsAbout(schema).title))
  const isOfParty = titles.some((title) => asksForParty(wanted, title))
  // Name and contacts are of one party: those of the website are not mixed with those of an entity.
  if (entity === undefined && titles.some((title) => isAboutSite(wanted, title, facts, budget)))
    places.push(plainPlace(siteBag(facts)))
  const isOfArticle = isArticleSchema(wanted, names, entity)
  const isUpdate = once(() => facts.document.published !== null && shownAsUpdate(facts))
  const published = once(() => (isUpdate() ? null : facts.document.published))
  places.push(plainPlace(laterBag('hydration', () => bestState(facts, wanted, { budget, isOfParty }))))
  // Meta elements advertise a product to other readers; what its page calls the description is longer and about it.
  const isProduct = isOfProduct(wanted)
  if (isProduct) places.push(plainPlace(descriptionBag(facts)))
  places.push(plainPlace(headBag(facts, isOfArticle, published)), {
    bag: metaBag(facts, isUpdate),
    weightMin: 0.75,
    takesCommon: true,
  })
  for (const source of ['definition-list', 'table', 'label'] as const)
    places.push(plainPlace(labelBag(source, () => facts.labels.filter((label) => label.source === source))))
  if (isOfArticle) places.push(plainPlace(publisherBag(facts)))
  const fields = once(() => ownFields(facts))
  const main = once(() => mainSection(facts.fields))
  places.push(
    {
      bag: laterBag('label', () => itemBag({ text: '', fields: fields() }, 'label')),
      weightMin: 0.7,
      // On the page of a product, elements with such class names are often parts of other things.
      takesCommon: !isProduct,
    },
    { bag: documentBag(facts, published), weightMin: 0.75, takesCommon: true },
  )
  return {
    page: {
      ...page,
      get fields() {
        return fields()
      },
      get mainSection() {
        return main()
      },
      isArticle: isArticle(wanted, entity),
      isProduct,
      isOfParty,
    },
    places,
    isPage: true,
    item: null,
    level: 0,
  }
}

const isArticle = (wanted: readonly WantedValue[], main: Bag | undefined): boolean =>
  main?.types.some((type) => /Article|Posting|Report|Review/.test(type) && type !== 'JobPosting') === true ||
  wanted.some(({ concepts }) => ['author', 'body', 'modified', 'commentCount'].includes(concepts[0]?.id ?? ''))

const articleWords = ['article', 'news', 'post', 'blog', 'blogpost', 'story', 'report', 'press']

/** True for schemas of an article; books and films have authors and dates too. */
function isArticleSchema(wanted: readonly WantedValue[], names: ReadonlySet<string>, main: Bag | undefined): boolean {
  const has = (...ids: string[]): boolean => wanted.some(({ concepts }) => ids.includes(concepts[0]?.id ?? ''))
  if (has('isbn', 'price', 'sku') || main?.types.some((type) => /^(?:Book|Product)$/.test(type)) === true) return false
  return articleWords.some((word) => names.has(word)) || (has('author') && has('body', 'modified', 'commentCount'))
}

const identity = ({ names, text, url }: ItemField): string => `${names.join(',')}|${text}|${url ?? ''}`

const mainFieldsMax = 300

/**
 * Returns the fields that do not belong to an item of a group with several items. Columns and sections of a page look
 * like items of a group: those with the main heading are the page itself, the closest ones first.
 */
function ownFields({ fields, groups }: StructuredFacts): ItemField[] {
  const items = groups.flatMap((group) => (group.items.length > 1 ? group.items : []))
  const main = new Set(items.filter((item) => item.fields.some(({ names }) => names.includes('h1'))))
  const close = [...main].toSorted((a, b) => a.text.length - b.text.length).flatMap((item) => item.fields)
  const own = new Map([...close.slice(0, mainFieldsMax), ...fields].map((field) => [identity(field), field]))
  // Groups have many more fields than the page: only those with a text of the page are compared as a whole.
  const texts = new Set([...own.values()].map(({ text }) => text))
  for (const item of items) {
    if (main.has(item)) continue
    for (const field of item.fields) if (texts.has(field.text)) own.delete(identity(field))
  }
  return [...own.values()]
}

function bestState(
  facts: StructuredFacts,
  wanted: readonly WantedValue[],
  { budget, isOfParty }: Pick<FillPage, 'budget' | 'isOfParty'>,
): Bag | null {
  const least = Math.max(1, wanted.length * stateShareMin - 0.01)
  // The name of a party is seldom the title of the page.
  const isNamed = !isOfParty && wanted.some(({ kind }) => kind === 'heading')
  const { objects, lists } = statePartsOf(facts.hydration, budget)
  // An entry of a list is the subject of the page only under its whole name: `Trailer of X` is a part of X.
  const listed = new Set(lists.flatMap(({ items }) => (items.length > 1 ? items : [])))
  const titles = once(() => titlesOf(facts.document))
  let best: Record<string, unknown> | null = null
  let most = least
  for (const object of objects) {
    const fit = stateFit(object, wanted, budget)
    // The names of an object that cannot become the best one are not compared.
    if (fit * 2 <= most) continue
    const isSame = isNamed ? isNamedAsPage(object, titles(), listed.has(object)) : null
    // Scripts also load the objects of related articles and of the whole shop. Without a main heading in the served page,
    // which they still have to build, its title may be the name of the website alone.
    const isOther = isSame === false && facts.document.heading !== null
    const likely = isOther ? 0 : isSame === true ? fit * 2 : fit
    if (likely > most) [best, most] = [object, likely]
  }
  return best === null ? null : stateBag(best)
}

/**
 * The heading takes precedence over the title in the head of the document, which is often written for other readers.
 */
function headBag({ document }: StructuredFacts, isOfArticle: boolean, published: () => string | null): Bag {
  const name = once(() => {
    // Many blogs have their own name as the main heading.
    const isSiteName = isOfArticle && squashed(document.heading ?? '') === squashed(document.site.name ?? '')
    return isSiteName || (isOfArticle && isOtherThanTitle(document)) ? document.title : document.heading
  })
  return new Bag('document', [], null, () => [
    unreadEntry('name', name),
    unreadEntry('title', name),
    ...(isOfArticle
      ? [
          unreadEntry('section', () => sectionOf(document)),
          unreadEntry('author', () => document.author),
          unreadEntry('date published', published),
          unreadEntry('date modified', () => document.modified),
        ]
      : []),
    unreadEntry('site name', () => document.site.name),
    unreadEntry('canonical url', () => document.canonicalUrl ?? document.url, true),
  ])
}

/** Returns an entry whose value is read when its name is asked for. */
const unreadEntry = (name: string, read: () => string | readonly string[] | null, isUrl = false): BagEntry =>
  laterEntryOf(name, () => {
    const value = read() ?? []
    const texts = typeof value === 'string' ? [value] : value
    return texts.filter((text) => text !== '').map((text) => rawOf(text, 'document', isUrl ? text : null))
  })

const isOfProduct = (wanted: readonly WantedValue[]): boolean =>
  wanted.some(({ concepts }) => ['price', 'sku', 'gtin'].includes(concepts[0]?.id ?? ''))

const descriptionMinCharacters = 60

/** Names of the description of a product itself: not of its delivery, a category or a newsletter. */
const ownDescription =
  /^(?:(?:woocommerce|product|item|pdp|details?|info|single|page|main|short|long|full|tab|content|text|description) )*description$/
const descriptionHeading = /description|detail|about|overview|information|beschreibung|descripción|descrizione/i

/**
 * Has the first longer text in an element that is named the description of the product, behind the main heading and
 * before the heading of something else.
 */
const descriptionBag = ({ fields }: StructuredFacts): Bag =>
  new Bag('label', [], null, () => {
    const section = mainSection(
      fields.filter(
        ({ names, text }) =>
          names.includes('h1') || !descriptionHeading.test(text) || !names.some((name) => /^h[2-6]$/.test(name)),
      ),
    )
    const field = section.find(
      ({ names, text }) => text.length >= descriptionMinCharacters && names.some((name) => ownDescription.test(name)),
    )
    return field === undefined ? [] : [entryOf('description', [rawOf(field.text, 'label')])]
  })

/** The publisher of an article is the website's, unless the page says otherwise. */
const publisherBag = ({ document }: StructuredFacts): Bag =>
  new Bag('document', [], null, () => [unreadEntry('publisher', () => document.site.name)])

/** Returns the last step of the trail before the page itself; null when only the home page is there. */
function sectionOf({ breadcrumbs, title, heading, site }: StructuredFacts['document']): string | null {
  const own = new Set([title, heading, site.name].map((text) => keyOf(text ?? '')))
  return breadcrumbs.slice(1).findLast((step) => !own.has(keyOf(step)) && !/…$|\.\.\.$/.test(step)) ?? null
}

const documentBag = ({ document }: StructuredFacts, published: () => string | null): Bag =>
  new Bag('document', [], null, () => [
    unreadEntry('title', () => document.title),
    unreadEntry('author', () => document.author),
    unreadEntry('date published', published),
    unreadEntry('date modified', () => document.modified),
    unreadEntry('in language', () => document.language),
    unreadEntry('breadcrumbs', () => document.breadcrumbs),
    unreadEntry('description', () => document.opening),
  ])

/** Meta elements about the document or its presentation, not about its content. */
const technical =
  /^(?:viewport|generator|robots|googlebot|theme-color|referrer|msapplication.*|apple-.*|format-detection|og:type|og:locale.*|og:.*:(?:width|height|type)|twitter:(?:card|site|creator|label\d|data\d)|fb:.*|csrf.*|google-.*|.*verification.*|color-scheme|handheldfriendly|application-name|al:.*|next-.*)$/
const prefix =
  /^(?:og|article|product|book|video|music|profile|twitter|citation|dc|dcterms|place|business|recipe|event|parsely|sailthru)[.:_-]/

/** @param isUpdate whether the day of publication is one of an update, which is left out here too. */
function metaBag({ meta, document }: StructuredFacts, isUpdate: () => boolean): Bag {
  const day = document.published?.slice(0, 10) ?? ''
  return new Bag('meta', [], null, () =>
    Object.entries(meta).flatMap(([name, contents]) => {
      if (technical.test(name)) return []
      const isOpenGraph = /^(?:og|article|product|book|video|music|profile):/.test(name)
      const isOfUpdate = namesPublication(name) && isUpdate()
      const kept = isOfUpdate ? contents.filter((content) => !content.startsWith(day)) : contents
      const raws = kept.map((content) => rawOf(content, isOpenGraph ? 'open-graph' : 'meta'))
      const short = name.replace(prefix, '').replace(/^(?:contact_data|contact)[:_]/, '')
      return short === name ? [entryOf(name, raws)] : [entryOf(short, raws), entryOf(name, raws, 0.99)]
    }),
  )
}

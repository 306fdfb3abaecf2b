/** Reads the values that an entity of a page states for the properties of a kind. */
import { collectFacts } from '@seine/activities/structured/facts/collect-facts.ts'
import { collectMetadata } from '@seine/activities/content/metadata/collect.ts'
import { parseTree } from '@seine/activities/html/parse-tree.ts'
import { createUrlResolver } from '@seine/activities/html/urls.ts'
import type { StatedEntity, StatedValue } from '@seine/shared/pages/facts.ts'
import { statedKinds, type StatedForm, type StatedKind } from './stated-kinds.ts'
import { foldedWords, type StatedScalar } from './value-forms.ts'

/** What a page states about its subject. */
export interface Statement {
  kind: StatedKind
  /** Values by property; of properties that ask for one value, all that are stated: each of them is right. */
  values: Record<string, StatedScalar[]>
}

const nameMaxCharacters = 160

const isEntity = (value: StatedValue): value is StatedEntity => typeof value === 'object'

/** Returns the JSON-LD and microdata entities of a page, with the subjects of its web pages. */
function entitiesOf(html: string, url: string): StatedEntity[] {
  const { document } = parseTree(html)
  const urls = createUrlResolver(url, null)
  const metadata = collectMetadata(document, urls, { url, depth: 'plain' })
  const page = { document, content: null, isNamed: false, source: '', url, urls, metadata }
  const stated = collectFacts(page).entities.filter(({ source }) => source !== 'rdfa')
  return stated.flatMap((entity) => [
    entity,
    ...['mainEntity', 'about', 'mainContentOfPage'].flatMap((key) => (entity.properties[key] ?? []).filter(isEntity)),
  ])
}

function valuesAt(entity: StatedEntity, path: string): StatedValue[] {
  let values: StatedValue[] = [entity]
  for (const key of path.split('.'))
    values = values.flatMap((value) => (isEntity(value) ? (value.properties[key] ?? []) : []))
  return values
}

/** Returns the scalar of a statement in the form of its property; null for what states nothing. */
function scalarOf(form: StatedForm, value: StatedValue): StatedScalar | null {
  if (typeof value === 'object' || typeof value === 'boolean') return null
  const text = String(value).trim()
  if (form === 'number') {
    const number = Number(text.replace(/^(\d{1,3}(?:,\d{3})+)(?=\.|$)/, (whole) => whole.replaceAll(',', '')))
    return text === '' || !Number.isFinite(number) || number === 0 ? null : number
  }
  if (form === 'flag') {
    if (/(?:InStock|LimitedAvailability|OnlineOnly|InStoreOnly)$/i.test(text)) return true
    return /(?:OutOfStock|SoldOut|Discontinued)$/i.test(text) ? false : null
  }
  if (form === 'date') return /^\d{4}-\d\d-\d\d/.test(text) ? text : null
  if (form === 'picture') return /^(?:https?:)?\/\//.test(text) ? text : null
  if (form === 'telephone') return /\d{3}/.test(text) ? text : null
  // Some templates state the text of an article as its headline.
  if (form === 'name' && text.length > nameMaxCharacters) return null
  return foldedWords(text) === '' || /^(?:https?:\/\/\S+|null|undefined)$/i.test(text) ? null : text
}

function valuesOf({ properties }: StatedKind, entity: StatedEntity): Record<string, StatedScalar[]> {
  const values: Record<string, StatedScalar[]> = {}
  for (const [property, { form, paths }] of Object.entries(properties)) {
    for (const path of paths) {
      const scalars = valuesAt(entity, path).flatMap((value) => scalarOf(form, value) ?? [])
      if (scalars.length > 0) values[property] ??= scalars
    }
  }
  // A page shows the day of its last change only when it is another one.
  const [published, modified] = [values['date_published']?.[0], values['date_modified']?.[0]]
  if (String(published).slice(0, 10) === String(modified).slice(0, 10)) delete values['date_modified']
  // Several sections may be stated as one text.
  const sections = values['section']
  if (sections !== undefined) values['section'] = sections.flatMap((each) => [each, ...String(each).split(/,\s*/)])
  // A product is called with and without its brand.
  const [names = [], brands = []] = [values['name'], values['brand']]
  values['name'] &&= [...new Set([...names, ...names.flatMap((name) => withAndWithout(brands, String(name)))])]
  return values
}

const withAndWithout = (brands: readonly StatedScalar[], name: string): string[] =>
  brands.flatMap((brand) => {
    const isNamed = name.toLowerCase().startsWith(`${String(brand).toLowerCase()} `)
    return isNamed ? name.slice(String(brand).length + 1) : `${brand} ${name}`
  })

/**
 * Returns what a page states about one thing of each kind. Pages that state several of a kind (listings, news beside
 * an article) are left out: which of them is the subject is not stated.
 */
export function statementsOf(html: string, url: string): Statement[] {
  const entities = entitiesOf(html, url)
  return statedKinds.flatMap((kind) => {
    const byName = new Map<string, Statement>()
    for (const entity of entities) {
      const isOfKind = entity.types.some((type) => kind.types.test(type))
      const isWhole = kind.needs.length === 0 || kind.needs.some((key) => entity.properties[key] !== undefined)
      if (!isOfKind || !isWhole) continue
      const values = valuesOf(kind, entity)
      const [title] = Object.keys(kind.properties)
      const name = foldedWords(String(values[title ?? '']?.[0] ?? ''))
      const known = byName.get(name)
      // JSON-LD and microdata may state the same thing: values of both are right.
      byName.set(name, { kind, values: known === undefined ? values : joined(known.values, values) })
    }
    const [only] = byName.values()
    return byName.size === 1 && only !== undefined && Object.keys(only.values).length > 1 ? [only] : []
  })
}

function joined(a: Statement['values'], b: Statement['values']): Statement['values'] {
  const all = { ...a }
  for (const [property, values] of Object.entries(b)) all[property] = [...(all[property] ?? []), ...values]
  return all
}

/** Reads what a page states about itself as a whole: its kind, its title and the texts in its head. */
import { attribute, following, textBelow, type TreeNode } from '../../html/tree.ts'
import { WordReader } from '../../html/word-reader.ts'

/** Evidence from head, structured data and URL. */
export interface PageEvidence {
  /** 1 for each kind that the page's structured data or head names, otherwise 0. */
  kinds: Float32Array
  /** Hashes of the words of title, main headings and og:title. */
  titleWords: ReadonlySet<number>
  /** Hashes of pairs of consecutive words in descriptions and texts of the structured data. */
  statedPairs: ReadonlySet<number>
  /** Features of the URL: 1 for each matching pattern, then path depth and hyphens of the last path part. */
  url: Float32Array
  /** Host of the page without `www.`; null when its address is unknown. */
  host: string | null
  /** True when the title or the address names cookies or privacy. */
  isAboutPrivacy: boolean
  /** Days that the head or the structured data states for publication or change, such as `2025-09-04`. */
  statedDays: readonly string[]
}

const kindPatterns: [name: string, pattern: RegExp][] = [
  ['article', /^(?:\w*Article|BlogPosting|Report|TechArticle)$/],
  ['product', /^(?:Product\w*|Offer|AggregateOffer)$/],
  ['forum', /^(?:DiscussionForumPosting|QAPage|Question|Comment|SocialMediaPosting)$/],
  ['listing', /^(?:CollectionPage|ItemList|SearchResultsPage|OfferCatalog)$/],
  ['faq', /^(?:FAQPage|HowTo|Course)$/],
  ['business', /^(?:LocalBusiness|Service|ProfessionalService|MedicalBusiness|SoftwareApplication|Dentist|Attorney)$/],
]

const urlPatterns: [name: string, pattern: RegExp][] = [
  ['product', /\/(?:products?|p|pd|pdp|dp|item|itm|pr|shop)\/|\.p\b|\/dp\/|-p-?\d/],
  [
    'forum',
    /\/(?:forums?|threads?|topics?|t|r|questions?|discussions?|community|viewtopic|showthread)\b|^(?:forum|community|discuss|answers)/,
  ],
  [
    'documentation',
    /\/(?:docs?|documentation|wiki|guides?|help|support|reference|manual|tutorials?|api|learn)\b|^(?:docs?|developer|support|help)/,
  ],
]

/** Names of the feature columns that this evidence fills. */
export const evidenceNames: readonly string[] = [
  ...kindPatterns.map(([name]) => `stated ${name}`),
  'og article',
  'og product',
  'og website',
  ...urlPatterns.map(([name]) => `url ${name}`),
  'url depth',
  'url last hyphens',
]

const urlAt = (kind: string): number => urlPatterns.findIndex(([name]) => name === kind)
const [documentationAt, productAt, forumAt] = [urlAt('documentation'), urlAt('product'), urlAt('forum')]

/** Returns true for a page whose address is one of documentation. */
export const isDocumentation = ({ url }: PageEvidence): boolean => url[documentationAt] === 1

const states = (evidence: PageEvidence, name: string): boolean => evidence.kinds[evidenceNames.indexOf(name)] === 1

/** Returns true for a page of a product, by what it states or by its address. */
export const isStatedProduct = (evidence: PageEvidence): boolean =>
  states(evidence, 'stated product') || states(evidence, 'og product') || isProduct(evidence)

/** Returns true for a page of a forum, by what it states or by its address. */
export const isForum = (evidence: PageEvidence): boolean =>
  states(evidence, 'stated forum') || evidence.url[forumAt] === 1

/** Returns true for a page that states to be an article. */
export const isStatedArticle = (evidence: PageEvidence): boolean =>
  states(evidence, 'stated article') || states(evidence, 'og article')

/** Returns true for a page whose address is one of a product. */
export const isProduct = ({ url }: PageEvidence): boolean => url[productAt] === 1

const reader = new WordReader()

/** Reads the evidence from head, structured data and URL. */
export function readEvidence(document: TreeNode, pageUrl: string): PageEvidence {
  const kinds = new Float32Array(kindPatterns.length + 3)
  const titleWords = new Set<number>()
  const statedPairs = new Set<number>()
  const addTitle = (text: string): void => {
    const count = reader.read(text, 60)
    for (let at = 0; at < count; at++) titleWords.add(reader.asWritten[at]!)
  }
  const statedDays: string[] = []
  let headings = 0
  let types = 0
  let isAboutPrivacy = privacyWords.test(URL.parse(pageUrl)?.pathname ?? '')
  const addHeading = (node: TreeNode): void => {
    const text = textBelow(node, 300)
    addTitle(text)
    isAboutPrivacy ||= privacyWords.test(text)
  }
  for (let node = document.first; node !== null; node = following(node, document, node.name !== 'svg')) {
    if (node.name === 'title' && node.parent?.namespace === node.namespace) addHeading(node)
    else if (node.name === 'h1' && headings++ < 3) addHeading(node)
    else if (node.name === 'meta') {
      const name = (attribute(node, 'property') ?? attribute(node, 'name') ?? '').toLowerCase()
      const content = attribute(node, 'content') ?? ''
      if (dateNames.test(name)) addDay(content, statedDays)
      if (name === 'og:title') addTitle(content)
      else if (name === 'og:type') {
        const at = ['article', 'product', 'website'].findIndex((kind) => content.toLowerCase().includes(kind))
        if (at >= 0) kinds[kindPatterns.length + at] = 1
      } else if (name === 'description' || name === 'og:description') addPairs(content, statedPairs)
    } else if (node.name === 'script') {
      if (/ld\+json/i.test(attribute(node, 'type') ?? ''))
        readStructured(node.first?.text ?? '', kinds, statedPairs, statedDays)
    } else if (types < 200) {
      const type = attribute(node, 'itemtype')
      if (type !== null) {
        types++
        noteKind(type.slice(type.lastIndexOf('/') + 1), kinds)
      }
    }
  }
  const host = URL.parse(pageUrl)?.hostname.replace(/^www\./, '') ?? null
  return { kinds, titleWords, statedPairs, url: urlShape(pageUrl), host, isAboutPrivacy, statedDays }
}

const privacyWords =
  /cookie|privacy|privacidad|privacidade|confidentialit|datenschutz|riservatezza|конфиденциальност|プライバシー|クッキー|隐私|隱私|개인정보/iu
const dateNames = /date|publish|modified|updated_time/i
const daysMax = 40

/** Notes the day of a date that begins as one of ISO 8601. */
function addDay(text: string, days: string[]): void {
  const day = /^\s*(\d{4}-\d\d-\d\d)(?!\d)/.exec(text)?.[1]
  if (day !== undefined && days.length < daysMax) days.push(day)
}

const pairsMax = 4_000
const structuredMaxCharacters = 400_000
const valuesMax = 5_000

/** Returns the hash of two consecutive words; the order matters. */
export const pairHash = (first: number, second: number): number => Math.imul(first, 31) ^ second

function addPairs(text: string, pairs: Set<number>): void {
  const count = reader.read(text, pairsMax)
  for (let at = 1; at < count && pairs.size < pairsMax; at++) {
    pairs.add(pairHash(reader.asWritten[at - 1]!, reader.asWritten[at]!))
  }
}

function noteKind(type: unknown, kinds: Float32Array): void {
  if (typeof type !== 'string') return
  const at = kindPatterns.findIndex(([, pattern]) => pattern.test(type))
  if (at >= 0) kinds[at] = 1
}

const textKeys = new Set(['description', 'articleBody', 'text', 'reviewBody', 'name', 'headline'])

/** Reads kinds and texts from a JSON-LD script; ignores a script that is not valid JSON. */
function readStructured(source: string, kinds: Float32Array, pairs: Set<number>, days: string[]): void {
  if (source.length > structuredMaxCharacters) return
  const open: unknown[] = []
  try {
    open.push(JSON.parse(source))
  } catch {
    return
  }
  for (let read = 0; open.length > 0 && read < valuesMax; read++) {
    const value = open.pop()
    if (Array.isArray(value)) {
      for (const member of value.slice(0, 200)) open.push(member)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (key === '@type') for (const type of [member].flat()) noteKind(type, kinds)
        else if (typeof member === 'string') {
          if (dateNames.test(key)) addDay(member, days)
          if (textKeys.has(key)) addPairs(member, pairs)
        } else open.push(member)
      }
    }
  }
}

function urlShape(pageUrl: string): Float32Array {
  const shape = new Float32Array(urlPatterns.length + 2)
  if (!URL.canParse(pageUrl)) return shape
  const { hostname, pathname } = new URL(pageUrl)
  const host = hostname.replace(/^www\./, '')
  const path = pathname.toLowerCase()
  urlPatterns.forEach(([, pattern], at) => {
    shape[at] = pattern.test(`${path}/`) || pattern.test(host) ? 1 : 0
  })
  const segments = path.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  const at = urlPatterns.length
  shape[at] = segments.length
  shape[at + 1] = last.split('-').length - 1
  return shape
}

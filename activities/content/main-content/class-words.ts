/** Reads how authors name elements: words of class names, ids, roles, item properties and test ids. */
import type { TreeNode } from '../../html/tree.ts'
import type { Lexicon } from './lexicon.ts'

/** Groups of words that page authors use with the same meaning; a word may be in several. */
export const classGroups = {
  navigation: 'nav navbar navigation menu menubar submenu dropdown megamenu sitemap',
  header: 'header masthead topbar banner head top',
  footer: 'footer foot bottom copyright colophon legal',
  sidebar: 'sidebar aside side rail widget widgets secondary complementary left right column',
  comment: 'comment comments commentlist reply replies discussion disqus respond feedback',
  post: 'post posts postbody message messages forum thread topic bbcode answer question',
  article: 'article story blog entry prose richtext rich markdown wysiwyg rte editor news',
  content: 'content contents main primary maincontent page body container wrapper',
  text: 'text copy paragraph txt',
  related:
    'related recommend recommended recommendations recommendation similar popular trending suggested also latest recent upsell crosssell more',
  share: 'share sharing social follow facebook twitter linkedin instagram icons',
  advert: 'ad ads advert advertisement adsense sponsor sponsored promo promotion dfp',
  breadcrumb: 'breadcrumb breadcrumbs crumb crumbs',
  consent: 'cookie cookies consent gdpr privacy onetrust notice',
  overlay: 'modal popup overlay dialog lightbox drawer tooltip toast flyout offcanvas popover',
  price: 'price prices pricing cost amount currency discount sale',
  product: 'product products sku shop store item variant pdp',
  cart: 'cart basket checkout buy wishlist bag add',
  review: 'review reviews rating ratings stars star testimonial testimonials score',
  author: 'author byline bio profile avatar user username member contributor writer',
  date: 'date time timestamp published datetime meta info posted',
  tag: 'tag tags category categories keywords label labels topics badge',
  card: 'card cards grid tile tiles teaser row col columns',
  list: 'list listing listings results result items collection catalog feed archive loop',
  search: 'search filter filters sort facet facets refine toolbar sorting',
  account: 'login signin signup register account auth password',
  newsletter: 'newsletter subscribe subscription mailing email form',
  hidden: 'hidden hide sr visually screen reader offscreen invisible collapse collapsed noprint',
  pager: 'pagination pager paging next prev previous paginate pages',
  title: 'title heading headline subtitle subheading name',
  description: 'description desc summary excerpt intro lead abstract overview subtitle caption',
  details: 'details detail specs spec specification specifications features feature attributes table',
  faq: 'faq faqs accordion tab tabs panel toggle panels',
  contents: 'toc outline anchor index',
  button: 'btn button buttons cta action actions link links',
  media: 'image img figure gallery video media slider carousel swiper slick photo thumbnail thumb player',
  code: 'code highlight pre snippet hljs prism',
  section: 'section hero block module component region',
  signature: 'signature quote blockquote quoted',
  locale: 'lang language locale country currency region',
} as const

/** Names of the groups; the indices in `NameWords.groups` refer to this list. */
export const classGroupNames = Object.keys(classGroups)

const groupsByWord = new Map<string, number[]>()
for (const [index, words] of Object.values(classGroups).entries()) {
  for (const word of words.split(' ')) groupsByWord.set(word, [...(groupsByWord.get(word) ?? []), index])
}

const namesMaxCharacters = 400
const wordsMax = 24

/** The words in the names of one element. */
export interface NameWords {
  /** The words in lower case, no repeats. */
  words: readonly string[]
  /** Indices into `classGroupNames`. */
  groups: readonly number[]
  /** Sums of the lexicon weights of the words. */
  near: number
  far: number
  /** Hash of the words, independent of their order. */
  hash: number
}

/** The result for an element without names. */
export const noNames: NameWords = { words: [], groups: [], near: 0, far: 0, hash: 0 }

const namingAttributes = new Set(['class', 'id', 'role', 'itemprop', 'data-testid'])

/** Reads the names of elements; identical names are parsed once. */
export class NameReader {
  readonly #read = new Map<string, NameWords>()
  readonly #lexicon: Lexicon

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Returns words and groups of an element. */
  of(node: TreeNode): NameWords {
    let names = ''
    for (const { name, value } of node.attributes) {
      if (namingAttributes.has(name)) names = names === '' ? value : `${names} ${value}`
    }
    if (names === '') return noNames
    let result = this.#read.get(names)
    if (result === undefined) {
      result = this.#parse(names)
      this.#read.set(names, result)
    }
    return result
  }

  /** Splits names at non-letters and where a capital follows a small letter. */
  #parse(names: string): NameWords {
    const found = names.slice(0, namesMaxCharacters).match(/[A-Z]?[a-z]+|[A-Z]+/g)
    if (found === null) return noNames
    const words = new Set<string>()
    for (const word of found) {
      if (word.length > 1 && word.length <= 20) words.add(word.toLowerCase())
      if (words.size === wordsMax) break
    }
    const groups = new Set<number>()
    let [near, far, hash] = [0, 0, 0]
    for (const word of words) {
      for (const group of groupsByWord.get(word) ?? []) groups.add(group)
      near += this.#lexicon.near.get(word) ?? 0
      far += this.#lexicon.far.get(word) ?? 0
      hash = (hash + Math.imul(hashText(word), 0x9e_37_79_b1)) | 0
    }
    return { words: [...words], groups: [...groups], near, far, hash }
  }
}

/** Returns a 32-bit hash of a name. */
export function hashText(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return hash
}

/** Collects, in one walk over a page, everything its metadata is chosen from. */
import { headingLevel, isHeadingByRole } from '../../html/markdown/heading-level.ts'
import { namedDirectives } from '../../html/robots-directives.ts'
import { attribute, following, textBelow, type TreeNode } from '../../html/tree.ts'
import { nonEmpty } from './stated-text.ts'

const headingMaxCharacters = 500
const headingsMax = 20
const robotsElementsMax = 20
const metaNamesMax = 500
const valuesPerMetaMax = 50
const textsMax = 20_000
const marksMax = 400
const scriptsMax = 200
const iconsMax = 20
const classMaxCharacters = 500
const meaningsMax = 5_000

/** An element that is marked as the author or as a date. */
export interface PageMark {
  node: TreeNode
  /** Number of texts before it. */
  at: number
  how: 'itemprop' | 'rel' | 'attribute' | 'class' | 'time'
  /** The attribute value that marks it, in lower case. */
  words: string
}

export interface Heading {
  node: TreeNode
  /** 1 to 3. */
  level: number
  text: string
  /** Number of texts before it. */
  at: number
}

export interface Icon {
  href: string
  rel: string
  sizes: string
}

/** Everything in a page that its metadata may come from. */
export interface PageFacts {
  /** Contents of meta elements by name, property, http-equiv or itemprop in lower case. */
  metas: Map<string, string[]>
  /** Directives for all crawlers, followed by those for named crawlers. */
  robots: string[]
  language: string | null
  /** Text of the title element. */
  title: string | null
  /** Headings of the first three levels that have text. */
  headings: Heading[]
  /** References of canonical links. */
  canonicals: string[]
  icons: Icon[]
  authors: PageMark[]
  dates: PageMark[]
  /** Texts of the page in document order, blank ones left out. */
  texts: TreeNode[]
  /** Content of JSON-LD scripts. */
  scripts: string[]
}

const authorClass =
  /(?:^|[\s_-])(?:by-?lines?|p-author|author|authors|writer|contributors?|posted-?by|written-?by|(?:big)?user-?name|by-?user|post-?author|creator|poster)(?:$|[\s_-])|(?:[Aa]uthor|byline|writer|[a-z]User)[-_]?[Nn]ame|byline|Byline/
const dateClass =
  /(?:^|[\s_-])(?:dt-published|dt-updated|published|pub-?date|dates?|date-?time|time-?stamp|posted(?:-on)?|post-?meta|entry-?meta|updated|modified|time|publish\w*)(?:$|[\s_-])|[a-z]Date(?:$|[\s_-])|Published/

/**
 * Walks over the page once. Includes head elements that broken markup has moved into the body.
 * @param document the whole page.
 * @param withMarks whether texts and marks of authors and dates are collected; those lists are empty otherwise.
 */
export function collectFacts(document: TreeNode, withMarks: boolean): PageFacts {
  const collector = new FactCollector(withMarks)
  for (let node = document.first; node !== null;) {
    node = following(node, document, collector.visit(node))
  }
  return collector.facts()
}

/** Elements that `visit` handles by name. */
const namedElements = new Set([
  'svg', 'math', 'template', 'style', 'script', 'html', 'body', 'title', 'meta', 'link', 'h1', 'h2', 'h3', 'time',
]) // prettier-ignore

class FactCollector {
  readonly #found: PageFacts = {
    metas: new Map(),
    robots: [],
    language: null,
    title: null,
    headings: [],
    canonicals: [],
    icons: [],
    authors: [],
    dates: [],
    texts: [],
    scripts: [],
  }
  readonly #named: string[] = []
  /** Cache of what class values mean; most values occur many times in a page. */
  readonly #meanings = new Map<string, { isAuthor: boolean; isDate: boolean }>()
  readonly #withMarks: boolean
  #languageOfBody: string | null = null
  #mainHeadings = 0

  constructor(withMarks: boolean) {
    this.#withMarks = withMarks
  }

  facts(): PageFacts {
    const found = this.#found
    found.robots.push(...this.#named)
    found.language ??= this.#languageOfBody
    return found
  }

  /** @returns whether to descend into the node. */
  visit(node: TreeNode): boolean {
    const found = this.#found
    if (node.text !== null) {
      if (this.#withMarks && found.texts.length < textsMax && !isBlank(node.text)) found.texts.push(node)
      return true
    }
    if (!namedElements.has(node.name)) {
      if (node.attributes.length > 0) this.#mark(node)
      return true
    }
    switch (node.name) {
      case 'svg':
      case 'math':
      case 'template':
      case 'style':
        return false
      case 'script':
        this.#script(node)
        return false
      case 'html':
        found.language ??= nonEmpty(attribute(node, 'lang')) ?? nonEmpty(attribute(node, 'xml:lang'))
        return true
      case 'body':
        this.#languageOfBody ??= nonEmpty(attribute(node, 'lang'))
        break
      case 'title':
        // A title element contains only one text.
        found.title ??= nonEmpty(node.first?.text)
        return false
      case 'meta':
        this.#meta(node)
        return false
      case 'link':
        this.#link(node)
        return false
      case 'h1':
      case 'h2':
      case 'h3':
        this.#heading(node)
        break
    }
    this.#mark(node)
    return true
  }

  #script(node: TreeNode): void {
    const { scripts } = this.#found
    if (scripts.length >= scriptsMax || !/^\s*application\/ld\+json/i.test(attribute(node, 'type') ?? '')) return
    const text = node.first?.text
    if (typeof text === 'string') scripts.push(text)
  }

  #heading(node: TreeNode): void {
    const { headings, texts } = this.#found
    // Pages also use the heading role for other elements, so a first-level heading by role counts as second level.
    const level = Math.max(headingLevel(node), isHeadingByRole(node) ? 2 : 1)
    if (level > 3) return
    if (level === 1 ? this.#mainHeadings >= headingsMax : headings.length >= headingsMax) return
    const text = nonEmpty(textBelow(node, headingMaxCharacters, 300))
    if (text === null) return
    headings.push({ node, level, text, at: texts.length })
    if (level === 1) this.#mainHeadings += 1
  }

  #meta(node: TreeNode): void {
    const content = nonEmpty(attribute(node, 'content'))
    if (content === null) return
    const names = new Set<string>()
    for (const by of ['name', 'property', 'http-equiv', 'itemprop']) {
      const name = attribute(node, by)?.trim().toLowerCase()
      if (name !== undefined && name !== '') names.add(name)
    }
    for (const name of names) {
      this.#robots(name, content)
      this.#addMeta(name, content)
    }
  }

  #addMeta(name: string, content: string): void {
    const { metas } = this.#found
    const values = metas.get(name)
    if (values === undefined) {
      if (metas.size < metaNamesMax) metas.set(name, [content])
    } else if (values.length < valuesPerMetaMax) {
      values.push(content)
    }
  }

  #robots(name: string, content: string): void {
    const rules = content.toLowerCase()
    const named = namedDirectives(name, rules)
    if (name === 'robots') addRule(this.#found.robots, rules)
    else if (named !== null) addRule(this.#named, named)
  }

  #link(node: TreeNode): void {
    const rel = (attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/)
    const href = attribute(node, 'href') ?? ''
    const { canonicals, icons } = this.#found
    if (href === '') return
    if (rel.includes('canonical') && canonicals.length < 5) canonicals.push(href)
    else if (rel.some((word) => iconRels.has(word)) && icons.length < iconsMax) {
      icons.push({ href, rel: rel.join(' '), sizes: attribute(node, 'sizes') ?? '' })
    }
  }

  #mark(node: TreeNode): void {
    for (const { name, value } of node.attributes) {
      if (value === '' || !(this.#withMarks || name === 'role')) continue
      switch (name) {
        case 'itemprop':
        case 'property':
          if (/(?:^|[\s:])(?:author|creator)$/i.test(value)) this.#add('authors', node, 'itemprop', value)
          else if (/date(?:published|created|modified)|uploaddate|dc:date|dc:created/i.test(value)) {
            this.#add('dates', node, 'itemprop', value)
          }
          break
        case 'rel':
          if (/(?:^|\s)author(?:$|\s)/i.test(value)) this.#add('authors', node, 'rel', value)
          break
        case 'author':
        case 'data-author':
          this.#add('authors', node, 'attribute', value)
          break
        case 'class':
          this.#markByClass(node, value)
          break
        case 'role':
          if (value === 'heading' && !namedElements.has(node.name)) this.#heading(node)
          break
      }
    }
    if (this.#withMarks && node.name === 'time') this.#add('dates', node, 'time', attribute(node, 'class') ?? '')
  }

  #markByClass(node: TreeNode, classes: string): void {
    let meaning = this.#meanings.get(classes)
    if (meaning === undefined) {
      const named = classes.slice(0, classMaxCharacters)
      meaning = { isAuthor: authorClass.test(named), isDate: dateClass.test(named) }
      if (this.#meanings.size < meaningsMax) this.#meanings.set(classes, meaning)
    }
    if (meaning.isAuthor) this.#add('authors', node, 'class', classes)
    if (meaning.isDate && node.name !== 'time') this.#add('dates', node, 'class', classes)
  }

  #add(kind: 'authors' | 'dates', node: TreeNode, how: PageMark['how'], words: string): void {
    const marks = this.#found[kind]
    if (marks.length < marksMax)
      marks.push({ node, at: this.#found.texts.length, how, words: words.slice(0, 200).toLowerCase() })
  }
}

/** Returns true for a blank text; for most texts the first character decides. */
function isBlank(text: string): boolean {
  const code = text.charCodeAt(0)
  return !(code > 32 && code < 127) && !/\S/.test(text)
}

const iconRels = new Set(['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'])

function addRule(rules: string[], rule: string): void {
  if (rules.length < robotsElementsMax) rules.push(rule)
}

/** Returns the first content of the first of these meta elements that has one. */
export function metaOf({ metas }: PageFacts, ...names: string[]): string | null {
  for (const name of names) {
    const value = metas.get(name)?.[0]
    if (value !== undefined) return value
  }
  return null
}

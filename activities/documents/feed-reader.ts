/**
 * Reads RSS 0.9x, 1.0 and 2.0 and Atom (RFC 4287) into one structure.
 *
 * Feeds are often not well-formed XML (bare ampersands, HTML entities, unclosed tags), and feed readers accept them
 * anyway. Therefore the feed is read by the scanner of HTML, not by that of XML.
 */
import { documentLimits, extractLimits } from '@seine/shared/config/extract-limits.ts'
import { escapeAttribute, escapeHtml } from '../html/html-text.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from '../html/scanner.ts'
import { voidElements } from '../html/tags.ts'

/** A text of a feed, plain or HTML. */
export interface FeedText {
  value: string
  isHtml: boolean
}

/** A file that belongs to an item. */
interface FeedFile {
  url: string
  mediaType: string | null
}

/** The feed itself, or one of its items. */
export interface FeedEntry {
  title: FeedText | null
  link: string | null
  /** Summary of an item, or description of a feed. */
  summary: FeedText | null
  content: FeedText | null
  /** Names of the authors. */
  authors: string[]
  /** Publication date as written in the feed. */
  published: string | null
  updated: string | null
  language: string | null
  /** Base of relative references, from `xml:base`; may itself be relative. */
  base: string | null
  files: FeedFile[]
  /** Address of the discussion. */
  comments: string | null
}

export interface Feed extends FeedEntry {
  items: FeedEntry[]
  /** Address of the next page (RFC 5005). */
  next: string | null
  /** True when the feed has more items than are kept. */
  isCut: boolean
}

/** Reads a feed; in other content, reads the elements that look like a feed. */
export function readFeed(xml: string): Feed {
  const reader = new FeedReader()
  scanMarkup(xml, reader, extractLimits.attributesPerElementMax)
  return reader.finish()
}

const emptyEntry = (): FeedEntry => ({
  title: null,
  link: null,
  summary: null,
  content: null,
  authors: [],
  published: null,
  updated: null,
  language: null,
  base: null,
  files: [],
  comments: null,
})

/** Elements whose text is read, and the field it belongs to. */
const fields: ReadonlyMap<string, keyof FeedEntry | 'guid'> = new Map<string, keyof FeedEntry | 'guid'>([
  ['title', 'title'],
  ['link', 'link'],
  ['guid', 'guid'],
  ['description', 'summary'],
  ['summary', 'summary'],
  ['subtitle', 'summary'],
  ['tagline', 'summary'],
  ['itunes:summary', 'summary'],
  ['content', 'content'],
  ['content:encoded', 'content'],
  ['author', 'authors'],
  ['name', 'authors'],
  ['dc:creator', 'authors'],
  ['itunes:author', 'authors'],
  ['pubdate', 'published'],
  ['published', 'published'],
  ['issued', 'published'],
  ['dc:date', 'published'],
  ['updated', 'updated'],
  ['modified', 'updated'],
  ['lastbuilddate', 'updated'],
  ['language', 'language'],
  ['dc:language', 'language'],
  ['comments', 'comments'],
])

/** Elements whose titles and links do not belong to the entry. */
const foreignParts = new Set(['image', 'textinput', 'source', 'contributor', 'cloud', 'media:credit'])

/** Children of an author that are not part of its name. */
const addressParts = new Set(['email', 'uri', 'url'])

/** Fields whose text may be HTML; in others tags are left out. */
const markupFields = new Set<keyof FeedEntry | 'guid'>(['title', 'summary', 'content'])

/** The field whose text is being read. */
interface OpenField {
  element: string
  field: keyof FeedEntry | 'guid'
  attributes: Attribute[]
  /** Text; HTML from the first tag on. */
  parts: string[]
  isMarkup: boolean
}

class FeedReader implements MarkupHandler {
  readonly #feed: Feed = { ...emptyEntry(), items: [], next: null, isCut: false }
  #entry: FeedEntry = this.#feed
  #open: OpenField | null = null
  /** Name of the element that is being skipped; null when none is. */
  #foreign: string | null = null
  /** Prefix of the root element with its colon; it is removed from all element names. */
  #prefix: string | null = null
  #isAtom = false

  startTag(tagName: string, attributes: Attribute[], selfClosing: boolean): ContentModel {
    this.#prefix ??= tagName.slice(0, tagName.indexOf(':') + 1)
    const name = this.#nameOf(tagName)
    if (name === 'feed') this.#isAtom = true
    if (name === 'item' || name === 'entry') this.#startItem(attributes)
    else if (this.#foreign !== null) return 'markup'
    else if (this.#open !== null && !(this.#open.element === 'author' && name === 'name')) {
      if (markupFields.has(this.#open.field)) writeTag(this.#open, tagName, attributes, selfClosing)
      else if (this.#open.element === 'author' && addressParts.has(name) && !selfClosing) this.#foreign = name
    } else this.#startElement(name, attributes, selfClosing)
    return 'markup'
  }

  endTag(tagName: string): void {
    const name = this.#nameOf(tagName)
    if (name === 'item' || name === 'entry') {
      this.#close()
      this.#foreign = null
      this.#entry = this.#feed
    } else if (name === this.#foreign) this.#foreign = null
    else if (name === this.#open?.element) {
      this.#foreign = null
      this.#close()
    } else if (this.#open !== null && this.#open.isMarkup && !voidElements.has(tagName)) {
      this.#open.parts.push(`</${tagName}>`)
    }
  }

  text(text: string): void {
    if (this.#open === null || this.#foreign !== null) return
    this.#open.parts.push(this.#open.isMarkup ? escapeHtml(text) : text)
  }

  doctype(): void {}

  /** CDATA sections are text everywhere in XML. */
  inForeignContent(): boolean {
    return true
  }

  finish(): Feed {
    this.#close()
    return this.#feed
  }

  #nameOf(tagName: string): string {
    if (tagName.startsWith('atom:')) return tagName.slice('atom:'.length)
    const prefix = this.#prefix ?? ''
    return prefix !== '' && prefix !== 'rdf:' && tagName.startsWith(prefix) ? tagName.slice(prefix.length) : tagName
  }

  #startItem(attributes: Attribute[]): void {
    this.#close()
    this.#foreign = null
    this.#entry = emptyEntry()
    if (this.#feed.items.length < documentLimits.feedItemsMax) this.#feed.items.push(this.#entry)
    else this.#feed.isCut = true
    this.#readShared(attributes)
  }

  #startElement(name: string, attributes: Attribute[], selfClosing: boolean): void {
    if (name === 'enclosure' || name === 'media:content') this.#addFile(valueOf(attributes, 'url'), attributes)
    else if (name === 'link' && valueOf(attributes, 'href') !== null) this.#addLink(attributes)
    else if (foreignParts.has(name)) this.#foreign = selfClosing ? null : name
    else {
      if (name === 'feed' || name === 'rss' || name === 'channel' || name === 'rdf:rdf') this.#readShared(attributes)
      const field = fields.get(name)
      if (field === undefined || selfClosing) return
      this.#close()
      this.#open = { element: name, field, attributes, parts: [], isMarkup: false }
    }
  }

  /** Reads attributes that may be on any element. */
  #readShared(attributes: Attribute[]): void {
    this.#entry.base = valueOf(attributes, 'xml:base') ?? this.#entry.base
    this.#entry.language ??= valueOf(attributes, 'xml:lang')
  }

  #addLink(attributes: Attribute[]): void {
    const href = valueOf(attributes, 'href')
    const relation = (valueOf(attributes, 'rel') ?? 'alternate').toLowerCase()
    if (relation === 'alternate') this.#entry.link ??= href
    else if (relation === 'enclosure') this.#addFile(href, attributes)
    else if (relation === 'replies') this.#entry.comments ??= href
    else if (relation === 'next' && this.#entry === this.#feed) this.#feed.next ??= href
  }

  #addFile(url: string | null, attributes: Attribute[]): void {
    const { files } = this.#entry
    if (url === null || files.length >= filesMax || files.some((file) => file.url === url)) return
    files.push({ url, mediaType: valueOf(attributes, 'type') })
  }

  /** Closes the open field and stores its value. */
  #close(): void {
    const open = this.#open
    this.#open = null
    if (open === null) return
    const value = open.parts.join('').trim()
    if (value === '') {
      if (open.field === 'content') this.#addContentSource(open)
      return
    }
    const entry = this.#entry
    switch (open.field) {
      case 'title':
        entry.title ??= { value, isHtml: isHtml(open, this.#isAtom) }
        break
      case 'summary':
      case 'content':
        entry[open.field] ??= { value, isHtml: isHtml(open, this.#isAtom) }
        entry.base = valueOf(open.attributes, 'xml:base') ?? entry.base
        break
      case 'authors':
        addAuthor(entry, authorName(value))
        break
      case 'guid':
        if (valueOf(open.attributes, 'ispermalink') !== 'false' && /^https?:/i.test(value)) entry.link ??= value
        break
      case 'link':
      case 'published':
      case 'updated':
      case 'language':
      case 'comments':
        entry[open.field] ??= value
        break
      default:
    }
  }

  /** Adds the file that an Atom content element refers to when it has no content itself. */
  #addContentSource({ attributes }: OpenField): void {
    this.#addFile(valueOf(attributes, 'src'), attributes)
  }
}

const filesMax = 20
const authorsMax = 10

/** Adds markup inside a field as HTML. */
function writeTag(open: OpenField, name: string, attributes: Attribute[], selfClosing: boolean): void {
  if (!open.isMarkup) {
    open.isMarkup = true
    open.parts = open.parts.map(escapeHtml)
  }
  const written = attributes.map((each) => ` ${each.name}="${escapeAttribute(each.value)}"`).join('')
  const end = selfClosing && !voidElements.has(name) ? `</${name}>` : ''
  open.parts.push(`<${name}${written}>${end}`)
}

/**
 * Returns whether a field is HTML: in Atom it is plain text unless its type says otherwise (RFC 4287, 3.1.1); RSS has
 * HTML in descriptions and just as often in titles.
 */
function isHtml({ element, attributes, isMarkup }: OpenField, isAtom: boolean): boolean {
  if (isMarkup) return true
  const type = valueOf(attributes, 'type')?.toLowerCase() ?? null
  if (type !== null)
    return type === 'html' || type === 'text/html' || type === 'xhtml' || type === 'application/xhtml+xml'
  return element === 'description' || (element === 'title' && !isAtom) || element.includes(':')
}

/** Adds an author once, since feeds state the same name in elements of several namespaces. */
function addAuthor({ authors }: FeedEntry, name: string): void {
  if (authors.length < authorsMax && !authors.includes(name)) authors.push(name)
}

/** Returns the author name; RSS prescribes an e-mail address followed by the name in parentheses. */
const authorName = (value: string): string =>
  (/^\S+@\S+\s+\(([^()]{1,200})\)$/.exec(value)?.[1] ?? value).replaceAll(/\s+/g, ' ').trim()

const valueOf = (attributes: Attribute[], name: string): string | null =>
  attributes.find((each) => each.name === name)?.value ?? null

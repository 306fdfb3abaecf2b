/**
 * What a page shows without its scripts, counted in one linear pass over the source that makes no
 * tree, and ends as soon as there is plenty to read.
 *
 * Follows the HTML standard as far as counting needs it: raw text elements, quoted attributes,
 * end tags that close what is open below them.
 */
import type { DataScript } from './js-shell-payload.ts'
import { asksForScripts, saysLoading, sentenceMaxCharacters, trait, traitsOf, unfilled } from './js-shell-words.ts'

/** A script of the page, as positions in the document. */
export interface PageScript {
  /** Null when it stands in the page. */
  src: string | null
  module: boolean
  from: number
  to: number
}

/** Signs of content that is still to come. */
export interface Gaps {
  /** Custom elements with nothing in them. */
  customs: number
  /** Elements that are named after their content and have none. */
  containers: number
  placeholders: number
  /** Markup that a script has yet to fill in. */
  templates: number
}

/** What there is on a page for a reader, and what is missing. Weights: see `weightOf`. */
export interface PageFacts {
  /** Readable characters wherever they stand. */
  readable: number
  /** Content in characters: text outside the frame of the page, pictures, fields and frames in their worth. */
  content: number
  /** The same inside the main region, of which there was one if `mainSeen`. */
  mainContent: number
  mainSeen: boolean
  /** Main regions with nothing in them. */
  mainEmpty: number
  mountsEmpty: number
  /** Mount nodes with content. */
  mountsFilled: number
  /** What stands in for content to come, on the whole page. */
  gaps: Gaps
  /** The same inside the main region. */
  mainGaps: Gaps
  /** Links that lead somewhere, outside the frame of the page. */
  links: number
  /** Pictures, frames and fields. */
  things: number
  fields: number
  asksForScripts: boolean
  /** The page sends its reader elsewhere by a meta element. */
  refresh: boolean
  scripts: PageScript[]
  data: DataScript[]
  inlineCharacters: number
  /** There was so much to read that the rest was not looked at. */
  plenty: boolean
}

/** With so much content and text, no page is a shell or a challenge, in characters. */
export const contentPlenty = 1_000
const readablePlenty = 2_048

/** Elements open at a time; deeper ones are counted with the last. */
const depthMax = 256
/** An end tag closes nothing that lies further down. */
const closeMaxDepth = 40
const scriptsMax = 100
/** So much of one noscript element is read, and from so much on it is content. */
const noscriptMaxCharacters = 100_000
const noscriptContentMin = 400
const markup = /<(?:(?:script|style)\b[^>]{0,1000}>[^<]{0,100000}|[^>]{0,4000})>?/gi
const attributesMaxCharacters = 600
/** Different sets of attributes that are read; a page with more of them has shown what it is. */
const attributeSetsMax = 2_000
/** Tags that are read before a page counts as full of markup, and hence as no shell. */
const tagsMax = 40_000

/** What an element is to the counting. */
const kind = {
  plain: 0,
  void: 1,
  raw: 2,
  box: 3,
  heading: 4,
  link: 5,
  frame: 6,
  field: 7,
  picture: 8,
  code: 9,
  item: 10,
} as const

const kinds = new Map<string, number>()
const name = (list: string, value: number): void => list.split(' ').forEach((word) => kinds.set(word, value))
name('area base br col embed hr link meta param source track wbr', kind.void)
name('script style template noscript title textarea svg math head', kind.raw)
name(
  'body div section main article aside header nav footer ul ol table tbody form dl span p dialog menu app fieldset center',
  kind.box,
)
name('h1 h2 h3', kind.heading)
name('a', kind.link)
name('iframe frame', kind.frame)
name('input textarea select button', kind.field)
name('img picture video audio object canvas embed image', kind.picture)
name('pre code', kind.code)
name('li td th dt dd tr option', kind.item)

const chromeElements = new Set(['nav', 'footer', 'aside', 'menu', 'dialog'])
const emptyable = new Set(['div', 'section', 'main', 'article', 'ul', 'ol', 'table', 'tbody', 'dl', 'app', 'center'])
/** Custom elements that hold no content of a page. */
const decoration =
  /icon|menu|tool|search|cart|cookie|toast|modal|dialog|share|like|player|ad$|ads$|banner|popup|theme|toggle|drawer|loader|progress|tooltip|badge|time|rating|price|button|nav|footer|header|consent|alert|notif|avatar|count|analytics|track|lang|chat|widget|button|input|select|img|image|picture|video|map|gallery|carousel|slider|swatch|scroll|account|skip/

const flag = {
  link: 1,
  main: 2,
  code: 4,
  mount: 8,
  container: 16,
  custom: 32,
  mainRoot: 64,
  placeholder: 128,
  heading: 256,
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Whether a quote stands behind an equals sign, and not within a name or a value. */
function beginsValue(html: string, quote: number): boolean {
  let at = quote - 1
  while (quote - at < 8 && isSpace(html.charCodeAt(at))) at--
  return html.charCodeAt(at) === 61
}

/** How much text in a part of a page counts as content. */
function weightOf(element: string, traits: number, insideMain: boolean): number {
  if ((traits & trait.streamed) !== 0) return 1
  if (element === 'body') return 1
  // A page that is revealed by a script has its text all the same.
  if ((traits & (trait.mount | trait.main)) !== 0) return 1
  if ((traits & trait.hidden) !== 0) return 0.05
  if ((traits & (trait.overlay | trait.placeholder)) !== 0) return 0.1
  if (chromeElements.has(element)) return element === 'aside' && insideMain ? 0.4 : 0.1
  if ((traits & trait.chrome) !== 0) return 0.15
  return element === 'header' && !insideMain ? 0.5 : 1
}

const numeric = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,10});/gi
const visible = (reference: string): string =>
  /^&(?:nbsp|#160|#xa0|ensp|emsp|thinsp|zwnj|zwj|shy|#8203|#x200b);$/i.test(reference) ? ' ' : 'x'

/** The text of a node as it is read: references count one, white space collapses. */
function readableText(html: string, from: number, to = html.length): string {
  let start = from
  let end = to
  while (start < end && isSpace(html.charCodeAt(start))) start++
  if (start === end) return ''
  while (isSpace(html.charCodeAt(end - 1))) end--
  let text = html.slice(start, end)
  if (text.includes('&')) text = text.replaceAll(numeric, visible)
  if (/\s\s|[\t-\r]/.test(text)) text = text.replaceAll(/\s+/g, ' ')
  return text === ' ' ? '' : text
}

const attributePattern = (attribute: string): RegExp =>
  new RegExp(`(?:^|[\\s"'/])${attribute}\\s*=\\s*(?:"([^"]{0,2000})|'([^']{0,2000})|([^\\s"'>]{1,2000}))`, 'i')
const srcPattern = attributePattern('src')
const hrefPattern = attributePattern('href')
const typePattern = attributePattern('type')
const valueOf = (pattern: RegExp, attributes: string): string | null => {
  const match = pattern.exec(attributes)
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}

const programType =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:babel|jsx|typescript|livescript)|)$/i
const dataType = /json/i
const templateType = /template|handlebars|mustache|text\/html|ng-template|ejs|jsrender|x-tmpl|underscore/i

/** Counts what a page has to say. */
export function pageFacts(html: string): PageFacts {
  return new PageReader(html).read()
}

class PageReader {
  readonly #html: string
  readonly #facts: PageFacts = {
    readable: 0,
    content: 0,
    mainContent: 0,
    mainSeen: false,
    mainEmpty: 0,
    mountsEmpty: 0,
    mountsFilled: 0,
    gaps: { customs: 0, containers: 0, placeholders: 0, templates: 0 },
    mainGaps: { customs: 0, containers: 0, placeholders: 0, templates: 0 },
    links: 0,
    things: 0,
    fields: 0,
    asksForScripts: false,
    refresh: false,
    scripts: [],
    data: [],
    inlineCharacters: 0,
    plenty: false,
  }
  readonly #names: string[] = []
  readonly #flags: number[] = []
  readonly #weights: number[] = []
  /** Content before each open element. */
  readonly #before: number[] = []
  readonly #traits = new Map<string, number>()
  #linkDepth = -1
  /** The open link is the name of the website. */
  #linkIsHome = false
  #closers: boolean | null = null

  constructor(html: string) {
    this.#html = html
  }

  read(): PageFacts {
    const html = this.#html
    const facts = this.#facts
    let at = 0
    let tags = 0
    while (at < html.length) {
      let open = html.indexOf('<', at)
      if (open === -1) open = html.length
      if (open > at) this.#text(at, open)
      if (open >= html.length) break
      if ((facts.content >= contentPlenty && facts.readable >= readablePlenty) || ++tags > tagsMax) {
        facts.plenty = true
        return facts
      }
      at = this.#markup(open)
    }
    while (this.#names.length > 0) this.#pop()
    return facts
  }

  /** Reads what begins with `<`. @returns the position behind it. */
  #markup(open: number): number {
    const html = this.#html
    const next = html.charCodeAt(open + 1)
    if (isLetter(next)) return this.#startTag(open)
    if (next === 47) {
      const end = html.indexOf('>', open)
      if (isLetter(html.charCodeAt(open + 2))) this.#endTag(open + 2)
      return end === -1 ? html.length : end + 1
    }
    if (next === 33 || next === 63) {
      const comment = html.startsWith('<!--', open)
      const end = html.indexOf(comment ? '-->' : '>', open + 2)
      if (end === -1) return html.length
      return end + (comment ? 3 : 1)
    }
    return open + 1
  }

  /** The position of a tag's `>`, past quoted values; the first one if a quote never ends. */
  #tagEnd(from: number): number {
    const html = this.#html
    for (let at = from; at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (code === 62) return at
      if ((code === 34 || code === 39) && beginsValue(html, at)) {
        const close = html.indexOf(code === 34 ? '"' : "'", at + 1)
        if (close === -1) return this.#indexOrEnd('>', from)
        at = close
      }
    }
    return html.length
  }

  #indexOrEnd(needle: string, from: number): number {
    const at = this.#html.indexOf(needle, from)
    return at === -1 ? this.#html.length : at
  }

  #name(from: number): string {
    const html = this.#html
    let end = from
    let upper = false
    for (; end < html.length && end - from < 60; end++) {
      const code = html.charCodeAt(end)
      if (code >= 65 && code <= 90) upper = true
      if (code === 62 || code === 47 || isSpace(code)) break
    }
    const found = html.slice(from, end)
    return upper ? found.toLowerCase() : found
  }

  /** The position of the end tag of a raw text element, or the end of the document. */
  #closeOf(element: string, from: number): number {
    this.#closers ??= this.#html.includes('</S') || this.#html.includes('</N') || this.#html.includes('</T')
    if (!this.#closers) return this.#indexOrEnd(`</${element}`, from)
    const pattern = new RegExp(`</${element}`, 'gi')
    pattern.lastIndex = from
    return pattern.exec(this.#html)?.index ?? this.#html.length
  }

  #startTag(open: number): number {
    const html = this.#html
    const element = this.#name(open + 1)
    const attributesFrom = open + 1 + element.length
    const end = html.charCodeAt(attributesFrom) === 62 ? attributesFrom : this.#tagEnd(attributesFrom)
    const what = kinds.get(element) ?? (element.includes('-') ? kind.box : kind.plain)
    if (what === kind.plain) {
      // Inline elements and such: they matter to nothing but the text in them.
      return end + 1
    }
    const attributes =
      end === attributesFrom ? '' : html.slice(attributesFrom, Math.min(end, attributesFrom + attributesMaxCharacters))
    switch (what) {
      case kind.void:
        if (element === 'meta') this.#meta(attributes)
        break
      case kind.raw:
        return this.#raw(element, attributes, end + 1)
      case kind.link:
        this.#link(attributes)
        break
      case kind.frame:
        return this.#frame(element, attributes, end + 1)
      case kind.field:
        this.#field(element, attributes)
        break
      case kind.picture:
        this.#picture(element, attributes)
        break
      case kind.item:
        if (this.#names.at(-1) === element) this.#pop()
        this.#push(element, 0, this.#weight())
        break
      case kind.heading:
        this.#push(element, flag.heading, this.#weight())
        break
      case kind.code:
        this.#push(element, flag.code, this.#weight())
        break
      default:
        this.#box(element, attributes, html.charCodeAt(end - 1) === 47)
    }
    return end + 1
  }

  #weight(): number {
    return this.#weights.at(-1) ?? 1
  }

  #inherited(): number {
    return (this.#flags.at(-1) ?? 0) & (flag.main | flag.code | flag.placeholder)
  }

  #push(element: string, flags: number, weight: number): void {
    if (this.#names.length >= depthMax) return
    this.#names.push(element)
    this.#flags.push(flags | this.#inherited())
    this.#weights.push(weight)
    this.#before.push(this.#facts.content)
  }

  #traitsOf(attributes: string): number {
    const known = this.#traits.get(attributes)
    if (known !== undefined) return known
    if (this.#traits.size >= attributeSetsMax) return 0
    const traits = traitsOf(attributes)
    this.#traits.set(attributes, traits)
    return traits
  }

  #box(element: string, attributes: string, selfClosing: boolean): void {
    const names = this.#names
    if (names.at(-1) === 'p' && element !== 'span') this.#pop()
    const custom = element.includes('-')
    if (custom && selfClosing) return
    const facts = this.#facts
    const parent = this.#weight()
    let traits = attributes.length < 4 ? 0 : this.#traitsOf(attributes)
    const insideMain = (this.#inherited() & flag.main) !== 0
    if ((element === 'span' || element === 'p') && traits !== 0)
      traits &= trait.hidden | trait.placeholder | trait.template | trait.overlay
    if ((traits & trait.template) !== 0) this.#gap('templates')
    if ((traits & trait.placeholder) !== 0 && element !== 'body' && (traits & trait.hidden) === 0)
      this.#gap('placeholders')
    const mainRoot = element === 'main' || (emptyable.has(element) && (traits & trait.main) !== 0)
    let flags = 0
    if (mainRoot) {
      flags |= flag.main | flag.mainRoot
      facts.mainSeen = true
    }
    if (emptyable.has(element) && (traits & trait.hidden) === 0) {
      if ((traits & trait.mount) !== 0) flags |= flag.mount
      else if ((traits & (trait.container | trait.main)) !== 0) flags |= flag.container
    }
    if (element === 'app') flags |= flag.mount
    if (custom && parent > 0.3 && !decoration.test(element)) flags |= flag.custom
    if (element !== 'body' && (traits & trait.placeholder) !== 0) flags |= flag.placeholder
    if (custom && (element === 'app-root' || traits & trait.mount)) flags |= flag.mount
    this.#push(element, flags, Math.min(parent, weightOf(element, traits, insideMain)))
  }

  #endTag(from: number): void {
    const element = this.#name(from)
    if (element === 'a') {
      this.#linkDepth = -1
      return
    }
    const what = kinds.get(element)
    if (what === undefined ? !element.includes('-') : what < kind.box) return
    const names = this.#names
    const lowest = Math.max(0, names.length - closeMaxDepth)
    for (let at = names.length - 1; at >= lowest; at--) {
      if (names[at] !== element) continue
      while (names.length > at) this.#pop()
      return
    }
  }

  /** Closes the last open element and looks at what came of it. */
  #pop(): void {
    this.#names.pop()
    const flags = this.#flags.pop() ?? 0
    this.#weights.pop()
    const gained = this.#facts.content - (this.#before.pop() ?? 0)
    if (this.#linkDepth > this.#names.length) this.#linkDepth = -1
    const facts = this.#facts
    if ((flags & flag.mount) !== 0) {
      if (gained < 15) facts.mountsEmpty++
      else facts.mountsFilled++
    }
    if ((flags & flag.mainRoot) !== 0 && gained < 15) facts.mainEmpty++
    if ((flags & flag.container) !== 0 && gained < 1 && (flags & flag.mount) === 0) this.#gap('containers')
    if ((flags & flag.custom) !== 0 && gained < 1 && (flags & flag.mount) === 0) this.#gap('customs')
  }

  #gap(sign: keyof Gaps, count = 1): void {
    this.#facts.gaps[sign] += count
    if ((this.#inherited() & flag.main) !== 0) this.#facts.mainGaps[sign] += count
  }

  #add(worth: number): void {
    const facts = this.#facts
    facts.content += worth
    if ((this.#inherited() & flag.main) !== 0) facts.mainContent += worth
  }

  #text(from: number, to: number): void {
    const text = readableText(this.#html, from, to)
    if (text === '') return
    const facts = this.#facts
    facts.readable += text.length + 1
    const weight = this.#weight()
    const flags = this.#flags.at(-1) ?? 0
    const isCode = (flags & flag.code) !== 0
    let length = text.length
    if (!isCode && text.length <= sentenceMaxCharacters) {
      if (saysLoading(text) && this.#linkDepth === -1) {
        if (weight > 0.05) this.#gap('placeholders')
        return
      }
      if (asksForScripts(text)) {
        facts.asksForScripts = true
        length *= 0.1
      }
    }
    if (!isCode && text.length < 4_000 && (text.includes('{{') || text.includes('<%') || text.includes('${'))) {
      const rest = text.replaceAll(unfilled, '')
      if (rest.length < text.length) this.#gap('templates')
      length = Math.min(length, rest.length)
    }
    const isHeading = (flags & flag.heading) !== 0 && !this.#inPlaceholder()
    if (isHeading) length = Math.min(length, 100) * 3
    this.#add(length * weight * (this.#linkDepth === -1 ? 1 : this.#linkIsHome ? 0.1 : isHeading ? 1 : 0.4))
  }

  #inPlaceholder(): boolean {
    return (this.#inherited() & flag.placeholder) !== 0
  }

  #link(attributes: string): void {
    const href = valueOf(hrefPattern, attributes)
    if (href === null) return
    this.#linkDepth = this.#names.length
    this.#linkIsHome = href === '/' || href === './' || href === '#'
    if (href !== '' && !href.startsWith('#') && !/^javascript:/i.test(href) && this.#weight() > 0.3) this.#facts.links++
  }

  #field(element: string, attributes: string): void {
    if (element === 'button') {
      this.#push('button', 0, Math.min(this.#weight(), 0.2))
      return
    }
    const facts = this.#facts
    if (element === 'select') this.#push('select', 0, Math.min(this.#weight(), 0.2))
    if (/type\s*=\s*["']?(?:hidden|submit|button|image|reset)/i.test(attributes)) return
    if (this.#weight() < 0.1) return
    facts.fields++
    facts.things++
    this.#add(60 * this.#weight())
  }

  #picture(element: string, attributes: string): void {
    if (element === 'picture' || element === 'object' || element === 'canvas') return
    if (/(?:width|height)\s*[=:]\s*["']?[01](?:px)?["'\s;]/i.test(attributes)) return
    if (this.#inPlaceholder() || /load(?:er|ing)|spinner|logo/i.test(attributes.slice(0, 300))) return
    this.#facts.things++
    if (this.#facts.things <= 40) this.#add(40 * this.#weight() * (this.#linkDepth === -1 ? 1 : 0.7))
  }

  #frame(element: string, attributes: string, from: number): number {
    const src = valueOf(srcPattern, attributes)
    const hidden =
      (traitsOf(attributes) & trait.hidden) !== 0 ||
      /(?:width|height)\s*[=:]\s*["']?[01](?:px)?["'\s;]/i.test(attributes)
    if (src !== null && src !== '' && !hidden && !/^(?:javascript|about):|googletagmanager/i.test(src)) {
      this.#facts.things++
      this.#add(150 * Math.max(0.3, this.#weight()))
    }
    return element === 'iframe' ? this.#closeOf('iframe', from) : from
  }

  #meta(attributes: string): void {
    if (
      /http-equiv\s*=\s*["']?refresh/i.test(attributes) &&
      /content\s*=\s*["']?\s*\d{1,3}(?:\.\d*)?\s*[;,]\s*(?:url\s*=)?/i.test(attributes)
    )
      this.#facts.refresh = true
  }

  #raw(element: string, attributes: string, from: number): number {
    if (element === 'head') return from
    if (element === 'template' && /shadowroot/i.test(attributes)) return from
    const facts = this.#facts
    const selfClosing = this.#html.charCodeAt(from - 2) === 47
    if ((element === 'svg' || element === 'math') && selfClosing) return from
    const to = this.#closeOf(element, from)
    switch (element) {
      case 'script':
        this.#script(attributes, from, to)
        break
      case 'noscript':
        this.#noscript(from, to)
        break
      case 'template':
        if (/BAILOUT_TO_CLIENT/.test(attributes)) this.#gap('placeholders', 2)
        break
      case 'textarea':
        this.#field('textarea', attributes)
        break
      case 'math':
        this.#add(Math.min(200, (to - from) / 10) * this.#weight())
        break
      case 'svg':
        if (to - from > 600 && !this.#inPlaceholder() && this.#linkDepth === -1 && facts.things < 40) {
          facts.things++
          this.#add(20 * this.#weight())
        }
        break
      default:
    }
    return to
  }

  #script(attributes: string, from: number, to: number): void {
    const facts = this.#facts
    const type = valueOf(typePattern, attributes) ?? ''
    if (programType.test(type)) {
      const src = valueOf(srcPattern, attributes)
      if (src === null) facts.inlineCharacters += to - from
      if (facts.scripts.length < scriptsMax) facts.scripts.push({ src, module: /^module$/i.test(type), from, to })
    } else if (dataType.test(type) && facts.data.length < scriptsMax) facts.data.push({ from, to, attributes })
    else if (templateType.test(type)) this.#gap('templates')
  }

  /** Where scripts bring the content, readers without them may find it here. */
  #noscript(from: number, to: number): void {
    const facts = this.#facts
    const body = this.#html.slice(from, Math.min(to, from + noscriptMaxCharacters))
    if (/http-equiv\s*=\s*["']?refresh/i.test(body)) facts.asksForScripts = true
    const text = readableText(body.replaceAll(markup, ' '), 0)
    if (text === '') return
    facts.readable += text.length
    if (text.length <= sentenceMaxCharacters * 2 && asksForScripts(text)) facts.asksForScripts = true
    else if (text.length >= noscriptContentMin) this.#add(text.length)
  }
}

/**
 * Counts what a page shows without executing its scripts, in one linear pass over the source that builds no tree and
 * ends as soon as enough content was found.
 *
 * Follows the HTML standard as far as counting needs it: raw text elements, quoted attributes, end tags that close what
 * is open below them.
 */
import { judgeLimits } from '@seine/shared/config/extract-limits.ts'
import { isData, isProgram, isRefresh, isTemplate, isTiny, withoutMarkup } from './js-shell-attributes.ts'
import { decoration, emptyable, kind, kindOf, listings, weightOf } from './js-shell-elements.ts'
import { contentPlenty, noFacts, readablePlenty, type Gaps, type ShellFacts } from './js-shell-facts.ts'
import { attributePattern, elementName, isLetter, RawText, readableText, tagEnd, valueOf } from './js-shell-source.ts'
import { asksForScripts, saysLoading, sentenceMaxCharacters, trait, traitsOf, unfilled } from './js-shell-words.ts'

/** A noscript element with at least this much text, in characters, counts as content. */
const noscriptContentMin = 400
/** A node with less content than this, in characters, is empty. */
const fillingMin = 15

const flag = {
  main: 2,
  code: 4,
  mount: 8,
  container: 16,
  custom: 32,
  mainRoot: 64,
  placeholder: 128,
  heading: 256,
}

const idPattern = attributePattern('id')
const srcPattern = attributePattern('src')
const hrefPattern = attributePattern('href')
const typePattern = attributePattern('type')

/** Counts the content of a page and the signs of missing content. */
export function pageFacts(html: string): ShellFacts {
  return new PageReader(html).read()
}

class PageReader {
  readonly #html: string
  readonly #facts = noFacts()
  readonly #names: string[] = []
  readonly #flags: number[] = []
  readonly #weights: number[] = []
  /** Amount of content before each open element. */
  readonly #before: number[] = []
  /** Attributes of elements whose ids are recorded when they are empty; '' for others. */
  readonly #attributes: string[] = []
  readonly #traits = new Map<string, number>()
  #linkDepth = -1
  /** True when the open link leads to the home page: its text is the name of the website. */
  #linkIsHome = false
  readonly #rawText: RawText

  constructor(html: string) {
    this.#html = html
    this.#rawText = new RawText(html)
  }

  read(): ShellFacts {
    const html = this.#html
    const facts = this.#facts
    let at = 0
    let tags = 0
    while (at < html.length) {
      let open = html.indexOf('<', at)
      if (open === -1) open = html.length
      if (open > at) this.#text(at, open)
      if (open >= html.length) break
      if ((facts.content >= contentPlenty && facts.readable >= readablePlenty) || ++tags > judgeLimits.tagsMax) {
        facts.plenty = true
        return facts
      }
      at = this.#markup(open)
    }
    while (this.#names.length > 0) this.#pop()
    return facts
  }

  /** Reads markup that begins with `<`. @returns the position after it. */
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

  #startTag(open: number): number {
    const html = this.#html
    const element = elementName(html, open + 1)
    const attributesFrom = open + 1 + element.length
    const end = html.charCodeAt(attributesFrom) === 62 ? attributesFrom : tagEnd(html, attributesFrom)
    const what = kindOf(element)
    if (what === kind.plain) {
      // Inline and similar elements: only the text in them counts.
      return end + 1
    }
    const attributes =
      end === attributesFrom
        ? ''
        : html.slice(attributesFrom, Math.min(end, attributesFrom + judgeLimits.attributesMaxCharacters))
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
    return (this.#flags.at(-1) ?? 0) & (flag.main | flag.code | flag.placeholder | flag.heading)
  }

  #push(element: string, flags: number, weight: number, attributes = ''): void {
    if (this.#names.length >= judgeLimits.depthMax) return
    this.#names.push(element)
    this.#flags.push(flags | this.#inherited())
    this.#weights.push(weight)
    this.#before.push(this.#facts.content)
    this.#attributes.push(attributes)
  }

  #traitsOf(attributes: string): number {
    const known = this.#traits.get(attributes)
    if (known !== undefined) return known
    if (this.#traits.size >= judgeLimits.attributeSetsMax) return 0
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
      else if ((traits & (trait.container | trait.main)) !== 0 || (parent > 0.3 && listings.has(element)))
        flags |= flag.container
    }
    if (element === 'app') flags |= flag.mount
    if (custom && parent > 0.3 && !decoration.test(element)) flags |= flag.custom
    if (element !== 'body' && (traits & trait.placeholder) !== 0) flags |= flag.placeholder
    if (custom && (element === 'app-root' || traits & trait.mount)) flags |= flag.mount
    const weight = Math.min(parent, weightOf(element, traits, insideMain))
    const mayFill = weight > 0.3 && emptyable.has(element) && facts.emptyIds.length < judgeLimits.emptyIdsMax
    this.#push(element, flags, weight, mayFill ? attributes : '')
  }

  #endTag(from: number): void {
    const element = elementName(this.#html, from)
    if (element === 'a') {
      this.#linkDepth = -1
      return
    }
    const what = kindOf(element)
    if (what < kind.box) return
    const names = this.#names
    const lowest = Math.max(0, names.length - judgeLimits.closeMaxDepth)
    for (let at = names.length - 1; at >= lowest; at--) {
      if (names[at] !== element) continue
      while (names.length > at) this.#pop()
      return
    }
  }

  /** Closes the last open element and records whether it has content. */
  #pop(): void {
    const element = this.#names.pop() ?? ''
    const flags = this.#flags.pop() ?? 0
    this.#weights.pop()
    const gained = this.#facts.content - (this.#before.pop() ?? 0)
    const attributes = this.#attributes.pop() ?? ''
    if (this.#linkDepth > this.#names.length) this.#linkDepth = -1
    const facts = this.#facts
    if (attributes !== '' && gained < 1 && facts.emptyIds.length < judgeLimits.emptyIdsMax) {
      const id = valueOf(idPattern, attributes)
      if (id !== null && id !== '') facts.emptyIds.push(id)
    }
    if ((flags & flag.mount) !== 0) {
      if (gained < fillingMin) facts.mountsEmpty++
      else facts.mountsFilled++
    }
    if ((flags & flag.mainRoot) !== 0 && gained < fillingMin) facts.mainEmpty++
    const isBare = listings.has(element) ? gained === 0 : gained < 1
    if ((flags & flag.container) !== 0 && isBare && (flags & flag.mount) === 0) this.#gap('containers')
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
    if (isTiny(attributes)) return
    if (this.#inPlaceholder() || /load(?:er|ing)|spinner|logo/i.test(attributes.slice(0, 300))) return
    this.#facts.things++
    if (this.#facts.things <= 40) this.#add(40 * this.#weight() * (this.#linkDepth === -1 ? 1 : 0.7))
  }

  #frame(element: string, attributes: string, from: number): number {
    const src = valueOf(srcPattern, attributes)
    const hidden = (traitsOf(attributes) & trait.hidden) !== 0 || isTiny(attributes)
    if (src !== null && src !== '' && !hidden && !/^(?:javascript|about):|googletagmanager/i.test(src)) {
      this.#facts.things++
      this.#add(150 * Math.max(0.3, this.#weight()))
    }
    return element === 'iframe' ? this.#rawText.end('iframe', from) : from
  }

  #meta(attributes: string): void {
    if (isRefresh(attributes)) this.#facts.refresh = true
  }

  #raw(element: string, attributes: string, from: number): number {
    if (element === 'head') return from
    if (element === 'template' && /shadowroot/i.test(attributes)) return from
    const facts = this.#facts
    const selfClosing = this.#html.charCodeAt(from - 2) === 47
    if ((element === 'svg' || element === 'math') && selfClosing) return from
    const to = this.#rawText.end(element, from)
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
    if (isProgram(type)) {
      const src = valueOf(srcPattern, attributes)
      if (src === null) facts.inlineCharacters += to - from
      if (facts.scripts.length < judgeLimits.scriptsMax)
        facts.scripts.push({ src, module: /^module$/i.test(type), from, to })
    } else if (isData(type) && facts.data.length < judgeLimits.scriptsMax) facts.data.push({ from, to, attributes })
    else if (isTemplate(type)) this.#gap('templates')
  }

  /** A page whose scripts add the content may offer it here to clients without scripts. */
  #noscript(from: number, to: number): void {
    const facts = this.#facts
    const body = this.#html.slice(from, Math.min(to, from + judgeLimits.noscriptMaxCharacters))
    if (/http-equiv\s*=\s*["']?refresh/i.test(body)) facts.asksForScripts = true
    const text = readableText(withoutMarkup(body), 0)
    if (text === '') return
    facts.readable += text.length
    if (text.length <= sentenceMaxCharacters * 2 && asksForScripts(text)) facts.asksForScripts = true
    else if (text.length >= noscriptContentMin) this.#add(text.length)
  }
}

/**
 * Reads the XML forms of a sitemap as a stream: urlset, index, RSS 1.0 and 2.0, Atom.
 *
 * Uses the scanner that reads parts of documents, which expands no entities of a DTD and takes ampersands that start no
 * XML entity literally. Elements are identified by their local names, because namespaces are often wrong or missing.
 */
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { XmlPieces } from '../../html/xml-scanner.ts'
import { entriesFull, type SitemapCaps, type SitemapFile, type SitemapReader } from './sitemap-file.ts'

const kinds = new Map<string, SitemapFile['kind']>([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
])

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const controlCharacters = /[\0-\x08\v\f\x0e-\x1f]/
const unusualInName = /[^\p{L}\p{M}\p{N}:._-]/u
const textMaxCharacters = 8_192
const absoluteUrl = /^https?:\/\//i

/** Elements that hold the URL and the date of an entry, as parent/child. */
const addressElements = new Set(['url/loc', 'sitemap/loc', 'item/link'])
const dateElements = new Set(['url/lastmod', 'item/pubdate', 'item/date', 'entry/updated'])

/**
 * Elements that hold a title, ranked by how likely it is the title of the page: a page has one item and one news
 * element, but many images.
 */
const titleElements = new Map([
  ['item/title', 3],
  ['entry/title', 3],
  ['news/title', 3],
  ['video/title', 2],
  ['image/title', 1],
])
const descriptionElements = new Set(['item/description', 'entry/summary', 'video/description'])

/** An entry that is being read; empty: not found so far. */
interface OpenEntry {
  name: string
  address: string
  guid: string
  date: string
  title: string
  /** Rank of the element the title comes from; higher is more likely the title of the page. */
  titleRank: number
  description: string
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

/** True for elements that are entries: those of a feed, or those of urlset and index. */
function isEntry(kind: SitemapFile['kind'], name: string): boolean {
  return kind === 'feed' ? name === 'item' || name === 'entry' : name === 'url' || name === 'sitemap'
}

/** Copies a text: a substring would keep the rest of the file in memory. */
const ownText = (text: string): string => Buffer.from(text.trim()).toString()

/** Thrown inside the scan to end it; the message is a warning, or empty. */
class EndOfReading extends Error {}

/** Creates a reader that adds the contents of the XML to `file`. */
export function createXmlReader(file: SitemapFile, caps: SitemapCaps): SitemapReader {
  const open: string[] = []
  let entry: OpenEntry | null = null
  let text = ''
  let done = false
  let errors = 0
  let firstError = ''

  const addEntry = () => {
    if (entry === null) return
    const { name, guid, date, title, description } = entry
    // The guid of an item is its URL by default; whether it is one here is decided by its form.
    const address = entry.address === '' && absoluteUrl.test(guid) ? guid : entry.address
    if (address === '') return
    entry = null
    if (file.urls.length + file.sitemaps.length >= caps.entriesMax) {
      entriesFull(file, caps)
      throw new EndOfReading()
    }
    if (name === 'sitemap') file.sitemaps.push(address)
    else {
      file.urls.push({
        url: address,
        ...(date === '' ? {} : { lastmod: date }),
        ...(title === '' ? {} : { title }),
        ...(description === '' ? {} : { description }),
      })
    }
  }
  const fault = (message: string) => {
    errors += 1
    if (errors === 1) firstError = message
    if (errors >= discoveryLimits.sitemapXmlErrorsMax) throw new EndOfReading('the XML is broken throughout')
  }
  const addText = (more: string) => {
    if (controlCharacters.test(more)) fault('a control character')
    if (open.length === 0 && more.trim() !== '') fault('text outside the root element')
    // The length is checked first: reading a text that came in many parts would copy all of it.
    if (entry === null) return
    if (text.length + more.length <= textMaxCharacters) text += more
    // The beginning of a description is useful, the beginning of a URL is not.
    else if (caps.texts && isProse()) text += more.slice(0, textMaxCharacters - text.length)
  }
  /** Whether the text being read is a title or a description. */
  const isProse = (): boolean => {
    const element = `${open.at(-2) ?? ''}/${open.at(-1) ?? ''}`
    return titleElements.has(element) || descriptionElements.has(element)
  }
  const addProse = (element: string): void => {
    if (entry === null) return
    const rank = titleElements.get(element) ?? 0
    if (rank > entry.titleRank) {
      entry.title = ownText(text)
      if (entry.title !== '') entry.titleRank = rank
    } else if (descriptionElements.has(element)) entry.description ||= ownText(text)
  }
  /** Runs a part of the parsing; true when it was the last. */
  const run = (part: () => void): boolean => {
    try {
      part()
    } catch (error) {
      if (!(error instanceof EndOfReading)) throw error
      done = true
      if (error.message !== '') file.warnings.push(`${error.message}, the rest was not read`)
    }
    return done
  }

  const enter = (name: string, attributes: Record<string, string>) => {
    const parent = open.at(-1)
    open.push(name)
    text = ''
    if (file.kind === 'unknown') {
      // Only the first element is the root; after its end tag, later elements may look like one.
      file.kind = kinds.get(name) ?? 'unknown'
      if (file.kind === 'unknown') throw new EndOfReading()
      return
    }
    if (parent === undefined) fault('more than one root element')
    if (open.length > discoveryLimits.sitemapElementDepthMax) {
      throw new EndOfReading(`elements are nested deeper than ${discoveryLimits.sitemapElementDepthMax}`)
    } else if (isEntry(file.kind, name)) {
      // The previous entry may never have been closed.
      addEntry()
      entry = { name, address: '', guid: '', date: '', title: '', titleRank: 0, description: '' }
    } else if (parent === 'entry' && name === 'link' && entry !== null) {
      const { href = '', rel = 'alternate' } = attributes
      if (rel === 'alternate' && href.length <= textMaxCharacters) entry.address ||= href.trim()
    }
  }
  const leave = () => {
    const name = open.pop() ?? ''
    const element = `${open.at(-1) ?? ''}/${name}`
    if (entry !== null) {
      if (addressElements.has(element)) entry.address ||= ownText(text)
      else if (element === 'item/guid') entry.guid ||= text.trim()
      else if (dateElements.has(element)) entry.date ||= ownText(text)
      else if (caps.texts) addProse(element)
      if (isEntry(file.kind, name)) {
        addEntry()
        entry = null
      }
    }
    text = ''
  }
  const { sitemapTokenMaxCharacters: tokenMax, sitemapTagAttributesMax: attributesMax } = discoveryLimits
  const pieces = new XmlPieces(
    {
      attribute(number) {
        if (number > attributesMax) throw new EndOfReading(`a tag has more than ${attributesMax} attributes`)
      },
      startTag(name, attributes) {
        if (unusualInName.test(name)) fault(`unexpected character in the tag ${name.slice(0, 100)}`)
        enter(localName(name), attributes)
      },
      endTag(written) {
        const name = localName(written)
        const at = open.lastIndexOf(name)
        if (at === -1 || at !== open.length - 1) fault(`unexpected end tag ${name.slice(0, 100)}`)
        // An end tag also ends what was left open inside its element.
        if (at !== -1) while (open.length > at) leave()
        // One of no open element is a misspelt end of the innermost one, unless that holds other elements.
        else if (open.length > 1 && !isEntry(file.kind, open.at(-1) ?? '')) leave()
      },
      text: addText,
      // Ampersands are often escaped in CDATA, too.
      cdata: (data) => addText(data.length > textMaxCharacters ? data : data.replaceAll('&amp;', '&')),
      shouldStop: () => false,
      fault,
    },
    tokenMax,
  )

  return {
    write(piece) {
      if (done) return true
      const ended = run(() => {
        if (pieces.write(piece)) return
        throw new EndOfReading(`a tag, text or comment is longer than ${tokenMax} characters`)
      })
      // An entry whose URL was read counts, whatever follows it.
      if (ended) run(addEntry)
      return ended
    },
    end() {
      if (done) return
      const isCapped = run(() => pieces.end()) || run(addEntry)
      if (!isCapped && open.length > 0) run(() => fault(`no end tag of ${open.at(-1)}`))
      if (errors > 0 && file.kind !== 'unknown')
        file.warnings.push(`the XML is broken (${errors} faults): ${firstError}`)
    },
  }
}

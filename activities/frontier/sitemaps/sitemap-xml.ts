/**
 * The XML forms of a sitemap, read as a stream: urlset, index, RSS 1.0 and 2.0, Atom.
 *
 * Elements are known by their local names, because namespaces are wrong or missing too often.
 * Entities of a DTD are never expanded. Ampersands that start no entity of XML are taken literally,
 * for the commonest fault of all: `?a=1&b=2` written as it is.
 */
import { discoveryLimits } from '@seine/shared/config/frontier-limits.ts'
import { SaxesParser } from 'saxes'
import { entriesFull, type SitemapCaps, type SitemapFile, type SitemapReader } from './sitemap-file.ts'

const kinds = new Map<string, SitemapFile['kind']>([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
])

const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][\da-fA-F]{1,6});)/g
/** The start of a reference that the next piece may complete. */
const cutReference = /&#?\w{0,8}$/
const textMaxCharacters = 8_192
const absoluteUrl = /^https?:\/\//i

/** Elements that hold the address and the date of an entry, as parent/child. */
const addressElements = new Set(['url/loc', 'sitemap/loc', 'item/link'])
const dateElements = new Set(['url/lastmod', 'item/pubdate', 'item/date', 'entry/updated'])

/** Elements that hold a title, by how well it is that of the page: a page has one item and one news, but many pictures. */
const titleElements = new Map([
  ['item/title', 3],
  ['entry/title', 3],
  ['news/title', 3],
  ['video/title', 2],
  ['image/title', 1],
])
const descriptionElements = new Set(['item/description', 'entry/summary', 'video/description'])

/** An entry that is being read; empty = not found so far. */
interface OpenEntry {
  name: string
  address: string
  guid: string
  date: string
  title: string
  /** How well the title is that of the page. */
  titleRank: number
  description: string
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

/** True for the elements that are entries: those of a feed, or those of urlset and index. */
function isEntry(kind: SitemapFile['kind'], name: string): boolean {
  return kind === 'feed' ? name === 'item' || name === 'entry' : name === 'url' || name === 'sitemap'
}

/** Text to be written with every bare ampersand escaped; a reference cut at the end waits. */
function createEscaper(): (text: string) => string {
  let rest = ''
  return (text) => {
    const whole = rest + text
    const cut = cutReference.exec(whole)?.index ?? whole.length
    rest = whole.slice(cut)
    return whole.slice(0, cut).replace(bareAmpersand, '&amp;')
  }
}

/** A text that keeps nothing else of the file in memory, as a part of a string does. */
const ownText = (text: string): string => Buffer.from(text.trim()).toString()

/** Thrown inside the parser, which cannot be stopped otherwise; the message is a warning, or empty. */
class EndOfReading extends Error {}

/** A reader that adds to `file` what the XML says. */
export function createXmlReader(file: SitemapFile, caps: SitemapCaps): SitemapReader {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false })
  const escape = createEscaper()
  const open: string[] = []
  let entry: OpenEntry | null = null
  let text = ''
  let done = false
  let errors = 0
  let firstError = ''
  let attributesOfTag = 0
  /** Characters written since the parser last finished a tag, text or anything else. */
  let unfinished = 0

  const addEntry = () => {
    if (entry === null) return
    const { name, guid, date, title, description } = entry
    // An identifier is the address of an item unless it says otherwise, which it does by its form.
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
  const addText = (more: string) => {
    unfinished = 0
    // Measured first: looking into a text that came in many parts would copy all of it.
    if (entry === null) return
    if (text.length + more.length <= textMaxCharacters) text += more
    // The beginning of a description is of use, that of an address is not.
    else if (caps.texts && isProse()) text += more.slice(0, textMaxCharacters - text.length)
  }
  /** Whether the text that is being read is a title or a description. */
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

  parser.on('opentagstart', () => {
    attributesOfTag = 0
  })
  parser.on('attribute', () => {
    attributesOfTag += 1
    const { sitemapTagAttributesMax: max } = discoveryLimits
    if (attributesOfTag > max) throw new EndOfReading(`a tag has more than ${max} attributes`)
  })
  parser.on('opentag', ({ name: qualified, attributes }) => {
    unfinished = 0
    const name = localName(qualified)
    const parent = open.at(-1)
    open.push(name)
    text = ''
    if (file.kind === 'unknown') {
      // The root; a stray close tag may make others look like one later.
      file.kind = kinds.get(name) ?? 'unknown'
      if (file.kind === 'unknown') throw new EndOfReading()
    } else if (open.length > discoveryLimits.sitemapElementDepthMax) {
      throw new EndOfReading(`elements are nested deeper than ${discoveryLimits.sitemapElementDepthMax}`)
    } else if (isEntry(file.kind, name)) {
      // The one before may never have been closed.
      addEntry()
      entry = { name, address: '', guid: '', date: '', title: '', titleRank: 0, description: '' }
    } else if (parent === 'entry' && name === 'link' && entry !== null) {
      const { href = '', rel = 'alternate' } = attributes
      if (rel === 'alternate' && href.length <= textMaxCharacters) entry.address ||= href.trim()
    }
  })
  parser.on('text', addText)
  // Ampersands were escaped here too, where they should not have been.
  parser.on('cdata', (data) => addText(data.length > textMaxCharacters ? data : data.replaceAll('&amp;', '&')))
  parser.on('closetag', () => {
    unfinished = 0
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
  })
  for (const passedOver of ['comment', 'processinginstruction', 'doctype'] as const) {
    parser.on(passedOver, () => {
      unfinished = 0
    })
  }
  parser.on('error', (error) => {
    errors += 1
    if (errors === 1) firstError = error.message
    // Faults of one tag are reported in one go, so only an exception ends them.
    if (errors >= discoveryLimits.sitemapXmlErrorsMax) throw new EndOfReading('the XML is broken throughout')
  })

  return {
    write(piece) {
      if (done) return true
      const ended = run(() => {
        unfinished += piece.length
        const { sitemapTokenMaxCharacters: max } = discoveryLimits
        if (unfinished > max) throw new EndOfReading(`a tag, text or comment is longer than ${max} characters`)
        parser.write(escape(piece))
      })
      // An entry whose address was read counts, whatever came behind it.
      if (ended) run(addEntry)
      return ended
    },
    end() {
      if (done) return
      // Before `close`, which complains about what a cut file leaves open.
      if (!run(addEntry)) run(() => parser.close())
      if (errors > 0 && file.kind !== 'unknown')
        file.warnings.push(`the XML is broken (${errors} faults): ${firstError}`)
    },
  }
}

/**
 * The XML forms of a sitemap, read as a stream: urlset, index, RSS 1.0 and 2.0, Atom.
 *
 * Elements are known by their local names, because namespaces are wrong or missing too often.
 * Entities of a DTD are never expanded. Ampersands that start no entity of XML are taken literally,
 * for the commonest fault of all: `?a=1&b=2` written as it is.
 */
import { discoveryLimits } from '@seine/shared/config/limits.ts'
import { SaxesParser } from 'saxes'
import { entriesFull, type SitemapCaps, type SitemapFile, type SitemapReader } from './sitemap-file.ts'

const kinds = new Map<string, SitemapFile['kind']>([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['rdf', 'feed'],
  ['feed', 'feed'],
])

const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi
/** The start of a reference that the next piece may complete. */
const cutReference = /&#?\w{0,8}$/
const textMaxCharacters = 8_192

/** Elements that hold the address and the date of an entry, as parent/child. */
const addressElements = new Set(['url/loc', 'sitemap/loc', 'item/link'])
const dateElements = new Set(['url/lastmod', 'item/pubdate', 'item/date', 'entry/updated'])

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

/** A reader that adds to `file` what the XML says. */
export function createXmlReader(file: SitemapFile, caps: SitemapCaps): SitemapReader {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false })
  const escape = createEscaper()
  const open: string[] = []
  let entry: { name: string; address: string; date: string } | null = null
  let text = ''
  let done = false
  let errors = 0
  let firstError = ''

  const stop = (warning: string) => {
    file.warnings.push(warning)
    done = true
  }
  const addEntry = () => {
    if (done || entry === null || entry.address === '') return
    const { name, address, date } = entry
    if (file.urls.length + file.sitemaps.length >= caps.entriesMax) done = entriesFull(file, caps)
    else if (name === 'sitemap') file.sitemaps.push(address)
    else file.urls.push(date === '' ? { url: address } : { url: address, lastmod: date })
  }
  const addText = (more: string) => {
    if (entry !== null && text.length < textMaxCharacters) text += more
  }

  parser.on('opentag', ({ name: qualified, attributes }) => {
    if (done) return
    const name = localName(qualified)
    const parent = open.at(-1)
    open.push(name)
    text = ''
    if (file.kind === 'unknown') {
      // The root; a stray close tag may make others look like one later.
      file.kind = kinds.get(name) ?? 'unknown'
      done = file.kind === 'unknown'
    } else if (open.length > discoveryLimits.sitemapElementDepthMax) {
      stop(`elements are nested deeper than ${discoveryLimits.sitemapElementDepthMax}, the rest was not read`)
    } else if (isEntry(file.kind, name)) {
      // The one before may never have been closed.
      addEntry()
      entry = { name, address: '', date: '' }
    } else if (parent === 'entry' && name === 'link' && entry !== null) {
      const { href = '', rel = 'alternate' } = attributes
      if (rel === 'alternate') entry.address ||= href.trim()
    }
  })
  parser.on('text', addText)
  // Ampersands were escaped here too, where they should not have been.
  parser.on('cdata', (data) => addText(data.replaceAll('&amp;', '&')))
  parser.on('closetag', () => {
    if (done) return
    const name = open.pop() ?? ''
    const element = `${open.at(-1) ?? ''}/${name}`
    if (entry !== null) {
      if (addressElements.has(element)) entry.address ||= text.trim()
      else if (dateElements.has(element)) entry.date ||= text.trim()
      if (isEntry(file.kind, name)) {
        addEntry()
        entry = null
      }
    }
    text = ''
  })
  parser.on('error', (error) => {
    errors += 1
    if (errors === 1) firstError = error.message
    if (!done && errors >= discoveryLimits.sitemapXmlErrorsMax)
      stop('the XML is broken throughout, the rest was not read')
  })

  return {
    write(piece) {
      parser.write(escape(piece))
      return done
    },
    end() {
      // Before `close`, which complains about what a cut file leaves open.
      addEntry()
      entry = null
      if (!done) parser.close()
      if (errors > 0 && file.kind !== 'unknown')
        file.warnings.push(`the XML is broken (${errors} faults): ${firstError}`)
    },
  }
}

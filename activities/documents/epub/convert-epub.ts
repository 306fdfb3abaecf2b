/** Converts e-books (EPUB 2 and 3) to HTML: the chapters in reading order. */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { ChapterWriter, withoutNamedEntities } from './chapter.ts'
import { PackageReader } from './package.ts'
import { partText, resolvePart } from '../office/package.ts'
import { documentPage } from '../office/document-page.ts'
import { PartialReader } from '../office/partial-reader.ts'
import { readXml, xmlText } from '../office/xml.ts'
import { ZipArchive } from '../office/zip-archive.ts'

/** Encryption algorithms for embedded fonts only; the text is still readable. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/**
 * Converts a book.
 * @throws UnreadableContentError when it is encrypted, broken or too large.
 */
export async function convertEpub(source: DocumentSource): Promise<ConvertedDocument> {
  const { bytes, url, deadlineMs } = source
  const zip = new ZipArchive(bytes)
  const packagePart = packageDocument(zip, deadlineMs)
  const book = new PackageReader(packagePart)
  readXml(partText(zip, packagePart), book, deadlineMs)
  const encrypted = encryptedParts(zip, deadlineMs)
  const chapters = book.chapters.slice(0, documentLimits.pagesMax)
  if (chapters.some((part) => encrypted.has(part))) {
    throw new UnreadableContentError('encrypted_document', 'the chapters of the book are encrypted')
  }
  const reader = new PartialReader(deadlineMs)
  let body = ''
  for (const part of chapters) {
    reader.attempt(() => {
      const chapter = new ChapterWriter()
      const isWhole = readXml(withoutNamedEntities(partText(zip, part)), chapter, deadlineMs)
      const html = chapter.toHtml()
      if (html !== '') body += `<section>\n${html}\n</section>\n`
      return isWhole
    })
  }
  reader.settle(body !== '')
  const pageCap = book.chapters.length > chapters.length ? 'page_cap' : null
  return {
    html: documentPage(book.properties, body, url),
    pages: null,
    degraded: reader.degraded ?? pageCap,
    warnings: [],
  }
}

/** Returns the first package that the container names; without a container, the first entry that ends in .opf. */
function packageDocument(zip: ZipArchive, deadlineMs: number): string {
  let found = ''
  const container = zip.read('META-INF/container.xml')
  if (container !== null) {
    readXml(
      xmlText(container),
      {
        enter(name, attributes) {
          if (name === 'ocf:rootfile' && found === '') found = resolvePart('', attributes['full-path'] ?? '')
        },
        leave() {},
      },
      deadlineMs,
    )
  }
  if (zip.has(found)) return found
  const named = zip.names.find((name) => name.toLowerCase().endsWith('.opf'))
  if (named === undefined) throw new UnreadableContentError('broken_document', 'the book has no package document')
  return named
}

/** Returns the entries that cannot be read without a key. */
function encryptedParts(zip: ZipArchive, deadlineMs: number): Set<string> {
  const parts = new Set<string>()
  const bytes = zip.read('META-INF/encryption.xml')
  if (bytes === null) return parts
  let isFont = false
  readXml(
    xmlText(bytes),
    {
      enter(name, attributes) {
        if (name.endsWith('EncryptionMethod')) isFont = fontAlgorithms.has(attributes['Algorithm'] ?? '')
        else if (name.endsWith('CipherReference') && !isFont) parts.add(resolvePart('', attributes['URI'] ?? ''))
      },
      leave() {},
    },
    deadlineMs,
  )
  return parts
}

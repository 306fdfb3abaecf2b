/** Converts OpenDocument texts, spreadsheets and presentations (OASIS OpenDocument 1.3) to HTML. */
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { partText, readProperties } from '../office/package.ts'
import { noProperties, documentPage, titledByHeading, type DocumentProperties } from '../office/document-page.ts'
import { readXml, xmlText } from '../office/xml.ts'
import { OpenDocumentBody } from './body.ts'
import { OpenDocumentSheets } from './sheet.ts'
import { OpenDocumentStyles } from './styles.ts'
import { TableBudget } from '../tables/budget.ts'
import { ZipArchive } from '../office/zip-archive.ts'

/**
 * Converts a document. Images, comments, removed text, indexes, hidden sheets and hidden slides are
 * left out.
 * @throws UnreadableContentError when it is encrypted, broken or too large.
 */
export async function convertOpenDocument(source: DocumentSource): Promise<ConvertedDocument> {
  const { kind, bytes, url, deadlineMs } = source
  const zip = new ZipArchive(bytes)
  const manifest = zip.read('META-INF/manifest.xml')
  if (manifest !== null && isEncrypted(xmlText(manifest), deadlineMs)) {
    throw new UnreadableContentError('encrypted_document', 'the document needs a password')
  }
  const content = partText(zip, 'content.xml')
  const styles = new OpenDocumentStyles()
  const stylesPart = zip.read('styles.xml')
  if (stylesPart !== null) readXml(xmlText(stylesPart), styles, deadlineMs)
  const budget = new TableBudget()
  const body = kind === 'ods' ? new OpenDocumentSheets(styles, budget) : new OpenDocumentBody(styles, budget)
  const isWhole = readXml(content, body, deadlineMs)
  const html = body.toHtml()
  const properties = propertiesOf(zip, deadlineMs)
  return {
    // The headings of a spreadsheet are sheet names, so they are not used as the title.
    html: documentPage(kind === 'ods' ? properties : titledByHeading(properties, html), html, url),
    pages: kind === 'odt' ? null : body instanceof OpenDocumentSheets ? body.sheets - body.hiddenSheets : body.slides,
    degraded: isWhole ? (budget.isCut ? 'row_cap' : null) : 'time_budget',
    warnings: hiddenParts(body),
  }
}

function hiddenParts(body: OpenDocumentBody | OpenDocumentSheets): string[] {
  if (body instanceof OpenDocumentSheets) return body.hiddenSheets > 0 ? ['hidden_sheets'] : []
  return body.hiddenSlides > 0 ? ['hidden_slides'] : []
}

function isEncrypted(manifest: string, deadlineMs: number): boolean {
  let found = false
  const enter = (name: string): void => {
    found ||= name === 'manifest:encryption-data'
  }
  readXml(manifest, { enter, leave: () => {} }, deadlineMs)
  return found
}

function propertiesOf(zip: ZipArchive, deadlineMs: number): DocumentProperties {
  const part = zip.read('meta.xml')
  if (part === null) return noProperties
  const xml = xmlText(part)
  const names = { 'dc:title': 'title', 'dc:description': 'description', 'dc:language': 'language' } as const
  const stated = readProperties(
    xml,
    { ...names, 'meta:initial-creator': 'author', 'meta:creation-date': 'created', 'dc:date': 'modified' },
    deadlineMs,
  )
  // Without an initial creator, the author is the last person who saved the document.
  return stated.author === null
    ? { ...stated, author: readProperties(xml, { 'dc:creator': 'author' }, deadlineMs).author }
    : stated
}

/** Converts Word documents (Office Open XML, ECMA-376) to HTML. */
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { DocxBody, type DocxParts } from './body.ts'
import { DocxNumbering } from './numbering.ts'
import { readDocxStyles } from './styles.ts'
import { NoteList } from '../office/notes.ts'
import { mainPart, partText, readCoreProperties, readRelationships, relatedPart } from '../office/package.ts'
import { documentPage, titledByHeading } from '../office/document-page.ts'
import { readXml } from '../office/xml.ts'
import { TableBudget } from '../tables/budget.ts'
import { ZipArchive } from '../office/zip-archive.ts'

/**
 * Converts a document: headings, paragraphs, lists, tables, links, formulas, notes and text boxes. Images,
 * comments, headers, footers, tables of contents and removed text are left out.
 * @throws UnreadableContentError when it is encrypted, broken or too large.
 */
export async function convertDocx(source: DocumentSource): Promise<ConvertedDocument> {
  const { bytes, url, deadlineMs } = source
  const zip = new ZipArchive(bytes)
  const ofPackage = readRelationships(zip, '', deadlineMs)
  const main = mainPart(ofPackage, zip, 'word/document.xml')
  const relationships = readRelationships(zip, main, deadlineMs)
  const optionalPart = (type: string): string | null => {
    const part = relatedPart(relationships, type)
    return part !== null && zip.has(part) ? part : null
  }
  const styles = optionalPart('styles')
  const numbering = optionalPart('numbering')
  const notes = new NoteList()
  const budget = new TableBudget()
  const parts: DocxParts = {
    styles: readDocxStyles(styles === null ? '' : partText(zip, styles), deadlineMs),
    numbering: new DocxNumbering(numbering === null ? null : partText(zip, numbering), deadlineMs),
    relationships,
    notes,
    budget,
  }
  const body = new DocxBody(parts)
  const isWhole = readXml(partText(zip, main), body, deadlineMs)
  for (const type of ['footnotes', 'endnotes']) {
    const part = optionalPart(type)
    if (part === null) continue
    const ofNotes = readRelationships(zip, part, deadlineMs)
    readXml(partText(zip, part), new DocxBody({ ...parts, relationships: ofNotes }), deadlineMs)
  }
  const html = body.toHtml() + notes.toHtml()
  const properties = titledByHeading(readCoreProperties(zip, ofPackage, deadlineMs), html)
  return {
    html: documentPage(properties, html, url),
    pages: null,
    degraded: isWhole ? (budget.isCut ? 'row_cap' : null) : 'time_budget',
    warnings: [],
  }
}

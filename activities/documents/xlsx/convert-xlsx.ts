/** Converts Excel workbooks (Office Open XML, ECMA-376) to HTML: a heading and a table for each sheet. */
import { escapeHtml } from '../../html/html-text.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { mainPart, partText, readCoreProperties, readRelationships, relatedPart } from '../office/package.ts'
import { documentPage } from '../office/document-page.ts'
import { PartialReader } from '../office/partial-reader.ts'
import { readXml } from '../office/xml.ts'
import { TableBudget } from '../tables/budget.ts'
import { TableGrid } from '../tables/grid.ts'
import { SheetReader, type SheetParts } from './sheet.ts'
import { readCellFormats, readSharedStrings, readWorkbook } from './workbook.ts'
import { ZipArchive } from '../office/zip-archive.ts'

/**
 * Converts a workbook. Hidden sheets, charts and macros are left out.
 * @throws UnreadableContentError when it is encrypted, broken or too large.
 */
export async function convertXlsx(source: DocumentSource): Promise<ConvertedDocument> {
  const { bytes, url, deadlineMs } = source
  const zip = new ZipArchive(bytes)
  const ofPackage = readRelationships(zip, '', deadlineMs)
  const main = mainPart(ofPackage, zip, 'xl/workbook.xml')
  const relationships = readRelationships(zip, main, deadlineMs)
  const { sheets, is1904 } = readWorkbook(partText(zip, main), relationships, deadlineMs)
  const optionalText = (type: string): string => {
    const part = relatedPart(relationships, type)
    return part !== null && zip.has(part) ? partText(zip, part) : ''
  }
  const strings = readSharedStrings(optionalText('sharedStrings'), deadlineMs)
  const formats = readCellFormats(optionalText('styles'), is1904, deadlineMs)
  const budget = new TableBudget()
  const shown = sheets.filter((sheet) => !sheet.isHidden)
  const reader = new PartialReader(deadlineMs)
  let body = ''
  for (const { name, part } of shown) {
    if (budget.isCut) break
    const grid = new TableGrid(budget)
    reader.attempt(() => {
      const parts: SheetParts = { strings, formats, relationships: readRelationships(zip, part, deadlineMs) }
      return readXml(partText(zip, part), new SheetReader(grid, parts), deadlineMs)
    })
    const table = grid.toHtml()
    if (table !== '') body += `<h2>${escapeHtml(name)}</h2>\n${table}`
  }
  reader.settle(body !== '')
  const hidden = sheets.length - shown.length
  return {
    html: documentPage(readCoreProperties(zip, ofPackage, deadlineMs), body, url),
    pages: shown.length,
    degraded: reader.degraded ?? (budget.isCut ? 'row_cap' : null),
    warnings: hidden > 0 ? ['hidden_sheets'] : [],
  }
}

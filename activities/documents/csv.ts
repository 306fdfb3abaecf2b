/** Converts delimited text to a table. */
import { escapeAttribute, escapeHtml } from '../html/html-text.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { likelyDelimiter, readRecords, statedDelimiter, type Delimiter } from './csv-records.ts'
import { noProperties, documentPage } from './office/document-page.ts'
import { TableBudget } from './tables/budget.ts'
import { TableRows } from './tables/rows.ts'
import { readingTimeMs } from '../threads/reading-time.ts'

/** Number of records between two checks of the deadline. */
const recordsPerLook = 1_000

/** Converts CSV or other delimited text; content beyond the limits of a table is left out. */
export async function convertCsv(source: DocumentSource): Promise<ConvertedDocument> {
  const { text, url, deadlineMs } = source
  const budget = new TableBudget()
  const table = new TableRows(budget, { isData: true })
  const { delimiter, start } = delimiterOf(source)
  let degraded: string | null = null
  let count = 0
  for (const record of readRecords(text, delimiter, start)) {
    // A first record counts as the header only when another one follows: a single record is data.
    table.startRow(count === 0 && isHeader(record) && hasFurther(text, start))
    for (const value of record) {
      if (budget.isCut) break
      table.addCell(cellHtml(value))
    }
    count++
    if (budget.isCut) degraded = 'row_cap'
    else if (count % recordsPerLook === 0 && readingTimeMs() > deadlineMs) degraded = 'time_budget'
    if (degraded !== null) break
  }
  return { html: documentPage(noProperties, table.toHtml(), url), pages: null, degraded, warnings: [] }
}

function delimiterOf({ text, mediaType }: DocumentSource): { delimiter: Delimiter; start: number } {
  const stated = statedDelimiter(text)
  if (stated !== null) return stated
  if (mediaType === 'text/tab-separated-values') return { delimiter: '\t', start: 0 }
  return { delimiter: likelyDelimiter(text), start: 0 }
}

/** Returns true for a record of column names: none is a number or a date; only that of the row names may be empty. */
const isHeader = (record: readonly string[]): boolean =>
  record.every((value, column) =>
    /\S/.test(value) ? !/^\s*[-+]?[\d.,:/ -]+%?\s*$/.test(value.slice(0, 100)) : column === 0 && record.length > 1,
  )

const hasFurther = (text: string, start: number): boolean => /[\r\n]\s*\S/.test(text.slice(start, start + 100_000))

function cellHtml(value: string): string {
  const text = value.trim()
  if (/^https?:\/\/\S{1,2000}$/i.test(text)) return `<a href="${escapeAttribute(text)}">${escapeHtml(text)}</a>`
  return escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>')
}

/** Converts Rich Text Format documents to HTML. */
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { documentPage, titledByHeading } from '../office/document-page.ts'
import { RtfBody } from './body.ts'
import { readRtf } from './tokens.ts'
import { TableBudget } from '../tables/budget.ts'

const bytesPeeked = 64

/**
 * Converts a document. Images, headers, footers, comments and hidden text are left out.
 * @throws UnreadableContentError when the bytes do not begin as Rich Text Format.
 */
export async function convertRtf({ bytes, url, deadlineMs }: DocumentSource): Promise<ConvertedDocument> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const start = text.slice(0, bytesPeeked).indexOf('{\\rtf')
  if (start === -1)
    throw new UnreadableContentError(
      'broken_document',
      'the document does not start with the signature of Rich Text Format',
    )
  const budget = new TableBudget()
  const body = new RtfBody(budget)
  const isWhole = readRtf(text.slice(start), body, deadlineMs)
  const html = body.toHtml()
  return {
    html: documentPage(titledByHeading(body.properties, html), html, url),
    pages: null,
    degraded: isWhole ? (budget.isCut ? 'row_cap' : null) : 'time_budget',
    // The first group is the whole document; without its end the document is truncated.
    warnings: /\}[\s\0]*$/.test(text.slice(-bytesPeeked)) ? [] : ['document_cut_off'],
  }
}

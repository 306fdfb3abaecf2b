/** Converts documents that tests write. */
import type { ConvertedDocument } from '@seine/shared/pages/documents.ts'
import { toMarkdown } from '../../../content/markdown/to-markdown.ts'
import { parseTree } from '../../../html/parse-tree.ts'
import { firstElement } from '../../../html/tree.ts'
import { createUrlResolver } from '../../../html/urls.ts'
import { convertPdf } from '../convert-pdf.ts'
import { writePdf, type TestDocument } from './pdf-writer.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

/** Converts a document within a time budget. */
export const convert = async (bytes: Uint8Array<ArrayBuffer>, budgetMs = 60_000): Promise<ConvertedDocument> =>
  await convertPdf({
    kind: 'pdf',
    bytes,
    text: '',
    url: 'https://example.com/paper.pdf',
    mediaType: 'application/pdf',
    deadlineMs: readingTimeMs() + budgetMs,
  })

/** Returns the body content of the page that is written for a document. */
export async function bodyOf(document: TestDocument): Promise<string> {
  const { html } = await convert(writePdf(document))
  return html.slice(html.indexOf('<body>') + 7, html.indexOf('</body>')).trim()
}

/** Returns the Markdown of a document. */
export async function markdownOf(document: TestDocument): Promise<string> {
  const { html } = await convert(writePdf(document))
  const tree = parseTree(html).document
  const body = firstElement(tree, 'body') ?? tree
  return toMarkdown({ roots: [body], skip: new Set() }, createUrlResolver('https://example.com/paper.pdf', null))
}

/** Returns lines of prose that differ in their first word. */
export const prose = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, line) => `${word} line ${line} holds some more words to fill the width of it`)

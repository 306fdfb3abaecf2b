/** Selects the converter for a document. A converter is loaded with the first document of its kind. */
import type {
  ConvertedDocument,
  DocumentConverter,
  DocumentKind,
  DocumentSource,
} from '@seine/shared/pages/documents.ts'

const converters: Record<DocumentKind, () => Promise<DocumentConverter>> = {
  pdf: async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  docx: async () => (await import('./docx/convert-docx.ts')).convertDocx,
  xlsx: async () => (await import('./xlsx/convert-xlsx.ts')).convertXlsx,
  pptx: async () => (await import('./pptx/convert-pptx.ts')).convertPptx,
  odt: async () => (await import('./open-document/convert-open-document.ts')).convertOpenDocument,
  ods: async () => (await import('./open-document/convert-open-document.ts')).convertOpenDocument,
  odp: async () => (await import('./open-document/convert-open-document.ts')).convertOpenDocument,
  rtf: async () => (await import('./rtf/convert-rtf.ts')).convertRtf,
  epub: async () => (await import('./epub/convert-epub.ts')).convertEpub,
  csv: async () => (await import('./csv.ts')).convertCsv,
  feed: async () => (await import('./feed.ts')).convertFeed,
  image: async () => (await import('./image.ts')).convertImage,
}

/**
 * Converts a document into an HTML page.
 * @throws UnreadableContentError when it is encrypted, broken or beyond its limits.
 */
export async function convertDocument(source: DocumentSource): Promise<ConvertedDocument> {
  const convert = await converters[source.kind]()
  return await convert(source)
}

/**
 * Opens a PDF with pdf.js, configured to only read the given bytes: no code of the document runs, no fonts are
 * fetched, no images are decoded.
 */
import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import { characterMapsFolder } from './character-maps.ts'
import { repairTrailer } from './repair-trailer.ts'

/**
 * Opens a document, passes it to `read` and closes it again.
 * @throws UnreadableContentError when a password is needed (`encrypted_document`) or nothing can be read
 * (`broken_document`).
 */
export async function withPdf<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  read: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const { getDocument } = await getResolvedPDFJS()
  const cMapUrl = characterMapsFolder()
  const task = getDocument({
    data: repairTrailer(bytes),
    // Errors only: warnings would be printed to the console for every font.
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    // Limit in pixels; 0, because no image needs to be decoded.
    maxImageSize: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    ...(cMapUrl !== null && { cMapUrl }),
  })
  try {
    return await read(await task.promise.catch((error: unknown) => Promise.reject(unreadablePdf(error))))
  } finally {
    await task.destroy()
  }
}

/** @param error thrown by pdf.js; its classes are identified by name. */
function unreadablePdf(error: unknown): UnreadableContentError {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') {
    return new UnreadableContentError('encrypted_document', 'the PDF document needs a password')
  }
  return new UnreadableContentError('broken_document', `the PDF document cannot be read: ${message}`)
}

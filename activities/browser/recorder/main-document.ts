/** Distinguishes the documents that the page itself shows from all other requests. */
import type { RecordedRequest, Recording } from './messages/model.ts'

/** Whether a request is for a document of the main frame, and not of a popup. */
export const isMainDocument = ({
  isNavigation,
  isMainFrame,
  targetType,
}: Pick<RecordedRequest, 'isNavigation' | 'isMainFrame' | 'targetType'>): boolean =>
  isNavigation && isMainFrame && targetType === 'page'

/**
 * Returns the request of the current document of the main frame.
 * @param finalUrl URL of the document, after redirects.
 */
export const mainDocumentOf = ({
  recording,
  finalUrl,
}: {
  recording: Pick<Recording, 'requests'>
  finalUrl: string
}): RecordedRequest | undefined =>
  recording.requests.findLast((request) => isMainDocument(request) && request.hops.at(-1)?.url === finalUrl)

/** Distinguishes the documents that the page itself shows from all other requests. */
import type { RecordedRequest } from './messages/model.ts'

/** Whether a request is for a document of the main frame, and not of a popup. */
export const isMainDocument = ({
  isNavigation,
  isMainFrame,
  targetType,
}: Pick<RecordedRequest, 'isNavigation' | 'isMainFrame' | 'targetType'>): boolean =>
  isNavigation && isMainFrame && targetType === 'page'

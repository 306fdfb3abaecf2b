/** What a browser has of a page that it did not come to see. */
import type { BrowserView } from './page.ts'
import type { PageFault } from './page-faults.ts'

/** @param attempts those that were made all the same. */
export const unseenView = (
  finalUrl: string,
  fault: PageFault,
  attempts: BrowserView['attempts'] = [],
): BrowserView => ({
  attempts,
  fault,
  status: null,
  finalUrl,
  headers: {},
  redirects: [],
  html: null,
  screenshot: null,
  actions: [],
  warnings: [],
})

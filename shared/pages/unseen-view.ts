/** The browser view of a page that was never loaded. */
import type { BrowserView } from './page.ts'
import type { PageFault } from './page-faults.ts'

/** Returns a view without content. @param attempts attempts that were made nevertheless. */
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

/** The browser of this process for its own pages: each page takes a slot of the pool, as pages of calls do. */
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import { unwatched } from '@seine/shared/pages/load-watch.ts'
import type { ClimbPorts } from './climb.ts'
import { loadView } from './page-view.ts'
import type { BrowserPool } from './pool/contract.ts'

export interface PageBrowserPorts extends ClimbPorts {
  pool: BrowserPool
}

/** Creates the browser that slices use. The time a page waits for its slot does not count against the page. */
export function createPageBrowser(ports: PageBrowserPorts): PageBrowser {
  return {
    async view(url, page, want, deadlineMs, signal, session = null, watch = unwatched, onExchange = null) {
      const askedMs = performance.now()
      // A job waits for its slot without a limit of its own; the signal of the slice ends the wait.
      const release = await ports.pool.slots.take('job', Number.POSITIVE_INFINITY, signal)
      try {
        const queueMs = performance.now() - askedMs
        const call = { url, page, want, session, deadlineMs: deadlineMs + queueMs, queueMs, signal, watch, onExchange }
        const { view, closed } = await loadView(call, ports)
        await closed
        return view
      } finally {
        release()
      }
    },
  }
}

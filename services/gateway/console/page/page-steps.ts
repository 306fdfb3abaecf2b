/** Links to the pages before and after one, in the order in which they finished. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { revivals } from '../api/away.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { jobView } from '../jobs/job-names.ts'
import { pageListOf } from '../jobs/page-list.ts'

interface Neighbours {
  previous: number | null
  next: number | null
}

/** The links. @param tab chosen tab, kept in the links; null without one. */
export function PageSteps({ jobId, index, tab }: { jobId: string; index: number; tab: string | null }): VNode {
  const [{ previous, next }, setNeighbours] = useState<Neighbours>({ previous: null, next: null })
  const revival = revivals.value
  useEffect(() => {
    const leaving = new AbortController()
    const list = pageListOf(jobId)
    list
      .positionOf(index, leaving.signal)
      .then((at) => {
        const rows = list.rows.value
        const found =
          at < 0
            ? { previous: null, next: null }
            : { previous: rows[at - 1]?.index ?? null, next: rows[at + 1]?.index ?? null }
        if (!leaving.signal.aborted) setNeighbours(found)
      })
      // Links need the list; if it cannot be read, the page itself shows the problem.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [jobId, index, revival])
  const query = tab === null ? '' : `?tab=${encodeURIComponent(tab)}`
  const to = (neighbour: number): string => `${jobView(jobId)}/pages/${neighbour}${query}`
  return html`
    ${previous === null ? null : html`<${Link} to=${to(previous)} data-previous class="button">Previous page<//>`}
    ${next === null ? null : html`<${Link} to=${to(next)} data-next class="button">Next page<//>`}
  `
}

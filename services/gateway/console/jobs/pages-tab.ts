/** The finished pages of a job. */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { revivals } from '../api/away.ts'
import { useCountdown } from '../api/resource.ts'
import { ServiceAway, ServiceProblem, SignedOut } from '../api/service-problem.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Scraped } from '../components/scraped.ts'
import { Empty, Loading, ProblemNotice } from '../components/states.ts'
import { WindowTable, type WindowColumn } from '../components/window-table.ts'
import { agoText, dateText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'
import { jobView } from './job-names.ts'
import { pageListOf, type PageListRow } from './page-list.ts'

const columnsOf = (jobId: string): readonly WindowColumn<PageListRow>[] => [
  { name: '#', width: '56px', kind: 'number', cell: ({ index }) => index },
  {
    name: 'Title',
    width: 'minmax(0, 3fr)',
    cell: ({ index, title, url, success }) =>
      html`<${Link} to="${jobView(jobId)}/pages/${index}"
        ><${Scraped} text=${(title ?? '').trim() || (success ? url : 'No title')}
      /><//>`,
  },
  { name: 'URL', width: 'minmax(0, 4fr)', cell: ({ url }) => html`<${Scraped} text=${url} />` },
  {
    name: 'Status',
    width: 'minmax(72px, 1fr)',
    cell: ({ status, success, errorCode }) =>
      success
        ? (status ?? '')
        : html`<span class="bad">${[status, errorCode].filter((part) => part !== null).join(' ')}</span>`,
  },
  {
    name: 'Time',
    width: '112px',
    cell: ({ fetchedAt }) =>
      fetchedAt === null
        ? ''
        : html`<time datetime=${fetchedAt} title=${dateText(fetchedAt)}>${agoText(fetchedAt)}</time>`,
  },
]

/**
 * The table of pages.
 * @param finished number of pages that have finished: when it grows, the list is continued.
 * @param running whether more pages can finish.
 */
export function PagesTab({ jobId, finished, running }: { jobId: string; finished: number; running: boolean }): VNode {
  const list = pageListOf(jobId)
  const [columns] = useState(() => columnsOf(jobId))
  const [problem, setProblem] = useState<ServiceProblem | null>(null)
  const rows = list.rows.value
  const atEnd = list.atEnd.value
  const revival = revivals.value
  // Time of the last read, milliseconds: finishing pages must not postpone the next read.
  const asked = useRef(0)
  // Consecutive reads without new pages: the list can lag behind the events.
  const missed = useRef(0)
  const [turn, setTurn] = useState(0)
  const more = (): void => {
    asked.current = Date.now()
    const before = list.rows.value.length
    list
      .more()
      .then(() => {
        missed.current = list.rows.value.length > before ? 0 : Math.min(missed.current + 1, viewLimits.missedReadings)
        setProblem(null)
        setTurn((last) => last + 1)
      })
      .catch((error: unknown) => {
        if (error instanceof ServiceProblem) setProblem(error)
        else if (!(error instanceof ServiceAway || error instanceof SignedOut)) throw error
      })
  }
  const wanting = !list.complete && rows.length < Math.max(finished, 1) && (atEnd || rows.length < viewLimits.pagesPart)
  useEffect(() => {
    if (!wanting) return undefined
    const waitMs = asked.current + viewLimits.newPagesMs * (1 + missed.current) - Date.now()
    const timer = setTimeout(more, Math.max(0, waitMs))
    return () => clearTimeout(timer)
  }, [wanting, finished, rows.length, revival, turn])
  const retry = (): void => {
    setProblem(null)
    more()
  }
  const waitingSecs = useCountdown(problem, retry)
  const notice =
    problem === null ? null : html`<${ProblemNotice} problem=${problem} waitingSecs=${waitingSecs} reload=${retry} />`
  if (rows.length === 0) {
    if (notice !== null) return notice
    if (!atEnd) return html`<${Loading} />`
    return html`<${Empty}
      >${running ? 'No page has finished yet. Pages appear here as they do.' : 'No page has finished.'}<//
    >`
  }
  return html`${notice}<${WindowTable}
      label="Pages"
      columns=${columns}
      rows=${rows}
      rowKey=${({ index }: PageListRow) => index}
      rowCount=${Math.max(finished, rows.length)}
      onNearEnd=${atEnd || (wanting && running) ? undefined : more}
    />`
}

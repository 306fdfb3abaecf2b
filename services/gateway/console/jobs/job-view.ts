/** The view of a job: progress, failures and their reasons, results. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Scraped } from '../components/scraped.ts'
import { Loading, ProblemNotice } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Tabs } from '../components/tabs.ts'
import { useCountdown, useMoment } from '../api/resource.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { setQuery } from '../place/router.ts'
import { Deliveries } from './deliveries.ts'
import { DownloadsTab } from './downloads-tab.ts'
import { JobActions } from './job-actions.ts'
import { useJobFeed, type JobFeedState, type JobStatusBody } from './job-feed.ts'
import { isBatch, isRunning, jobTitle } from './job-names.ts'
import { JobProgress } from './job-progress.ts'
import { PagesTab } from './pages-tab.ts'
import { RequestTab } from './request-tab.ts'
import { UrlsTab } from './urls-tab.ts'
import { WebhooksTab } from './webhooks-tab.ts'

const tabs = [
  { id: 'pages', name: 'Pages' },
  { id: 'urls', name: 'URLs' },
  { id: 'webhooks', name: 'Webhooks' },
  { id: 'downloads', name: 'Downloads' },
  { id: 'request', name: 'Request' },
] as const

type TabId = (typeof tabs)[number]['id']

function Panel({
  tab,
  status,
  feed,
  state,
}: {
  tab: TabId
  status: JobStatusBody
  feed: JobFeedState
  state: string
}): VNode {
  const { id: jobId, completed, failed } = status
  const running = isRunning(status.status)
  const panels: Record<TabId, () => VNode> = {
    pages: () =>
      html`<${PagesTab} jobId=${jobId} finished=${Math.max(completed + failed, feed.pages)} running=${running} />`,
    urls: () => html`<${UrlsTab} jobId=${jobId} state=${state} running=${running} />`,
    webhooks: () => html`<${WebhooksTab} key=${jobId} jobId=${jobId} />`,
    downloads: () => html`<${DownloadsTab} status=${status} />`,
    request: () => html`<${RequestTab} status=${status} />`,
  }
  return panels[tab]()
}

const choose = (tab: string): void => setQuery({ tab: tab === 'pages' ? null : tab, state: null })

/** One job with its tabs. */
export function JobView({ place }: ConsoleViewProps): VNode {
  const id = place.segments[1] ?? ''
  const [turn, setTurn] = useState(0)
  const feed = useJobFeed(id, turn)
  const again = (): void => setTurn((before) => before + 1)
  const { status, problem } = feed
  const waiting = useMoment(status === null && problem === null)
  const waitingSecs = useCountdown(problem, again)
  const notice =
    problem === null ? null : html`<${ProblemNotice} problem=${problem} waitingSecs=${waitingSecs} reload=${again} />`
  const all = html`<p class="crumbs"><${Link} to="jobs">All jobs<//></p>`
  if (status === null) {
    // The notice for 404 has its own link back.
    return html`${problem?.status === 404 ? null : all}<${Heading}
        title=${problem === null ? 'Job' : 'Job not shown'}
      />${notice ?? (waiting ? html`<${Loading} />` : null)}`
  }
  const chosen = tabs.find((tab) => tab.id === place.query.get('tab'))?.id ?? 'pages'
  return html`
    ${all}
    <div class="view-head">
      <${Heading} title=${jobTitle(status)} />
      <p class="quiet">
        <${StatusWord} status=${status.status} paused=${status.paused} /> ·
        ${isBatch(id) ? 'batch' : 'crawl'}${(status.tag ?? []).map((tag) => html` · <${Scraped} text=${tag} />`)}
      </p>
      <${JobActions} status=${status} onChange=${again} />
    </div>
    ${notice}
    ${
      (status.error ?? null) === null
        ? null
        : html`<div class="notice bad">
            <p><${Scraped} text=${status.error ?? ''} /></p>
          </div>`
    }
    <${JobProgress} status=${status} feed=${feed} />
    <${Deliveries} status=${status} />
    <${Tabs} label="Job" tabs=${tabs} chosen=${chosen} onChoose=${choose}>
      <${Panel} key=${chosen} tab=${chosen} status=${status} feed=${feed} state=${place.query.get('state') ?? ''} />
    <//>
  `
}

/** One call of a capture, in tabs. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { CopyButton } from '../components/copy-button.ts'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'
import { Tabs } from '../components/tabs.ts'
import { callName } from '../calls/call-name.ts'
import { statusText } from '../calls/call-status.ts'
import type { CapturedCall } from '../calls/captured-call.ts'
import { curlCommand } from '../calls/copy-as-curl.ts'
import { BodyView } from './body-view.ts'
import { FramesTable } from './frames-table.ts'
import { HeaderList } from './header-list.ts'
import { HeadersTab } from './headers-tab.ts'
import { TimingTable } from './timing-table.ts'

const tabs = [
  { id: 'headers', name: 'Headers' },
  { id: 'request', name: 'Request' },
  { id: 'response', name: 'Response' },
  { id: 'timing', name: 'Timing' },
  { id: 'frames', name: 'Frames' },
] as const

type TabId = (typeof tabs)[number]['id']

/** The tab stays when another call is chosen. */
const chosenTab = signal<TabId>('headers')

const queryOf = (url: string) =>
  [...new URLSearchParams(URL.parse(url)?.search ?? '')].map(([name, value]) => ({ name, value }))

type PanelProps = { call: CapturedCall; choose: (id: string) => void }

const panels: Record<TabId, (props: PanelProps) => VNode> = {
  headers: ({ call, choose }) => html`<${HeadersTab} call=${call} choose=${choose} />`,
  request: ({ call }) =>
    html`<${HeaderList} label="Query" headers=${queryOf(call.url)} />
      <h3>Body</h3>
      <${BodyView} key="request" body=${call.requestBody} />`,
  response: ({ call }) => html`<${BodyView} key="response" body=${call.responseBody} />`,
  timing: ({ call }) => html`<${TimingTable} call=${call} />`,
  frames: ({ call }) => html`<${FramesTable} call=${call} />`,
}

/** @param choose shows another call; null closes this one. */
export function CallView({ call, choose }: { call: CapturedCall; choose: (id: string | null) => void }): VNode {
  const curl = useMemo(() => curlCommand(call), [call])
  const { path } = callName(call.url)
  return html`<section class="call" aria-label="Call">
    <div class="call-head">
      <h2><${Scraped} text="${call.method} ${path}" /> <span class="quiet">${statusText(call)}</span></h2>
      ${curl === null ? null : html`<${CopyButton} key=${call.id} text=${curl} label="Copy as curl" />`}
      <button type="button" class="small" onClick=${() => choose(null)}>Close</button>
    </div>
    <${Tabs}
      label="Call"
      tabs=${tabs}
      chosen=${chosenTab.value}
      onChoose=${(id: string) => (chosenTab.value = id as TabId)}
    >
      <${panels[chosenTab.value]} key=${call.id} call=${call} choose=${choose} />
    <//>
  </section>`
}

/** The ledger of a job: every URL with its state and reason. */
import { ledgerStateNames, useLedger, type LedgerRow } from './ledger.ts'
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { FilterField, SelectField } from '../components/fields.ts'
import { html } from '../components/html.ts'
import { withCodes } from '../components/plain-text.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { Empty, Loading, ProblemNotice } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { WindowTable, type WindowColumn } from '../components/window-table.ts'
import { numberText } from '../components/words.ts'
import { setQuery } from '../place/router.ts'

const columns: readonly WindowColumn<LedgerRow>[] = [
  { name: 'State', width: 'minmax(96px, 1fr)', cell: ({ state }) => html`<${StatusWord} status=${state} />` },
  { name: 'URL', width: 'minmax(0, 6fr)', cell: ({ url }) => html`<${OutwardLink} href=${url} />` },
  { name: 'Depth', width: '56px', kind: 'number', cell: ({ depth }) => depth },
  {
    name: 'Reason',
    width: 'minmax(0, 3fr)',
    cell: ({ reason, message, duplicateOf }) =>
      html`<span title=${message === undefined ? undefined : withCodes(message)}
        ><${Scraped} text=${[reason, duplicateOf].filter((part) => part !== undefined).join(' ')}
      /></span>`,
  },
]

const states = [['', 'all'] as const, ...ledgerStateNames.map((name) => [name, name.replaceAll('_', ' ')] as const)]

/**
 * The table of URLs.
 * @param state chosen state; empty: all.
 * @param running whether the job runs.
 */
export function UrlsTab({ jobId, state, running }: { jobId: string; state: string; running: boolean }): VNode {
  const [find, setFind] = useState('')
  const { rows, stale, reading, problem, reload } = useLedger(jobId, state, running)
  const wanted = find.trim().toLowerCase()
  const found = useMemo(
    () => (wanted === '' ? rows : rows.filter(({ url }) => url.toLowerCase().includes(wanted))),
    [rows, wanted],
  )
  const words =
    wanted === '' ? `${numberText(rows.length)} URLs` : `${numberText(found.length)} of ${numberText(rows.length)} URLs`
  const table =
    found.length === 0 && !reading
      ? html`<${Empty}>${rows.length === 0 && state === '' ? 'No URL is known yet.' : 'No URL matches.'}<//>`
      : html`<${WindowTable} label="URLs" columns=${columns} rows=${found} rowKey=${(row: LedgerRow) => row.place} />`
  return html`
    <div class="filters">
      <${SelectField}
        label="State"
        value=${state}
        options=${states}
        onChange=${(value: string) => setQuery({ state: value })}
      />
      <${FilterField} label="Find in URLs" value=${find} onInput=${setFind} />
      <span class="quiet" role="status">${words}${reading && rows.length > 0 ? ', reading more…' : ''}</span>
      <button type="button" onClick=${reload}>Read again</button>
    </div>
    ${problem === null ? null : html`<${ProblemNotice} problem=${problem} reload=${reload} />`}
    <div class=${stale ? 'stale' : ''} aria-busy=${stale ? 'true' : 'false'}>
      ${rows.length > 0 || (!reading && problem === null) ? table : null}
      ${rows.length === 0 && reading ? html`<${Loading} />` : null}
    </div>
  `
}

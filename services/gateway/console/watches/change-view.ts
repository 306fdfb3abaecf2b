/** The changes of one page in a run. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { StatusWord } from '../components/status-word.ts'
import { countText, dateText } from '../components/words.ts'
import { ComparedText } from './compared-text.ts'
import { DifferenceText } from '../diff/difference.ts'
import type { PageVerdict } from '@seine/shared/watches/runs.ts'
import { runView } from './watch-paths.ts'
import { watchViewLimits } from './watch-view-limits.ts'

/** Whether differences are shown in two columns: kept while the tab is open. */
const sideBySide = signal(false)

const reasons: Record<string, string> = {
  not_found: 'The site answered 404.',
  gone: 'The site answered 410.',
  unlinked: 'No page leads to it any more.',
}

function Verdict({ change }: { change: PageVerdict }): VNode | null {
  const { state, reason, flapping } = change
  const words = [
    state === 'new' ? 'The last good state did not have this page.' : '',
    state === 'removed' || state === 'failed' ? (reasons[reason ?? ''] ?? '') : '',
    state === 'failed' ? 'There is no verdict: the last good text stays the one compared with.' : '',
    flapping ? 'It had this text before.' : '',
  ].filter((sentence) => sentence !== '')
  const code = reason !== null && reasons[reason] === undefined ? html` <code>${reason}</code>` : null
  return words.length === 0 && code === null ? null : html`<p class="quiet">${words.join(' ')}${code}</p>`
}

/** A text as it is, any other value as JSON. */
const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The change of a structured result as operations (RFC 6902). */
function PatchTable({ patch }: { patch: readonly unknown[] }): VNode {
  const rows = patch.slice(0, watchViewLimits.patchRowsMax).map((item) => (item ?? {}) as Record<string, unknown>)
  return html`<table class="cards" aria-label="JSON patch">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Path</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ op, path, value, from }, at) =>
            html`<tr key=${at}>
              <td>${valueText(op)}</td>
              <td class="long"><${Scraped} text=${valueText(path)} /></td>
              <td class="wide"><${Scraped} text=${value === undefined ? valueText(from) : JSON.stringify(value)} /></td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${patch.length > rows.length ? html`<p class="quiet">${countText(patch.length - rows.length, 'operation')} more are in the API’s answer.</p>` : null}`
}

function Content({ change, watchId, runId }: { change: PageVerdict; watchId: string; runId: string }): VNode | null {
  const { diff, diff_truncated: isTruncated, json_patch: patch, state, url } = change
  if (diff !== null && diff !== '') {
    return html`<${DifferenceText} key=${url} diff=${diff} isSideBySide=${sideBySide.value} />
      ${isTruncated ? html`<p class="quiet">The difference is longer than what is kept of it.</p>` : null}
      ${
        patch === null
          ? null
          : html`<h3>JSON patch</h3>
              <${PatchTable} patch=${patch} />`
      }`
  }
  if (state === 'failed' || state === 'removed') return null
  return html`<${ComparedText} key=${url} watchId=${watchId} runId=${runId} url=${url} isNew=${state === 'new'} />`
}

/** The difference of a page, with what is known about it. */
export function ChangeView({ change, watchId, runId }: { change: PageVerdict; watchId: string; runId: string }): VNode {
  const { title, url, final_url: finalUrl, state, previous_at: at, previous_run_id: before } = change
  const hasDiff = change.diff !== null && change.diff !== ''
  const isSide = sideBySide.value
  return html`<section class="difference" aria-label="Difference">
    <div class="difference-head">
      <h2><${Scraped} text=${title === null || title === '' ? url : title} /></h2>
      ${hasDiff ? html`<button type="button" aria-pressed=${String(isSide)} onClick=${() => (sideBySide.value = !isSide)}>Side by side</button>` : null}
    </div>
    <p class="fact-line">
      <${StatusWord} status=${state} />
      <${OutwardLink} href=${url} />
      ${finalUrl === null || finalUrl === url ? null : html`<span>led to <${OutwardLink} href=${finalUrl} /></span>`}
      ${hasDiff ? html`<span>${countText(change.words_added, 'word')} added, ${change.words_removed} removed</span>` : null}
      ${
        at === null || before === null
          ? null
          : html`<span class="quiet"
              >since <${Link} to=${runView(watchId, before)}><time datetime=${at}>${dateText(at)}</time><//></span
            >`
      }
    </p>
    <${Verdict} change=${change} />
    <${Content} change=${change} watchId=${watchId} runId=${runId} />
  </section>`
}

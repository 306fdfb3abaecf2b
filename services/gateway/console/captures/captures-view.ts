/** The view of network captures: run here, or read from a HAR file. */
import type { VNode } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { FilterField } from '../components/fields.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { Empty } from '../components/states.ts'
import { countText, dateText, millisText, numberText, sizeText } from '../components/words.ts'
import { setQuery } from '../place/router.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { CallView } from '../call/call-view.ts'
import { callFilterTypes, filteredCalls, type CallFilterType } from '../calls/call-filter.ts'
import { callTotals } from '../calls/call-totals.ts'
import { CallsTable } from './calls-table.ts'
import { CaptureForm } from './capture-form.ts'
import { heldCapture, type HeldCapture } from './held-capture.ts'
import { OverviewStrip } from '../waterfall/overview-strip.ts'
import { wholeWindow } from '../waterfall/time-window.ts'

function CaptureFacts({ held }: { held: HeldCapture }): VNode {
  const { record, fileName } = held
  const unlisted = record.requestsTotal - record.calls.length
  return html`<p class="fact-line">
      ${fileName === null ? null : html`<span>file <${Scraped} text=${fileName} /></span>`}
      ${record.url === null ? null : html`<${OutwardLink} href=${record.url} />`}
      ${record.startedAt === null ? null : html`<time datetime=${record.startedAt.toISOString()}>${dateText(record.startedAt.toISOString())}</time>`}
      ${unlisted > 0 ? html`<span class="quiet">${countText(record.requestsTotal, 'request')}, ${numberText(unlisted)} of them not listed</span>` : null}
    </p>
    ${record.warnings.map((warning, at) => html`<p key=${at} class="warning"><${Scraped} text=${warning} /></p>`)}`
}

function Filters({ type, text, held }: { type: CallFilterType; text: string; held: HeldCapture }): VNode {
  const { calls } = held.record
  const totals = useMemo(() => callTotals(filteredCalls(calls, type, text)), [calls, type, text])
  const sums = [
    `${numberText(totals.calls)} of ${numberText(calls.length)}`,
    millisText(totals.durationMs),
    sizeText(totals.transferBytes),
  ]
  const button = (name: CallFilterType): VNode =>
    html`<button
      key=${name}
      type="button"
      class="small"
      aria-pressed=${String(name === type)}
      onClick=${() => setQuery({ type: name === 'All' ? null : name })}
    >
      ${name}
    </button>`
  return html`<div class="call-filters">
    <${FilterField} label="Filter calls" value=${text} onInput=${(value: string) => setQuery({ filter: value })} />
    <div class="filters types" role="group" aria-label="Type">${callFilterTypes.map(button)}</div>
    <span class="totals" role="status">${sums.join(' · ')}</span>
  </div>`
}

/** Scrolls an opened call into view, and restores the focus when it is closed. */
function useCallInSight(chosen: string | null) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (chosen !== null && before.current === null)
      ref.current?.querySelector('.call')?.scrollIntoView({ block: 'nearest' })
    if (chosen === null && before.current !== null) {
      const row = ref.current?.querySelector<HTMLElement>('[data-row].marked button, .window-rows')
      row?.focus()
    }
    before.current = chosen
  }, [chosen])
  return ref
}

function Calls({ held, type, text }: { held: HeldCapture; type: CallFilterType; text: string }): VNode {
  const { calls, durationMs } = held.record
  const [window, setWindow] = useState(() => wholeWindow(durationMs))
  const [chosen, setChosen] = useState<string | null>(null)
  const listed = useMemo(() => filteredCalls(calls, type, text), [calls, type, text])
  // A new filter starts at the top of the table: the filter is its key, so the table is created anew.
  const choose = useCallback((id: string | null): void => setChosen(id), [])
  const call = calls.find(({ id }) => id === chosen) ?? null
  const ref = useCallInSight(chosen)
  // Escape closes the call, from within it and from its row; in the filter it clears the field.
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || call === null) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    choose(null)
  }
  return html`<div ref=${ref} class=${call === null ? 'capture' : 'capture has-call'} onKeyDown=${keyDown}>
    <${OverviewStrip} calls=${calls} durationMs=${durationMs} window=${window} onChange=${setWindow} />
    <${Filters} type=${type} text=${text} held=${held} />
    ${
      listed.length === 0
        ? html`<${Empty}
            >${calls.length === 0 ? 'The page made no calls.' : html`No call matches. <button type="button" onClick=${() => setQuery({ type: null, filter: null })}>Show all calls</button>`}<//
          >`
        : html`<${CallsTable}
            key=${`${type} ${text}`}
            calls=${listed}
            window=${window}
            endMs=${durationMs}
            chosen=${chosen}
            onChoose=${choose}
          />`
    }
    ${call === null ? null : html`<${CallView} call=${call} choose=${choose} />`}
  </div>`
}

/** Grows with each capture: as the key of the view it resets the selection. */
const identities = new WeakMap<HeldCapture, number>()
let captureCount = 0
function identityOf(held: HeldCapture): number {
  const known = identities.get(held)
  if (known !== undefined) return known
  captureCount += 1
  identities.set(held, captureCount)
  return captureCount
}

/** The view of captures. */
export function CapturesView({ place }: ConsoleViewProps): VNode {
  const held = heldCapture.value
  const asked = place.query.get('type')
  const type = callFilterTypes.find((name) => name === asked) ?? 'All'
  const text = place.query.get('filter') ?? ''
  return html`
    <div class="view-head"><${Heading} title="Captures" /></div>
    <${CaptureForm} />
    ${
      held === null
        ? html`<${Empty}>No capture yet. Run one with the address of a page, or open a HAR file.<//>`
        : html`<${CaptureFacts} held=${held} /><${Calls}
              key=${identityOf(held)}
              held=${held}
              type=${type}
              text=${text}
            />`
    }
  `
}

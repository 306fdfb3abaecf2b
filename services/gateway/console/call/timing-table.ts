/** The parts of the time of a call, as a table. */
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { millisText } from '../components/words.ts'
import type { CallPhases, CapturedCall } from '../calls/captured-call.ts'

const names: readonly [phase: keyof CallPhases, name: string][] = [
  ['blocked', 'Blocked'],
  ['dns', 'DNS'],
  ['connect', 'Connect'],
  ['tls', 'TLS'],
  ['send', 'Send'],
  ['wait', 'Wait'],
  ['receive', 'Receive'],
]

/** The table of the phases of a call, with bars on a common scale. */
export function TimingTable({ call }: { call: CapturedCall }): VNode {
  const { phases, startMs, timeMs, redirectMs } = call
  const longest = Math.max(1, redirectMs, ...Object.values(phases))
  const row = (key: string, name: string, ms: number): VNode =>
    html`<tr key=${key}>
      <th scope="row">${name}</th>
      <td class="number">${ms === 0 ? '–' : millisText(ms)}</td>
      <td class="wide" aria-hidden="true">
        <span class="part ${key}" style=${{ width: `${(ms / longest) * 100}%` }}></span>
      </td>
    </tr>`
  return html`<table class="timing" aria-label="Timing">
    <thead>
      <tr>
        <th scope="col">Part</th>
        <th scope="col" class="number">Time</th>
        <td></td>
      </tr>
    </thead>
    <tbody>
      ${redirectMs === 0 ? null : row('redirect', 'Redirects', redirectMs)}
      ${names.map(([phase, name]) => row(phase, name, phases[phase]))}
      <tr>
        <th scope="row">Total</th>
        <td class="number">${timeMs === null ? 'open' : millisText(timeMs)}</td>
        <td class="wide quiet">from ${millisText(startMs)}</td>
      </tr>
    </tbody>
  </table>`
}

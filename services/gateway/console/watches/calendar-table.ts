/** The runs of five weeks as a table: a row a week, a cell a day, darker with more changes. */
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { countText } from '../components/words.ts'
import type { RunView } from '@seine/shared/watches/runs.ts'
import { runView } from './watch-paths.ts'
import { runCalendar, type CalendarDay } from './run-calendar.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = new Intl.DateTimeFormat('en', { month: 'long' })
const weeks = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

const cellClass = ({ level, isToday, hasFailure, runs }: CalendarDay): string =>
  ['day', runs.length === 0 ? 'none' : `level-${level}`, isToday ? 'today' : '', hasFailure ? 'failure' : '']
    .filter((word) => word !== '')
    .join(' ')

function cellOf(watchId: string, day: CalendarDay): VNode {
  const [newest] = day.runs
  const number = day.date.getDate()
  if (newest === undefined) {
    return html`<td key=${day.date.getTime()} class=${cellClass(day)}>
      <span class="date">${day.isFuture ? '' : number}</span>
    </td>`
  }
  const runsText = ` ${months.format(day.date)}: ${countText(day.runs.length, 'run')}, `
  const changesText = day.changed === 1 ? ' change' : ' changes'
  return html`<td key=${day.date.getTime()} class=${cellClass(day)}>
    <${Link} to=${runView(watchId, newest.run_id)}
      ><span class="date">${number}</span><span class="unseen">${runsText}</span
      ><span class="changes">${day.changed}</span
      ><span class="unseen">${changesText}</span
      >${day.hasFailure ? html`<span class="fault"><span aria-hidden="true">✕</span><span class="unseen">, a run failed</span></span>` : null}<//
    >
  </td>`
}

/** @param now a time of the last day of the calendar. */
export function CalendarTable({ watchId, runs, now }: { watchId: string; runs: readonly RunView[]; now: Date }): VNode {
  const rows = runCalendar(runs, now)
  return html`<table class="calendar" aria-label="Calendar">
    <thead>
      <tr>
        <th scope="col">Week</th>
        ${dayNames.map((name) => html`<th key=${name} scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (days) =>
          html`<tr key=${days[0]!.date.getTime()}>
            <th scope="row">${weeks.format(days[0]!.date)}</th>
            ${days.map((day) => cellOf(watchId, day))}
          </tr>`,
      )}
    </tbody>
  </table>`
}

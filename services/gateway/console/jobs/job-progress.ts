/** Progress of a job: counters, a bar, and a chart over time. */
import type { VNode } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { BarChart, type ChartPoint } from '../components/bar-chart.ts'
import { html } from '../components/html.ts'
import { countText, durationText, numberText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'
import type { JobFeedState, JobStatusBody } from './job-feed.ts'
import { isRunning } from './job-names.ts'
import { recentRate, recentReadings, type CountReading } from './page-rate.ts'
import { pageSeries } from './page-series.ts'

/** Announces a sentence to screen readers, at a limited rate. */
function Spoken({ sentence }: { sentence: string }): VNode {
  const [said, setSaid] = useState('')
  const newest = useRef(sentence)
  newest.current = sentence
  useEffect(() => {
    const timer = setInterval(() => setSaid(newest.current), viewLimits.spokenMs)
    return () => clearInterval(timer)
  }, [])
  return html`<p role="status" class="unseen">${said}</p>`
}

function NumbersTable({ points }: { points: readonly ChartPoint[] }): VNode {
  const [open, setOpen] = useState(false)
  const filled = open ? points.filter(({ done, failed }) => done + failed > 0) : []
  return html`<details onToggle=${(event: Event) => setOpen((event.target as HTMLDetailsElement).open)}>
    <summary>Numbers</summary>
    <table aria-label="Pages over time">
      <thead>
        <tr>
          <th scope="col" class="number">Until</th>
          <th scope="col" class="number">Done</th>
          <th scope="col" class="number">Failed</th>
        </tr>
      </thead>
      <tbody>
        ${filled.map(
          ({ atSecs, done, failed }) =>
            html`<tr key=${atSecs}>
              <td class="number">${durationText(atSecs)}</td>
              <td class="number">${done}</td>
              <td class="number">${failed}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

const endOf = ({ completedAt, status }: JobStatusBody): number =>
  isRunning(status) ? Date.now() : Date.parse(completedAt ?? '') || Date.now()

const number = (name: string, value: string, kind = ''): VNode =>
  html`<div>
    <dt>${name}</dt>
    <dd class=${kind}>${value}</dd>
  </div>`

/** Pages a second. It goes on to be computed while no status arrives, as when a site no longer answers. */
function Rate({ status }: { status: JobStatusBody }): VNode {
  const readings = useRef<CountReading[]>([])
  const [nowMs, setNowMs] = useState(performance.now())
  useEffect(() => {
    const atMs = performance.now()
    const reading = { atMs, finished: status.completed + status.failed }
    readings.current = recentReadings([...readings.current, reading], atMs, viewLimits.rateSecs)
  }, [status])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNowMs(performance.now())
    }, viewLimits.rateMs)
    return () => clearInterval(timer)
  }, [])
  return number('Pages/s', recentRate(readings.current, nowMs, viewLimits.rateSecs).toFixed(1))
}

/** The progress of a job. */
export function JobProgress({ status, feed }: { status: JobStatusBody; feed: JobFeedState }): VNode {
  const sentenceId = useId()
  const { completed, failed, pending, inFlight, total, limit, createdAt, duration } = status
  const running = isRunning(status.status)
  const all = Math.max(1, Math.min(limit, total + pending))
  const { points, spanSecs } = pageSeries(
    feed.moments,
    Date.parse(createdAt),
    endOf(status),
    viewLimits.chartPointsMax / 5,
  )
  const sentence = `${numberText(completed)} done and ${numberText(failed)} failed in ${durationText(duration)}`
  return html`<section role="region" aria-label="Progress" class="progress">
    <dl class="progress-numbers">
      ${number('Completed', numberText(completed))} ${number('Failed', numberText(failed), failed > 0 ? 'bad' : '')}
      ${number('Pending', numberText(pending))} ${number('In flight', numberText(inFlight))}
      ${running ? html`<${Rate} key=${status.id} status=${status} />` : number('Duration', durationText(duration))}
    </dl>
    <progress aria-label="Pages" max=${all} value=${Math.min(all, completed + failed)}></progress>
    <${BarChart} label="Pages over time" describedBy=${sentenceId} points=${points} />
    <p id=${sentenceId} class="quiet">
      ${sentence}; ${spanSecs === 1 ? 'a bar a second' : `a bar for ${durationText(spanSecs)}`},
      ${countText(points.length, 'bar')}.
    </p>
    <${NumbersTable} points=${points} />
    ${running ? html`<${Spoken} sentence=${sentence} />` : null}
  </section>`
}

/** The figures of the objectives are the same in the code, the alerts, the dashboard, the guide and the console. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serviceLevelNames, type ServiceLevelName } from '@seine/shared/api/schemas/service-schema.ts'
import { serviceLevelLimits } from '@seine/shared/config/service-level-limits.ts'
import { durationBuckets } from '@seine/shared/observability/metric-buckets.ts'
import { levelWords } from '../console/service/service-levels-panel.ts'
import { jobRoutes, startRoutes } from './service-levels.ts'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Objective {
  alert: string
  /** Seconds after which an event is bad. */
  slowSecs?: number
  /** Routes whose requests count. */
  routes?: ReadonlySet<string>
}

const { slowStartSecs, slowRequestSecs, lateFirstPageSecs, allowedBad } = serviceLevelLimits
const objectives: Record<ServiceLevelName, Objective> = {
  api_availability: { alert: 'SeineApiBudgetBurns' },
  job_start: { alert: 'SeineJobStartsBurn', slowSecs: slowStartSecs, routes: startRoutes },
  api_latency: { alert: 'SeineApiLatencyBurns', slowSecs: slowRequestSecs, routes: jobRoutes },
  first_page: { alert: 'SeineFirstPageBurns', slowSecs: lateFirstPageSecs },
  job_completion: { alert: 'SeineJobsBurn' },
  capture_success: { alert: 'SeineCapturesBurn' },
}

/** Texts of the alerts by name. */
const alerts = new Map(
  read('docker/prometheus/alerts.yml')
    .split('- alert: ')
    .slice(1)
    .map((text): [string, string] => [text.slice(0, text.indexOf('\n')), text]),
)

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, value]) => value!)),
]

/** Checks the threshold and the routes that an expression names. */
function checkExpression(expression: string, { slowSecs, routes }: Objective): void {
  // Prometheus 3 writes the bounds of buckets with a decimal point.
  const bounds = found(expression, /le=~"(\d+)\(\[\.\]0\)\?"/g).map(Number)
  assert.deepEqual(bounds, slowSecs === undefined ? [] : [slowSecs], expression)
  assert.deepEqual(
    found(expression, /route=~"(.+?)"/g),
    routes === undefined ? [] : [[...routes].join('|')],
    expression,
  )
}

const percentOf = (name: ServiceLevelName): string => `${Number((allowedBad[name] * 100).toPrecision(3))} %`

test('each objective has an alert that burns its budget, with its threshold and routes', () => {
  assert.deepEqual(
    [...alerts.keys()].filter((name) => /Burns?$/.test(name)).toSorted(),
    Object.values(objectives)
      .map(({ alert }) => alert)
      .toSorted(),
  )
  for (const name of serviceLevelNames) {
    const text = alerts.get(objectives[name].alert) ?? ''
    const rates = [...text.matchAll(/> (14\.4|6) \* ([\d.]+)/g)].map(([, rate, budget]) => [rate, Number(budget)])
    const budget = allowedBad[name]
    assert.deepEqual(
      rates,
      ['14.4', '14.4', '6', '6'].map((rate) => [rate, budget]),
      name,
    )
    checkExpression(text, objectives[name])
    assert.match(/description: (.*)/.exec(text)?.[1] ?? '', new RegExp(` ${percentOf(name)}[ ,]`), name)
  }
})

test('a threshold is a bucket of the histogram', () => {
  const bounds: readonly number[] = durationBuckets.long
  for (const { slowSecs } of Object.values(objectives))
    assert.ok(slowSecs === undefined || bounds.includes(slowSecs), String(slowSecs))
})

test('the dashboard computes what is left of each budget', () => {
  const { panels } = JSON.parse(read('docker/grafana/dashboards/seine.json')) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
  }
  const targets = panels.find(({ title }) => title === 'Error budget of 30 days left')?.targets ?? []
  assert.deepEqual(
    targets.map(({ legendFormat }) => legendFormat),
    serviceLevelNames,
  )
  for (const [at, name] of serviceLevelNames.entries()) {
    const { expr } = targets[at]!
    assert.equal(Number(expr.split(' / ').at(-1)), allowedBad[name], expr)
    checkExpression(expr, objectives[name])
  }
})

test('the guide and the console have the same thresholds and budgets', () => {
  const guide = read('docs/observability.md')
  const rows = [...guide.matchAll(/^\| ([^|]+?) +\| ([\d.]+ %) +\| `(\w+)` +\| `(\w+)` +\|$/gm)]
  const secondsIn = (text: string): number[] => found(text, /within ([\d.]+) s\b/g).map(Number)
  assert.deepEqual(
    rows.map(([, objective, budget, name, alert]) => [name, budget, alert, secondsIn(objective!)]),
    serviceLevelNames.map((name) => {
      const { alert, slowSecs } = objectives[name]
      return [name, percentOf(name), alert, slowSecs === undefined ? [] : [slowSecs]]
    }),
  )
  for (const name of serviceLevelNames) {
    const { slowSecs } = objectives[name]
    assert.deepEqual(secondsIn(levelWords[name]), slowSecs === undefined ? [] : [slowSecs], name)
  }
})

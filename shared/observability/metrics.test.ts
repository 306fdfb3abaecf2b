import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { observeFirstPage, recentFirstPages, showFirstPages } from './first-pages.ts'
import { metrics, readGauges, showSlots } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'

interface Described {
  name: string
  help: string
  labelNames: string[]
}

const described = Object.values(metrics) as unknown as Described[]

test('metrics are named as Prometheus wants them: a prefix, a base unit, `total` for what only grows', () => {
  for (const [key, metric] of Object.entries(metrics)) {
    const { name } = metric as unknown as Described
    assert.match(name, /^seine_[a-z_]+$/, key)
    const kind = metric.constructor.name
    if (kind === 'Counter') assert.match(name, /_total$/)
    else assert.doesNotMatch(name, /_total$/)
    if (kind === 'Histogram') assert.match(name, /_seconds$/)
  }
})

test('the guide lists every metric with its labels and its meaning, and no other', () => {
  const guide = readFileSync(new URL('../../docs/observability.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `(seine_\w+)` +\| (\w+) +\| ([^|]*?) +\| (.*?) +\|$/gm)]
  assert.deepEqual(
    rows.map(([, name]) => name),
    described.map(({ name }) => name),
  )
  for (const [at, [, , , labels, help]] of rows.entries()) {
    const metric = described[at]!
    assert.deepEqual(
      [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label),
      metric.labelNames,
      metric.name,
    )
    assert.equal(help, metric.help)
  }
})

test('slots are read when the page is', async () => {
  let running = 1
  showSlots('map', () => ({ capacity: 4, running, queued: 2, refused: 0 }))
  readGauges()
  assert.match(await metricsPage(), /^seine_slots\{kind="map",state="running"\} 1$/m)
  running = 3
  assert.match(await metricsPage(), /^seine_slots\{kind="map",state="running"\} 3$/m)
})

test('a worker shows the first pages of the last hour that were late', async () => {
  showFirstPages()
  assert.match(await metricsPage(), /^seine_service_level_bad_ratio\{level="first_page"\} 0$/m)
  observeFirstPage('crawl', 30)
  observeFirstPage('batch', 30.5)
  observeFirstPage('crawl', 99, Date.now() - 3_660_000)
  const page = await metricsPage()
  assert.match(page, /^seine_service_level_bad_ratio\{level="first_page"\} 0\.5$/m)
  assert.match(page, /^seine_service_level_allowed_ratio\{level="first_page"\} 0\.05$/m)
  assert.match(page, /^seine_job_first_page_seconds_count\{kind="crawl"\} 2$/m)
  assert.deepEqual(recentFirstPages(), { total: 2, bad: 1 })
  assert.deepEqual(recentFirstPages(Date.now() + 3_660_000), { total: 0, bad: 0 })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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

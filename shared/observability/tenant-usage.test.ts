import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics } from './metrics.ts'
import { countUsage, tenantSeriesMax } from './tenant-usage.ts'

const valueOf = async (metric: (typeof metrics)['usagePages'], tenant: string): Promise<number | undefined> =>
  (await metric.get()).values.find(({ labels }) => labels.tenant === tenant)?.value

test('pages, bytes and time of browsers are counted by tenant', async () => {
  countUsage('acme', [
    { strategy: 'http_basic', elapsed_ms: 300, bytes_received: 1_000 },
    { strategy: 'browser_basic', elapsed_ms: 2_500, bytes_received: 4_000 },
  ])
  countUsage('acme', [])
  assert.equal(await valueOf(metrics.usagePages, 'acme'), 2)
  assert.equal(await valueOf(metrics.usageBytes, 'acme'), 5_000)
  assert.equal(await valueOf(metrics.usageBrowserSeconds, 'acme'), 2.5)
})

test('so many tenants have series of their own, the others share one', async () => {
  for (let at = 0; at < tenantSeriesMax + 50; at += 1) countUsage(`tenant-${at}`, [])
  const { values } = await metrics.usagePages.get()
  assert.equal(values.length, tenantSeriesMax + 1)
  assert.ok(((await valueOf(metrics.usagePages, 'other')) ?? 0) >= 50)
  countUsage('acme', [])
  assert.equal(await valueOf(metrics.usagePages, 'acme'), 3)
})

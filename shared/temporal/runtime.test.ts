import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { exposeSdkMetrics, metricsPage } from '../observability/metrics-page.ts'
import { installTemporalRuntime } from './runtime.ts'

test("metrics of Temporal's SDK are on the page while they can be had, and its native log goes through ours", async (t) => {
  assert.doesNotMatch(await metricsPage(), /^seine_sdk_metrics_up/m, 'nothing is missing where there is no SDK')
  await installTemporalRuntime(pino({ level: 'silent' }))
  t.after(async () => await Runtime.instance().shutdown())
  assert.match(await metricsPage(), /^seine_sdk_metrics_up 1$/m)
  assert.equal(Runtime.instance().options.runtimeOptions.logExporter.type, 'forward')
  exposeSdkMetrics('http://127.0.0.1:1/metrics')
  const page = await metricsPage()
  assert.match(page, /^seine_sdk_metrics_up 0$/m)
  assert.match(page, /^# TYPE seine_pages_total counter$/m)
})

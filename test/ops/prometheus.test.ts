/** Metrics, dashboard and alerts against a real Prometheus that scrapes a working stack. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { prometheusPrograms } from '@seine/tools/setup/debian-programs.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { alertCases } from './alert-cases.ts'
import { PrometheusLab } from './prometheus-lab.ts'
import { requirePrograms } from '../tools/required-programs.ts'

const run = promisify(execFile)
const docker = fileURLToPath(new URL('../../docker/', import.meta.url))
const { programs, skip } = requirePrograms(prometheusPrograms)

interface Rule {
  alert: string
  expr: string
  annotations: Record<string, string>
}
interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  fieldConfig?: { defaults: { unit: string } }
  targets?: { refId: string; expr: string }[]
}

const readText = async (path: string): Promise<string> => await readFile(join(docker, path), 'utf8')
const readRules = async (): Promise<Rule[]> =>
  (parse(await readText('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  )
const readPanels = async (): Promise<Panel[]> =>
  (JSON.parse(await readText('grafana/dashboards/seine.json')) as { panels: Panel[] }).panels
/** The queries by which the Kubernetes manifests scale workers. */
const readScaling = async (): Promise<string[]> => {
  const file = new URL('../../k8s/components/keda/scaled-objects.yaml', import.meta.url)
  const objects = parseAllDocuments(await readFile(file, 'utf8')).map(
    (each) => each.toJS() as { spec: { triggers: { metadata: { query?: string } }[] } },
  )
  return objects.flatMap(({ spec }) => spec.triggers.flatMap(({ metadata }) => metadata.query ?? []))
}

/** Returns the metrics that an expression names. */
const metricsIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(?:seine|temporal|nodejs|process)_[a-z\d_]+/g) ?? []),
]

/** Metrics that exist only after a fault. */
const onlyAfterFaults = new Set([
  'temporal_request_failure_total',
  'temporal_workflow_task_execution_failed_total',
  'temporal_activity_execution_failed_total',
])

describe('what operators watch', { skip, timeout: 600_000 }, () => {
  let t: TestStack
  let prometheus: PrometheusLab
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
    t = await startTestStack({ browser: true, egressAllow: [`127.0.0.1/32:${receiver.port}`] })
    receiver.expect([t.stack.file.webhookSecret])
    const { gateway, scrapeWorker, browserWorker } = t.stack.file.ops
    const host = (url: string | null): string => new URL(url ?? 'http://missing:1').host
    prometheus = await PrometheusLab.start(programs?.prometheus ?? '', {
      'seine-gateway': host(gateway),
      'seine-scrape-worker': host(scrapeWorker),
      'seine-browser-worker': host(browserWorker),
    })
    const webhook = { url: receiver.url, events: ['completed'] }
    const id = await t.api.start({ url: t.site.url, limit: 40, webhook })
    const [scraped] = await Promise.all([
      t.api.request('POST', '/scrape', { url: t.site.url, js_render: true }),
      t.api.watch(id),
    ])
    assert.equal(scraped.status, 200)
    await t.api.request('POST', '/crawl', { url: 'http://10.0.0.1/' })
  })
  after(async () => {
    await prometheus?.close()
    await t?.close()
    await receiver?.close()
  })

  /** Repeats the query until its answer is not empty, since a scrape takes a second. */
  async function seen(expression: string): Promise<number> {
    for (let triesLeft = 20; ; triesLeft -= 1) {
      const { status, data, error } = await prometheus.query(expression)
      assert.equal(status, 'success', `${expression}: ${error ?? ''}`)
      if (data.result.length > 0 || triesLeft === 0) return data.result.length
      await sleep(500)
    }
  }

  it('is scraped from every process', async () => {
    const up = async () => (await prometheus.query('sum(up)')).data.result[0]?.value[1]
    for (let triesLeft = 40; (await up()) !== '3' && triesLeft > 0; triesLeft -= 1) await sleep(500)
    assert.equal(await up(), '3')
  })

  it('has every metric that dashboard, alerts and scaling ask for, and they ask in words that Prometheus understands', async () => {
    const shown = (await readPanels()).flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr)
    const asked = [...shown, ...(await readRules()).map(({ expr }) => expr), ...(await readScaling())].map(
      (expression) => expression.replaceAll('$__rate_interval', '1m'),
    )
    for (const expression of asked) {
      const { status, error } = await prometheus.query(expression)
      assert.equal(status, 'success', `${expression}: ${error ?? ''}`)
    }
    const names = [...new Set(asked.flatMap(metricsIn))].filter((name) => !onlyAfterFaults.has(name))
    assert.ok(names.length > 30, names.join())
    const missing: string[] = []
    const described = await prometheus.get<{ data: Record<string, unknown> }>('metadata')
    for (const name of names) {
      const base = name.replace(/_bucket$/, '')
      const isDescribed = base in described.data || base.replace(/_total$/, '') in described.data
      if (!isDescribed && (await seen(name)) === 0) missing.push(name)
    }
    assert.deepEqual(missing, [])
  })

  it('counts what was done', async () => {
    for (const expression of [
      'seine_jobs_finished_total{kind="crawl", status="completed"} == 1',
      'seine_job_first_page_seconds_count{kind="crawl"} == 1',
      'count(seine_service_level_allowed_ratio) == 6',
      'count(seine_service_level_bad_ratio{job="seine-gateway"}) == 5',
      'seine_service_level_bad_ratio{job="seine-scrape-worker", level="first_page"} >= 0',
      'sum(seine_usage_pages_total{tenant="default"}) > 30',
      'sum(seine_usage_received_bytes_total{tenant="default"}) > 10000',
      'sum(seine_usage_browser_seconds_total{tenant="default"}) > 0',
      'sum(seine_pages_total{lane="http", outcome="completed"}) > 30',
      'seine_attempts_total{strategy="browser_basic", outcome="success"} >= 1',
      'seine_calls_total{call="/scrape", status="200"} == 1',
      'seine_calls_total{call="/render", status="200"} == 1',
      'seine_webhook_events_total{state="delivered"} == 1',
      'seine_http_requests_total{route="scrapePage", status="200"} == 1',
      'seine_http_requests_total{status="422"} == 1',
      'seine_slots{kind="browser", state="capacity"} >= 1',
      'seine_store_requests_total{operation="PutObject", outcome="ok"} > 0',
      'seine_extractions_total{outcome="result"} > 30',
      'temporal_activity_execution_latency_seconds_count{activity_type="scrapeSlice"} >= 1',
      'count(seine_sdk_metrics_up == 1) == 2',
      'absent(seine_sdk_metrics_up == 0)',
    ]) {
      assert.ok((await seen(expression)) > 0, expression)
    }
  })

  it('has no label that callers or sites make up', async () => {
    const { data } = await prometheus.get<{ data: string[] }>('labels')
    // Tenants are named by the operator, and only where their usage is counted.
    const own = data.filter((name) => /url|host|tenant|job_id|page|path/.test(name))
    assert.deepEqual(own, ['tenant'])
    // Asked once: what was done has been counted, and `seen` would wait for a result.
    const { data: named, status } = await prometheus.query('count({tenant!="", __name__!~"seine_usage_.*"})')
    assert.deepEqual([status, named.result], ['success', []])
    const { data: series } = await prometheus.get<{ data: unknown[] }>('series?match[]=%7B__name__=~%22seine_.*%22%7D')
    assert.ok(series.length < 2_500, `${series.length} series`)
    assert.ok(!JSON.stringify(series).includes(new URL(t.site.url).host), 'a host in a label')
  })

  it('has rules that Prometheus has loaded, none of which is broken or rings while all is well', async () => {
    const { data } = await prometheus.get<{
      data: { groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[] }
    }>('rules')
    const rules = data.groups.flatMap((group) => group.rules)
    assert.deepEqual(
      rules.map(({ name }) => name),
      (await readRules()).map(({ alert }) => alert),
    )
    for (const { name, health, state, lastError } of rules) {
      assert.equal(health, 'ok', `${name}: ${lastError ?? ''}`)
      assert.notEqual(state, 'firing', name)
    }
  })

  it('rings when it should and not before', async (ctx) => {
    const home = await mkdtemp(join(tmpdir(), 'seine-alerts-'))
    ctx.after(async () => await rm(home, { recursive: true, force: true }))
    const tests = await readFile(new URL('alert-tests.yml', import.meta.url), 'utf8')
    const cases = alertCases(await readText('prometheus/alerts.yml'), tests)
    for (const { name, text } of cases.flatMap(({ rules, test }) => [rules, test])) {
      await writeFile(join(home, name), text)
    }
    const names = cases.map(({ test }) => test.name)
    const { stdout } = await run(programs?.promtool ?? '', ['test', 'rules', ...names], { cwd: home })
    assert.equal(stdout.match(/SUCCESS/g)?.length, cases.length, stdout)
  })

  it('is in the format of Prometheus, with names as it wants them', async () => {
    await run(programs?.promtool ?? '', ['check', 'config', join(docker, 'prometheus/prometheus.yml')])
    for (const url of Object.values(t.stack.file.ops)) {
      const page = await (await fetch(`${url}/metrics`)).text()
      const child = spawn(programs?.promtool ?? '', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (chunk) => (said += String(chunk)))
      child.stdin.end(page)
      await once(child, 'close')
      // Names of third-party metrics are not checked.
      assert.deepEqual(
        said.split('\n').filter((line) => line !== '' && !/^(nodejs|process|temporal)_/.test(line)),
        [],
      )
    }
  })
})

describe('the dashboard', () => {
  it('has panels with units and one data source, none on top of another', async () => {
    const panels = await readPanels()
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    const taken = new Set<string>()
    for (const { title, type, gridPos, datasource, fieldConfig, targets } of panels) {
      assert.ok(gridPos.x + gridPos.w <= 24, title)
      const cell = `${gridPos.y}/${gridPos.x}`
      assert.ok(!taken.has(cell), `${title} lies on another panel`)
      taken.add(cell)
      if (type === 'row') continue
      assert.equal(datasource?.uid, '${datasource}', title)
      assert.ok((fieldConfig?.defaults.unit ?? '') !== '', title)
      assert.ok((targets ?? []).length > 0, title)
    }
  })
})

describe('alerts', () => {
  it('are each tested for when they ring and when they do not', async () => {
    const { tests } = parse(await readFile(new URL('alert-tests.yml', import.meta.url), 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
    for (const { alert } of await readRules()) {
      const own = cases.filter(({ alertname }) => alertname === alert)
      assert.ok(
        own.some(({ exp_alerts }) => exp_alerts.length > 0),
        `${alert}: no case in which it rings`,
      )
      assert.ok(
        own.some(({ exp_alerts }) => exp_alerts.length === 0),
        `${alert}: no case in which it does not`,
      )
    }
  })

  it('say what is wrong, what it means and where to read on', async () => {
    const runbook = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const anchors = new Set([...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) => (title ?? '').toLowerCase()))
    for (const { alert, annotations } of await readRules()) {
      assert.ok((annotations['summary'] ?? '') !== '' && (annotations['description'] ?? '') !== '', alert)
      assert.equal(annotations['runbook_url'], `docs/operations.md#${alert.toLowerCase()}`)
      assert.ok(anchors.has(alert.toLowerCase()), `docs/operations.md has no section ${alert}`)
    }
  })
})

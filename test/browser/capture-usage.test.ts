/** The usage that captures count: attempts, and for their tenant pages, bytes and browser time. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

describe('the usage of captures', () => {
  let fixture: Fixture
  let lab: WorkerLab

  before(async () => {
    fixture = await startFixture({
      '/': html(`<title>Home</title><p>${'text '.repeat(2_000)}</p>`),
      '/hang': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>begun</h1>'),
    })
    lab = await startWorkerLab({ ports: [fixture.port] })
  })
  after(async () => {
    await lab?.close()
    await fixture?.close()
  })

  const usedBy = async (tenant: string) => {
    const of = async (metric: (typeof metrics)['usagePages']): Promise<number> =>
      (await metric.get()).values.find(({ labels }) => labels.tenant === tenant)?.value ?? 0
    return {
      pages: await of(metrics.usagePages),
      bytes: await of(metrics.usageBytes),
      browserSecs: await of(metrics.usageBrowserSeconds),
    }
  }
  const attemptsMade = async (): Promise<number> =>
    (await metrics.attempts.get()).values.reduce((sum, { value }) => sum + value, 0)

  for (const format of ['json', 'har'] as const) {
    it(`is counted for its tenant, once, as ${format}`, async () => {
      const madeBefore = await attemptsMade()
      const begunMs = performance.now()
      const { kind } = await lab.reply(`${fixture.origin}/`, { tenant: format, format })
      const tookSecs = (performance.now() - begunMs) / 1_000
      assert.equal(kind, format === 'har' ? 'har' : 'result')
      const { pages, bytes, browserSecs } = await usedBy(format)
      assert.equal(pages, 1)
      assert.ok(bytes > 10_000 && bytes < 20_000, `${bytes} bytes`)
      assert.ok(browserSecs > 0.01 && browserSecs <= tookSecs, `${browserSecs} of ${tookSecs} s`)
      assert.equal(await attemptsMade(), madeBefore + 1)
    })
  }

  it('is counted also when its budget ended before the page was there', async () => {
    const { kind } = await lab.reply(`${fixture.origin}/hang`, { tenant: 'slow', timeoutMs: 20_000, budgetMs: 10_000 })
    assert.equal(kind, 'problem')
    const { pages, browserSecs } = await usedBy('slow')
    assert.equal(pages, 1)
    assert.ok(browserSecs > 0.5, `${browserSecs} s`)
  })

  it('is not counted for tasks that name no tenant', async () => {
    await lab.reply(`${fixture.origin}/`)
    assert.deepEqual(await usedBy(''), { pages: 0, bytes: 0, browserSecs: 0 })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EngineUnavailableError } from '@seine/activities/browser/chromium-process/engine-unavailable.ts'
import { createProbes, poolProblems } from './probes.ts'

function probes(facts: { fault?: Error; draining?: boolean; running?: number } = {}) {
  let checks = 0
  const pool = {
    engines: ['headless_shell' as const],
    slots: {
      state: () => ({ capacity: 2, running: facts.running ?? 0, queued: 0, refused: 3 }),
      take: async () => await Promise.reject(new Error('not asked for')),
    },
    check: async () => {
      checks += 1
      if (facts.fault !== undefined) throw facts.fault
      await Promise.resolve()
    },
  }
  const made = createProbes({
    pool,
    sandbox: 'on',
    poolProblem: poolProblems(pool),
    sliceWorker: { states: () => ['RUNNING'] },
    isDraining: () => facts.draining ?? false,
    version: '1.2.3',
  })
  const ask = async (path: string) => await made[path]!()
  return { ask, checks: () => checks }
}

describe('the probes of a browser worker', () => {
  it('say ready while a page can be opened, and look only now and then', async () => {
    const { ask, checks } = probes()
    const first = await ask('/readyz')
    await ask('/readyz')
    assert.deepEqual(
      [first.status, first.body],
      [200, { problems: [], engines: ['headless_shell'], sandbox: 'on', sliceWorker: 'RUNNING' }],
    )
    assert.equal(checks(), 1)
  })

  it('say why not', async () => {
    const broken = await probes({ fault: new EngineUnavailableError('no context could be opened') }).ask('/readyz')
    assert.equal(broken.status, 503)
    assert.deepEqual((broken.body as { problems: string[] }).problems, ['no context could be opened'])
    const leaving = await probes({ draining: true }).ask('/readyz')
    assert.equal(leaving.status, 503)
  })

  it('are alive whatever the browsers do', async () => {
    assert.equal((await probes({ fault: new Error('gone') }).ask('/livez')).status, 200)
  })

  it('report how much room there is', async () => {
    const full = await probes({ running: 2 }).ask('/pressure')
    assert.deepEqual(full.body, {
      isAvailable: false,
      isDraining: false,
      version: '1.2.3',
      capacity: 2,
      running: 2,
      queued: 0,
      refused: 3,
    })
  })
})

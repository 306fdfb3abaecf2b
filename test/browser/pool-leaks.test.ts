import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import {
  browserPids,
  openContext,
  poolProcesses,
  startPoolLab,
  until,
  zombieChildren,
  type PoolLab,
} from './pool-lab.ts'

const cycles = 1_000
const atATime = 4

const descriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length

/** Runs a step until it settles or the browser is lost; its outcome does not matter. */
async function unlessLost(lease: ContextLease, work: () => Promise<unknown>): Promise<void> {
  const lost = new Promise<void>((resolve) => {
    if (lease.lost.aborted) resolve()
    else lease.lost.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([work().catch(() => {}), lost])
}

const faults = {
  none: async (_lease: ContextLease) => {},
  page: async ({ context }: ContextLease) => {
    const page = await context.newPage()
    await page.evaluate('1 + 1')
  },
  loop: async ({ context }: ContextLease) => {
    const page = await context.newPage()
    page.evaluate('for (;;);').catch(() => {})
    page.screenshot().catch(() => {})
  },
  crash: async (lease: ContextLease) => {
    const page = await lease.context.newPage()
    const crashed = new Promise<void>((resolve) => {
      page.once('error', () => resolve())
    })
    const session = await page.createCDPSession()
    session.send('Page.crash').catch(() => {})
    await crashed
    lease.noteCrash()
  },
}

async function killABrowser(lab: PoolLab): Promise<void> {
  const [pid] = await browserPids(lab.scratch)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

function faultOf(index: number): keyof typeof faults {
  if (index % 25 === 7) return 'crash'
  if (index % 25 === 17) return 'loop'
  return index % 4 === 0 ? 'page' : 'none'
}

/** Runs one attempt as a worker does: takes a slot and a context, works in it, and gives everything back. */
async function cycle(lab: PoolLab, index: number): Promise<void> {
  const leave = await lab.pool.slots.take('job', 0, new AbortController().signal)
  try {
    if (index % 50 === 33) {
      const controller = new AbortController()
      const opening = lab.pool.open(lab.pool.engines[0]!, 'http://127.0.0.1:9', controller.signal)
      controller.abort(new Error('no longer wanted'))
      await assert.rejects(opening)
      return
    }
    const lease = await openContext(lab)
    const work = unlessLost(lease, () => faults[faultOf(index)](lease))
    if (index % 100 === 51) await killABrowser(lab)
    await work
    await lease.release()
  } finally {
    leave()
  }
}

async function runCycles(lab: PoolLab, count: number): Promise<void> {
  let next = 0
  const runner = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await cycle(lab, index)
    }
  }
  await Promise.all(Array.from({ length: atATime }, runner))
}

/** Counts everything an attempt could leave behind. */
async function traces(lab: PoolLab): Promise<Record<string, number>> {
  const [root = ''] = await readdir(lab.scratch)
  const browsers = await browserPids(lab.scratch)
  const probe = await openContext(lab)
  // The probe's own context and the default one.
  const contexts = probe.browser.browserContexts().length
  await probe.release()
  return {
    browsers: browsers.length,
    contexts,
    descriptors: await descriptors(),
    directories: (await readdir(`${lab.scratch}/${root}`)).length,
    zombies: (await zombieChildren()).length,
    ...lab.pool.slots.state(),
  }
}

test(`${cycles} contexts with crashes, loops, kills and aborts among them leave nothing behind`, async (t) => {
  const lab = await startPoolLab({ slots: atATime, rules: { contextsPerBrowserMax: 150 } })
  t.after(() => lab.close())
  await runCycles(lab, 8)
  const baseline = await traces(lab)
  const startedMs = performance.now()

  await runCycles(lab, cycles)

  t.diagnostic(
    `${Math.round((performance.now() - startedMs) / cycles)} ms per cycle, baseline ${JSON.stringify(baseline)}`,
  )
  let left = await traces(lab)
  await until('every trace is gone', async () => {
    left = await traces(lab)
    return JSON.stringify(left) === JSON.stringify(baseline)
  }).catch(() => assert.deepEqual(left, baseline))

  await lab.pool.close()
  assert.deepEqual(await poolProcesses(lab.scratch), [])
  assert.deepEqual(await readdir(lab.scratch), [])
  await until('no zombie is left', async () => (await zombieChildren()).length === 0)
})

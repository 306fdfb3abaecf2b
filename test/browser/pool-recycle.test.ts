import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserPids, openContext, startPoolLab, until } from './pool-lab.ts'

test('browsers are replaced under load and no context is lost by it', async (t) => {
  const lab = await startPoolLab({ processes: 2, slots: 6, rules: { contextsPerBrowserMax: 6 } })
  t.after(() => lab.close())
  const browsers = new Set<unknown>()
  const answers: unknown[] = []
  const runner = async (): Promise<void> => {
    // A slow machine takes time to start the next browser.
    for (let index = 0; index < 8 || (browsers.size < 4 && index < 100); index += 1) {
      const lease = await openContext(lab)
      browsers.add(lease.browser)
      const page = await lease.context.newPage()
      answers.push(await page.evaluate('6 * 7'))
      assert.equal(lease.lost.aborted, false)
      await lease.release()
    }
  }
  await Promise.all(Array.from({ length: 6 }, runner))
  assert.deepEqual(new Set(answers), new Set([42]))
  assert.ok(answers.length >= 48, `${answers.length} answers`)
  assert.ok(browsers.size >= 4, `${browsers.size} browsers`)
  await until('two browsers are left', async () => (await browserPids(lab.scratch)).length === 2)
})

test('a browser in which two pages crashed is replaced, the contexts still open in it continuing', async (t) => {
  const lab = await startPoolLab()
  t.after(() => lab.close())
  const lease = await openContext(lab)
  lease.noteCrash()
  lease.noteCrash()
  await until('another browser takes new contexts', async () => {
    const next = await openContext(lab)
    const differs = next.browser !== lease.browser
    await next.release()
    return differs
  })
  const page = await lease.context.newPage()
  assert.equal(await page.evaluate('6 * 7'), 42)
  await lease.release()
  await until('the old browser is gone', async () => (await browserPids(lab.scratch)).length === 1)
  // Its process may be gone before its end is reported here.
  await until('its end is told', () => lease.lost.aborted)
})

test('contexts are spread over the browsers by load', async (t) => {
  const lab = await startPoolLab({ processes: 2 })
  t.after(() => lab.close())
  const held = [await openContext(lab), await openContext(lab)]
  await until('both browsers run', async () => (await browserPids(lab.scratch)).length === 2)
  await Promise.all(held.map((lease) => lease.release()))
  await until('two contexts are in two browsers', async () => {
    const leases = await Promise.all([openContext(lab), openContext(lab)])
    await Promise.all(leases.map((lease) => lease.release()))
    return leases[0].browser !== leases[1].browser
  })
})

test('the second engine is started when it is first requested and ended when it is idle', async (t) => {
  const lab = await startPoolLab({ rules: { idleEngineMs: 200, memoryCheckIntervalMs: 50 } })
  t.after(() => lab.close())
  const [, second] = lab.pool.engines
  if (second === undefined) return t.skip('one engine alone is installed')
  assert.equal((await browserPids(lab.scratch)).length, 1)
  const lease = await openContext(lab, second)
  assert.equal(lease.engine, second)
  assert.equal((await browserPids(lab.scratch)).length, 2)
  await lease.context.newPage()
  await lease.release()
  return until('it is gone', async () => (await browserPids(lab.scratch)).length === 1)
})

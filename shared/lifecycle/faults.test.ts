import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

/** Runs a service that drains for `drainMs`; `at` is the code it runs once it serves. */
function service(at: string, { drainMs = 0, exitMs = 60_000, faultsMax = 5 } = {}) {
  const limits = JSON.stringify(import.meta.resolve('../config/process-limits.ts'))
  const program = `
    const { shutdownLimits } = await import(${limits})
    Object.assign(shutdownLimits, { exitMs: ${exitMs}, faultsMax: ${faultsMax} })
    const { runService } = await import(${JSON.stringify(import.meta.resolve('./run-service.ts'))})
    await runService('a-service', async ({ logger, health, leaving }) => {
      health.started()
      const hold = setInterval(() => {}, 1000)
      setImmediate(() => { ${at} })
      await leaving
      logger.info({ phase: health.phase }, 'draining')
      await new Promise((resolve) => setTimeout(resolve, ${drainMs}))
      logger.info('handed back')
      clearInterval(hold)
    }, () => false)`
  const env = {
    PATH: process.env['PATH'],
    SEINE_OPS_PORT: '0',
    SEINE_S3_SECRET_ACCESS_KEY: 'a-secret-of-the-store-1234',
  }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return {
    async end() {
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
      return { code, signal, said }
    },
  }
}

test('an error that nothing catches is logged, drains the process and ends it with 1', async () => {
  for (const fault of [
    `throw new Error('a fault with a-secret-of-the-store-1234')`,
    `void Promise.reject(new Error('a fault'))`,
    `process.nextTick(() => { throw 'a fault' })`,
    `void (async () => { null.member })()`,
    `new (process.getBuiltinModule('node:events').EventEmitter)().emit('error', new Error('a fault'))`,
  ]) {
    const { code, said } = await service(fault, { drainMs: 50 }).end()
    assert.equal(code, 1, said)
    assert.match(said, /"level":60.*an error was not caught/)
    assert.match(said, /"phase":"draining".*draining/)
    assert.match(said, /handed back/)
    assert.match(said, /the process has drained/)
    assert.doesNotMatch(said, /a-secret-of-the-store/)
  }
})

test('a fault in a thread without a listener counts as one of the process', async () => {
  const thread = `const { Worker } = process.getBuiltinModule('node:worker_threads')
    new Worker('throw new Error("a fault in a thread")', { eval: true })`
  const { code, said } = await service(thread).end()
  assert.equal(code, 1)
  assert.match(said, /a fault in a thread/)
  assert.match(said, /handed back/)
})

test('further faults while it drains cut nothing short', async () => {
  const { code, said } = await service(
    `throw (setTimeout(() => { throw new Error('second') }, 20), new Error('first'))`,
    { drainMs: 300 },
  ).end()
  assert.equal(code, 1)
  assert.match(said, /first[^]*second[^]*handed back/)
})

test('a process that fails over and over is ended at once', async () => {
  const { code, said } = await service(`setInterval(() => { throw new Error('again') }, 1)`, { drainMs: 60_000 }).end()
  assert.equal(code, 1)
  assert.equal(said.match(/was not caught/g)?.length, 6)
  assert.doesNotMatch(said, /handed back/)
})

test('a process that does not drain in time is ended', async () => {
  const { code, said } = await service(`throw new Error('a fault')`, { drainMs: 60_000, exitMs: 200 }).end()
  assert.equal(code, 1)
  assert.doesNotMatch(said, /handed back/)
})

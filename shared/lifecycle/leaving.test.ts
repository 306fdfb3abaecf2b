import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { shutdownLimits } from '../config/process-limits.ts'
import { tracingLimits } from '../observability/tracing-limits.ts'

/** Runs a process that shuts down on a signal and then runs `after`. It prints `ready` once it listens for signals. */
function leaver(after: string, exitMs: number) {
  const program = `
    const { signalled } = await import(${JSON.stringify(import.meta.resolve('./leaving.ts'))})
    const log = (facts, message) => console.log(message)
    const hold = setInterval(() => {}, 1000)
    const leaving = signalled({ logger: { info: log, error: log }, exitMs: ${exitMs} })
    console.log('ready')
    await leaving
    ${after}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async says(words: string): Promise<void> {
      while (!said.includes(words)) await once(child.stdout, 'data')
    },
    async end() {
      const [code] = (await once(child, 'exit')) as [number | null]
      return { code, said }
    },
  }
}

test('a process leaves on SIGTERM and on SIGINT, in order', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const child = leaver('clearInterval(hold)', 60_000)
    await child.says('ready')
    child.kill(signal)
    const { code, said } = await child.end()
    assert.equal(code, 0)
    assert.match(said, /the process is shutting down/)
  }
})

test('a second signal does not cut the orderly end short', async () => {
  const child = leaver(`console.log('draining'); setTimeout(() => clearInterval(hold), 300)`, 60_000)
  await child.says('ready')
  child.kill('SIGTERM')
  await child.says('draining')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  assert.equal((await child.end()).code, 0)
})

test('a process that hangs ends itself', async () => {
  const child = leaver('', 50)
  await child.says('ready')
  child.kill('SIGTERM')
  const { code, said } = await child.end()
  assert.equal(code, 1)
  assert.match(said, /did not end in time/)
})

test('everything that a process waits for is over before it ends itself', () => {
  const { callsGraceMs, callsEndMs, pagesForceMs, controlForceMs, exitMs, lingerMs, drainDelayMsMax } = shutdownLimits
  assert.ok(callsGraceMs + callsEndMs + tracingLimits.flushMs + lingerMs < exitMs)
  assert.ok(pagesForceMs + controlForceMs + tracingLimits.flushMs + lingerMs < exitMs)
  assert.ok(drainDelayMsMax < callsGraceMs)
})

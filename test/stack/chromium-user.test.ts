/** The user that Chromium runs as in a local stack, and whether its sandbox is on. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { startExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const isRoot = process.getuid?.() === 0

interface Seen {
  command: string
  uid: number
  parent: number
}

/** Processes that were started with a pipe for the DevTools protocol. */
function browsers(): Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
        return command.includes('--remote-debugging-pipe')
          ? [{ command, uid: field('Uid'), parent: field('PPid') }]
          : []
      } catch {
        return []
      }
    })
}

describe('Chromium of a local stack', () => {
  let stack: TestStack

  before(async () => {
    stack = await startTestStack({ browser: true })
  })

  after(() => stack?.close())

  it('has its sandbox on, as a user of its own where the stack runs as root', async () => {
    const worker = stack.stack.part('browserWorker').pid
    const own = browsers().filter(({ parent }) => parent === worker)
    assert.ok(own.length > 0)
    for (const { command, uid } of own) {
      assert.doesNotMatch(command, /--no-sandbox/)
      assert.equal(uid, isRoot ? poolLimits.browserUid : process.getuid?.())
    }
    const ready = (await (await fetch(`${stack.stack.file.ops.browserWorker}/readyz`)).json()) as {
      warnings?: string[]
    }
    assert.equal(ready.warnings, undefined)
  })

  it('opens pages so', async () => {
    const { status, body } = await stack.api.request('POST', '/scrape', { url: stack.site.url, js_render: true })
    assert.equal(status, 200, JSON.stringify(body))
  })

  it('is without it only by the setting, which log and readiness report', async () => {
    const opsPort = '0'
    const worker = startExtraWorker(stack, { SEINE_BROWSER_SANDBOX: 'off', SEINE_OPS_PORT: opsPort }, 'browserWorker')
    await worker.says('browser-worker serves')
    const own = browsers().filter(({ parent }) => parent === worker.pid)
    for (const { command, uid } of own) {
      assert.match(command, /--no-sandbox/)
      assert.equal(uid, isRoot ? poolLimits.browserUid : process.getuid?.())
    }
    const { log } = await worker.stop()
    assert.match(log, /"level":"?(?:warn|40)"?.*WITHOUT its sandbox \(SEINE_BROWSER_SANDBOX=off\)/)
    assert.ok(own.length > 0, log)
  })
})

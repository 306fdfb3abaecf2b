/** Captures and renders pages in a separate process, as a browser worker does, for `hostile-lab.ts`. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { startWorkerLab } from './worker-lab.ts'
import type { HostileAnswer, HostileOrder } from './hostile-orders.ts'

const ports = (process.argv[2] ?? '').split(',').map(Number)
const settings = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>
const lab = await startWorkerLab({ ports, settings })
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

const attemptsOf = (attempts: readonly Attempt[]): HostileAnswer['attempts'] =>
  attempts.map(({ outcome, error, requests_total: requests }) => ({
    outcome,
    code: error?.code ?? null,
    requests,
  }))

async function answer({ kind, url, timeoutMs, waitMs, budgetMs }: HostileOrder): Promise<Omit<HostileAnswer, 'id'>> {
  const wish = { timeoutMs, waitMs, budgetMs }
  if (kind === 'capture') {
    const reply = await lab.reply(url, wish)
    const bytes = Buffer.byteLength(JSON.stringify(reply))
    if (reply.kind === 'result') {
      return { success: reply.result.success, kind: reply.kind, bytes, attempts: attemptsOf(reply.result.attempts) }
    }
    const attempts = reply.kind === 'problem' ? attemptsOf(reply.attempts) : []
    return { success: false, kind: reply.kind, bytes, attempts }
  }
  const reply = await lab.render(url, { html: true, screenshot: kind === 'picture' ? 'full_page' : 'none' }, wish)
  if (reply.kind === 'problem') return { success: false, kind: reply.kind, bytes: 0, attempts: [] }
  const { attempts, fault, html } = reply
  return { success: fault === null, kind: reply.kind, bytes: html?.text.length ?? 0, attempts: attemptsOf(attempts) }
}

process.on('message', (order: HostileOrder | { kind: 'delay' } | { kind: 'end' }) => {
  if (order.kind === 'end') {
    void lab.close().then(() => process.disconnect())
  } else if (order.kind === 'delay') {
    process.send?.({ id: 0, delayMs: delay.max / 1e6 })
    delay.reset()
  } else {
    void answer(order).then(
      (given) => process.send?.({ id: order.id, ...given }),
      (error: unknown) => process.send?.({ id: order.id, success: false, kind: String(error), bytes: 0, attempts: [] }),
    )
  }
})
process.send?.({ id: -1 })

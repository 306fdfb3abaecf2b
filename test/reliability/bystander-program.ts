/**
 * The bystander as a separate process, so that the load of the attacking process does not affect it: it serves one
 * plain page and, on request, makes three kinds of calls, those of each kind one after another. Started by
 * `bystander.ts`, with which it communicates over IPC.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { html, startFixture } from '../browser/fixture-server.ts'
import type { BystanderOrder, BystanderProbe, BystanderReply, BystanderSamples } from './bystander-protocol.ts'
import { Caller, codeOf, type CallAnswer } from './caller.ts'
import { reliabilityLimits } from './reliability-limits.ts'

const words = 'The ferry leaves the quay at nine and comes back before the evening tide. '
const page = await startFixture({
  '/': html(`<title>Ferry</title><main><h1>Ferry</h1>${`<p>${words.repeat(6)}</p>`.repeat(20)}</main>`),
})
const say = (reply: BystanderReply): void => void process.send?.(reply)

type Calls = Record<BystanderProbe, () => Promise<CallAnswer>>

function callsOf({ gateway, key, statusPath }: Extract<BystanderOrder, { kind: 'begin' }>): Calls {
  const caller = new Caller(gateway, key)
  const timeoutMs = reliabilityLimits.bystanderCallMs
  const scrape = { url: `${page.origin}/`, js_render: false, output: ['markdown'] }
  return {
    healthz: async () => await caller.get('/healthz', { timeoutMs }),
    status: async () => await caller.get(statusPath, { timeoutMs }),
    scrape: async () => await caller.post('/scrape', scrape, { timeoutMs }),
  }
}

/** Repeats calls until stopped; a call in progress at that time still counts. */
async function watch(paceMs: number, call: () => Promise<CallAnswer>, running: () => boolean) {
  const samples = { elapsedMs: [] as number[], refused: {} as Record<string, number> }
  while (running()) {
    const answer = await call()
    samples.elapsedMs.push(answer.elapsedMs)
    if (answer.status !== 200) {
      const name = answer.status === 0 ? 'no answer' : codeOf(answer)
      samples.refused[name] = (samples.refused[name] ?? 0) + 1
    }
    await sleep(paceMs)
  }
  return samples
}

let stop = (): void => undefined
process.on('message', (order: BystanderOrder) => {
  if (order.kind === 'end') {
    stop()
    return
  }
  let isRunning = true
  stop = () => void (isRunning = false)
  const calls = callsOf(order)
  const probes = Object.keys(calls) as BystanderProbe[]
  void Promise.all(
    probes.map(async (probe) => [probe, await watch(order.paceMs[probe], calls[probe], () => isRunning)] as const),
  ).then((all) => say({ kind: 'samples', samples: Object.fromEntries(all) as BystanderSamples }))
})
process.on('disconnect', () => process.exit())
say({ kind: 'ready', page: `${page.origin}/` })

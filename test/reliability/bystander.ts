/**
 * Calls of an uninvolved caller during an attack: `/healthz`, a status read and a `/scrape` of a plain page, made with
 * a key of another tenant by a separate process, first on the idle stack, then during the attack.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { percentile } from '../bench/browser/browser-figures.ts'
import { holds, type Mark } from '../bench/labs/lab.ts'
import {
  bystanderProbes,
  type BystanderOrder,
  type BystanderProbe,
  type BystanderReply,
  type BystanderSamples,
  type ProbeSamples,
} from './bystander-protocol.ts'
import type { ReliabilityStack } from './reliability-stack.ts'
import { reliabilityLimits } from './reliability-limits.ts'

const program = fileURLToPath(new URL('bystander-program.ts', import.meta.url))

const names: Record<BystanderProbe, string> = {
  healthz: "others' /healthz",
  status: "others' status reads",
  scrape: "others' /scrape of a plain page",
}

/** Returns the highest allowed p99 of a kind of call during an attack, milliseconds. */
export function allowedMs(probe: BystanderProbe, idle: ProbeSamples, short: boolean): number {
  const { bystanderFactor, bystanderFloorMs, shortBystanderFloorMs } = reliabilityLimits
  const floorMs = (short ? shortBystanderFloorMs : bystanderFloorMs)[probe]
  return Math.max(floorMs, bystanderFactor * percentile(idle.elapsedMs, 0.99))
}

const shown = ({ elapsedMs }: ProbeSamples): string =>
  [0.5, 0.99].map((share) => percentile(elapsedMs, share).toFixed(0)).join('/')

function judge(probe: BystanderProbe, idle: ProbeSamples, attacked: ProbeSamples, short: boolean): Mark {
  const allowed = allowedMs(probe, idle, short)
  const refused = Object.entries(attacked.refused).map(([code, count]) => `${count} ${code}`)
  const failures = refused.length === 0 ? '' : `; ${refused.join(', ')}`
  const figure = `p50/p99 idle ${shown(idle)} ms, during the attack ${shown(attacked)} ms (${attacked.elapsedMs.length} calls${failures})`
  const isFast = percentile(attacked.elapsedMs, 0.99) <= allowed
  return holds(names[probe], figure, `p99 at most ${allowed.toFixed(0)} ms, all 200`, isFast && refused.length === 0)
}

/** Compares every kind of call with its idle figures. */
export const judgeBystander = (idle: BystanderSamples, attacked: BystanderSamples, short: boolean): Mark[] =>
  bystanderProbes.map((probe) => judge(probe, idle[probe], attacked[probe], short))

async function reply<Kind extends BystanderReply['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<BystanderReply, { kind: Kind }>> {
  for (;;) {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error('the bystander has ended')
      }),
    ])) as [BystanderReply]
    if (message.kind === kind) return message as Extract<BystanderReply, { kind: Kind }>
  }
}

async function startProgram(): Promise<{ child: ChildProcess; page: string }> {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const { page } = await reply(child, 'ready')
  return { child, page }
}

/** Measures the calls for the duration of the work. */
async function measured(
  child: ChildProcess,
  order: BystanderOrder,
  work: () => Promise<void>,
): Promise<BystanderSamples> {
  child.send(order)
  try {
    await work()
  } finally {
    if (child.connected) child.send({ kind: 'end' } satisfies BystanderOrder)
  }
  return (await reply(child, 'samples')).samples
}

const knownJobs = new WeakMap<ReliabilityStack, string>()

/** Returns the path of a finished job of the bystander: the first row on a stack runs it. */
async function knownJob(stack: ReliabilityStack, page: string): Promise<string> {
  const path = knownJobs.get(stack) ?? (await stack.finishedJob(stack.bystander.caller, page))
  knownJobs.set(stack, path)
  return path
}

/**
 * Runs an attack with a bystander beside it.
 * @param attack the attack; it should last some seconds.
 * @returns the result of the attack, and the marks of the bystander.
 */
export async function besideAttack<T>(
  stack: ReliabilityStack,
  short: boolean,
  attack: () => Promise<T>,
): Promise<{ value: T; marks: Mark[] }> {
  const { idleMs, shortIdleMs, attackWatchedMinMs, shortAttackWatchedMinMs } = reliabilityLimits
  const { bystanderPaceMs, shortBystanderPaceMs } = reliabilityLimits
  const { child, page } = await startProgram()
  try {
    const { key, caller } = stack.bystander
    await stack.allow(page)
    const statusPath = short ? await knownJob(stack, page) : await stack.finishedJob(caller, page)
    const paceMs = short ? shortBystanderPaceMs : bystanderPaceMs
    const order: BystanderOrder = { kind: 'begin', gateway: stack.gateway, key, statusPath, paceMs }
    const begun = await caller.post('/scrape', { url: page, js_render: false })
    if (begun.status !== 200) throw new Error(`the bystander's own page cannot be scraped: ${begun.text.slice(0, 300)}`)
    const idle = await measured(child, order, async () => await sleep(short ? shortIdleMs : idleMs))
    let value: T | undefined
    const attacked = await measured(child, order, async () => {
      const atLeast = sleep(short ? shortAttackWatchedMinMs : attackWatchedMinMs)
      value = await attack()
      await atLeast
    })
    return { value: value as T, marks: judgeBystander(idle, attacked, short) }
  } finally {
    child.disconnect()
  }
}

/** What a stack holds while nothing runs: descriptors, browsers, temporary files, workflows and objects. */
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningTicketsPrefix, probesPrefix } from '@seine/shared/storage/object-keys.ts'
import { atMost, type Mark } from '../bench/labs/lab.ts'
import { childrenOf, descriptorsOf, renderersOf, usualBrowsers } from '../browser/worker-browsers.ts'
import type { ReliabilityStack } from './reliability-stack.ts'

/** The processes whose descriptors and memory are watched. */
export const watchedParts = ['gateway', 'scrapeWorker', 'browserWorker'] as const
export type WatchedPart = (typeof watchedParts)[number]

/** Kept connections: to Temporal, the store, the gateway and between workers. */
const keptDescriptorsMax = 40
/** Time for used resources to be released, milliseconds. */
const settleMs = 60_000
/** One look goes through all processes, workflows and running jobs. */
const settlePollMs = 500
/** A workflow that outlives its work starts anew before its history is longer, events. */
const historyMax = 4_000

interface Held {
  descriptors: Record<WatchedPart, number>
  browsers: number
  renderers: number
  temporaryFiles: number
  workflows: number
  /** Objects that exist only while a job or a check runs. */
  tickets: number
}

/** Reads what is held. @param temporary folder for temporary files of the stack. */
export async function heldBy({ t }: ReliabilityStack, temporary: string): Promise<Held> {
  const pid = (part: WatchedPart): number => t.stack.file.pids[part] ?? 0
  const counts = await Promise.all(watchedParts.map(async (part) => [part, await descriptorsOf(pid(part))] as const))
  const tickets = await Promise.all(
    [runningTicketsPrefix, probesPrefix].map(async (prefix) => await t.store.list(prefix)),
  )
  return {
    descriptors: Object.fromEntries(counts) as Record<WatchedPart, number>,
    browsers: usualBrowsers(await childrenOf(pid('browserWorker'))).length,
    renderers: (await renderersOf(pid('browserWorker'))).length,
    temporaryFiles: (await readdir(temporary)).length,
    workflows: (await openWorkflows(t)).length,
    tickets: tickets.flat().length,
  }
}

type Stack = ReliabilityStack['t']

async function openWorkflows({ temporal }: Stack): Promise<string[]> {
  const ids: string[] = []
  for await (const { workflowId } of temporal.workflow.list({ query: 'ExecutionStatus = "Running"' })) {
    ids.push(workflowId)
  }
  return ids
}

const single = ['browsers', 'renderers', 'temporaryFiles', 'workflows', 'tickets'] as const

/** Whether no more is held than before, apart from kept connections. */
const isBack = (now: Held, before: Held): boolean =>
  watchedParts.every((part) => now.descriptors[part] <= before.descriptors[part] + keptDescriptorsMax) &&
  single.every((kind) => now[kind] <= before[kind])

const names: Readonly<Record<(typeof single)[number], string>> = {
  browsers: 'browsers',
  renderers: 'renderers',
  temporaryFiles: 'temporary files',
  workflows: 'open workflows',
  tickets: 'objects of running jobs and of checks',
}

/** Waits until no more is held than before, or for a minute. @returns what is held beyond that. */
export async function leakMarks(stack: ReliabilityStack, temporary: string, before: Held): Promise<Mark[]> {
  let after = await heldBy(stack, temporary)
  const endsAt = performance.now() + settleMs
  while (!isBack(after, before) && performance.now() < endsAt) {
    await sleep(settlePollMs)
    after = await heldBy(stack, temporary)
  }
  const more = (now: number, then: number): number => Math.max(0, now - then)
  return [
    ...watchedParts.map((part) => {
      const beyond = more(after.descriptors[part], before.descriptors[part])
      return atMost(`${part}: files and sockets beyond those before`, beyond, keptDescriptorsMax)
    }),
    ...single.map((kind) => atMost(`${names[kind]} beyond those before`, more(after[kind], before[kind]), 0)),
    atMost('longest history of an open workflow', await longestHistory(stack.t), historyMax, ' events'),
  ]
}

async function longestHistory(t: Stack): Promise<number> {
  const lengths = await Promise.all(
    (await openWorkflows(t)).map(async (id) => (await t.temporal.workflow.getHandle(id).describe()).historyLength),
  )
  return Math.max(0, ...lengths)
}

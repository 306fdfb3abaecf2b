/** The state of a worker, from its probes. */
import type { IncomingMessage } from 'node:http'
import { workerCallLimits } from '../config/browser-limits.ts'
import { callWorker, type WorkerAgents } from './worker-call.ts'
import type { LevelEvents } from '../observability/recent-events.ts'
import type { WorkerEndpoint } from './worker-endpoints.ts'

/** A worker as its probes describe it. */
export interface WorkerState {
  /** Host and port at which it is called. */
  address: string
  status: 'ready' | 'not_ready' | 'unavailable'
  /** Why it is not ready; null: not known. */
  problem: string | null
  /** Null when it did not answer, or an older version does not say. */
  version: string | null
  /** Null when it did not answer. */
  slots: { used: number; waiting: number; capacity: number } | null
  /** First pages of jobs of the last hour; null when it did not answer, or does not count them. */
  firstPages: LevelEvents | null
}

const addressOf = ({ base, address }: WorkerEndpoint): string => {
  const { port, protocol } = new URL(base)
  const host = address.includes(':') ? `[${address}]` : address
  return `${host}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}

async function bodyOf(response: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > workerCallLimits.answerHeadBytes) throw new Error('a probe answered with too many bytes')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const countIn = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0)

function eventsIn(value: unknown): LevelEvents | null {
  if (typeof value !== 'object' || value === null) return null
  const { total, bad } = value as Record<string, unknown>
  return { total: countIn(total), bad: countIn(bad) }
}

/** Asks a worker for its state. Never rejects: without an answer in time the worker is `unavailable`. */
export async function readWorkerState(
  agents: WorkerAgents,
  endpoint: WorkerEndpoint,
  deadlineMs: number,
): Promise<WorkerState> {
  const address = addressOf(endpoint)
  const signal = AbortSignal.timeout(deadlineMs)
  const probe = async (path: string) => {
    const response = await callWorker(agents, endpoint, { method: 'GET', path, headers: {}, body: null, signal })
    return { isOk: response.statusCode === 200, body: await bodyOf(response) }
  }
  try {
    const [ready, pressure] = await Promise.all([probe('/readyz'), probe('/pressure')])
    const problems = Array.isArray(ready.body['problems']) ? ready.body['problems'] : []
    const { running, queued, capacity, version, firstPages } = pressure.body
    return {
      address,
      status: ready.isOk ? 'ready' : 'not_ready',
      problem: problems.length === 0 ? null : problems.join('; '),
      version: textIn(version),
      slots: { used: countIn(running), waiting: countIn(queued), capacity: countIn(capacity) },
      firstPages: eventsIn(firstPages),
    }
  } catch {
    return { address, status: 'unavailable', problem: null, version: null, slots: null, firstPages: null }
  }
}

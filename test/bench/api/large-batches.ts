/** Starts of batches of the largest size: how long each keeps the event loop of the gateway from other callers. */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { percentile } from '../browser/browser-figures.ts'
import type { MeasuredGateway } from './gateway-loop.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { ApiTarget } from './load.ts'

/** Starts of large batches, one after the other. */
export interface LargeBatches {
  starts: number
  bytes: number
  /** Time to the answer. */
  p50Ms: number
  maxMs: number
  /** Longest turns of the event loop during each start: the median of the starts, and the longest. */
  median: LoopTurns
  longest: LoopTurns
  /** Answers other than 202. */
  failed: number
}

/** Returns a request with as many URLs of the longest length as a body may have. */
export function largestBatch(site: string): string {
  const fits = Math.floor(jobLimits.batchBodyMaxBytes / (jobLimits.urlMaxCharacters + 3)) - 1
  const count = Math.min(jobLimits.limitPagesMax, fits)
  const urls = Array.from({ length: count }, (_, at) => {
    const url = new URL(`/many/${at + 1}?q=`, site).href
    return url + 'abcdefgh-'.repeat(jobLimits.urlMaxCharacters).slice(0, jobLimits.urlMaxCharacters - url.length)
  })
  return JSON.stringify({ urls, output: ['markdown'] })
}

/** Starts a batch and cancels it. @returns whether it was accepted, and the time to the answer, milliseconds. */
async function startBatch({ url, key }: ApiTarget, body: string): Promise<{ isAccepted: boolean; takenMs: number }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const from = performance.now()
  const answer = await fetch(`${url}/batch/scrape`, { method: 'POST', headers, body })
  const { id = '' } = (await answer.json()) as { id?: string }
  const takenMs = performance.now() - from
  const isAccepted = answer.status === 202
  if (isAccepted) await fetch(`${url}/batch/scrape/${id}`, { method: 'DELETE', headers })
  return { isAccepted, takenMs }
}

/** Starts batches and cancels each of them. @param site start of their URLs. */
export async function startLargeBatches(
  target: ApiTarget,
  gateway: Pick<MeasuredGateway, 'longestTurn'>,
  site: string,
): Promise<LargeBatches> {
  const body = largestBatch(site)
  // The rules of the request are compiled for the first batch of a process.
  await startBatch(target, JSON.stringify({ urls: [site] }))
  const takenMs: number[] = []
  const turns: LoopTurns[] = []
  let failed = 0
  for (let start = 0; start < benchLimits.apiLargeBatches; start += 1) {
    await gateway.longestTurn()
    const batch = await startBatch(target, body)
    turns.push(await gateway.longestTurn())
    takenMs.push(batch.takenMs)
    if (!batch.isAccepted) failed += 1
  }
  const of = (name: keyof LoopTurns): number[] => turns.map((each) => each[name])
  const over = (share: number): LoopTurns => ({
    blockMs: percentile(of('blockMs'), share),
    turnCpuMs: percentile(of('turnCpuMs'), share),
  })
  return {
    starts: takenMs.length,
    bytes: Buffer.byteLength(body),
    p50Ms: percentile(takenMs, 0.5),
    maxMs: Math.max(...takenMs),
    median: over(0.5),
    longest: over(1),
    failed,
  }
}

/** Returns the figures as a line of text. */
export function batchLine({ starts, bytes, p50Ms, maxMs, median, longest }: LargeBatches): string {
  const text = ({ blockMs, turnCpuMs }: LoopTurns): string => `${blockMs.toFixed(0)} ms (CPU ${turnCpuMs.toFixed(0)})`
  return (
    `${starts} starts of a batch of ${(bytes / 1024 ** 2).toFixed(1)} MB: ${p50Ms.toFixed(0)} ms (median), at most ` +
    `${maxMs.toFixed(0)}; longest turn of the gateway's event loop ${text(median)}, at most ${text(longest)}\n`
  )
}

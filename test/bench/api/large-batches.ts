/** Starts of batches of the largest size: how long each keeps the event loop of the gateway from other callers. */
import { benchLimits } from '@seine/shared/config/tool-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { percentile } from '../browser/browser-figures.ts'
import { longestBlockMs } from './gateway-loop.ts'
import type { ApiTarget } from './load.ts'

/** Starts of large batches, one after the other. */
export interface LargeBatches {
  starts: number
  bytes: number
  /** Time to the answer. */
  p50Ms: number
  maxMs: number
  /** Longest block of the event loop during each start: the median of the starts, and the longest. */
  blockP50Ms: number
  blockMaxMs: number
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

/**
 * Starts batches and cancels each of them.
 * @param ops URL of the gateway's operations port.
 */
export async function startLargeBatches(target: ApiTarget, ops: string, site: string): Promise<LargeBatches> {
  const body = largestBatch(site)
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' }
  const [takenMs, blocksMs]: [number[], number[]] = [[], []]
  let failed = 0
  for (let start = 0; start < benchLimits.apiLargeBatches; start += 1) {
    await longestBlockMs(ops)
    const from = performance.now()
    const answer = await fetch(`${target.url}/batch/scrape`, { method: 'POST', headers, body })
    const { id = '' } = (await answer.json()) as { id?: string }
    takenMs.push(performance.now() - from)
    blocksMs.push(await longestBlockMs(ops))
    if (answer.status !== 202) failed += 1
    else await fetch(`${target.url}/batch/scrape/${id}`, { method: 'DELETE', headers })
  }
  return {
    starts: takenMs.length,
    bytes: Buffer.byteLength(body),
    p50Ms: percentile(takenMs, 0.5),
    maxMs: Math.max(...takenMs),
    blockP50Ms: percentile(blocksMs, 0.5),
    blockMaxMs: Math.max(...blocksMs),
    failed,
  }
}

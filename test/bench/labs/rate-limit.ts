/**
 * Lab: a site that answers a limited number of requests per second. Refusals carry Retry-After, in seconds or as a date
 * (RFC 9110, 10.2.3).
 */
import type { BenchContext } from '../bench-context.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import { cataloguePages } from './catalogue.ts'
import { allOf, atMost, reported, type LabResult } from './lab.ts'
import { pageRequests, resultsAmong, runLabJob } from './lab-job.ts'
import { htmlAnswer, notFound, startLabSite, type LabAnswer } from './lab-site.ts'
import { TokenBucket } from './token-bucket.ts'

interface Limit {
  title: string
  perSecond: number
  status: 429 | 503
  retryAfter: 'seconds' | 'date'
  /** Pass mark in seconds: twice the ideal time, plus time to find the rate. */
  secondsMax: number
}

const limits: Limit[] = [
  { title: '20 a second, 429 with seconds', perSecond: 20, status: 429, retryAfter: 'seconds', secondsMax: 30 },
  { title: '20 a second, 429 with a date', perSecond: 20, status: 429, retryAfter: 'date', secondsMax: 30 },
  { title: '10 a second, 503 with seconds', perSecond: 10, status: 503, retryAfter: 'seconds', secondsMax: 50 },
]

/** Highest allowed share of refusals, per cent. */
const refusedMaxPercent = 10

const waitMs = 1_000

function refusal({ status, retryAfter }: Limit): LabAnswer {
  // A date has whole seconds: rounded up, so that it is never too early.
  const date = new Date(Math.ceil((Date.now() + waitMs) / 1_000) * 1_000).toUTCString()
  const value = retryAfter === 'seconds' ? String(waitMs / 1_000) : date
  return { status, headers: { 'retry-after': value, 'content-type': 'text/plain' }, body: 'Too many requests\n' }
}

async function runLimit(bench: BenchStack, limit: Limit): Promise<LabResult> {
  const pages = cataloguePages()
  const bucket = new TokenBucket(limit.perSecond, performance.now())
  const site = await startLabSite((path) => {
    if (!bucket.take(performance.now())) return refusal(limit)
    const body = pages.get(path)
    return body === undefined ? notFound : htmlAnswer(body)
  })
  try {
    const { archive, wallMs } = await runLabJob(bench, site)
    const asked = pageRequests(site.requests)
    const refused = asked.filter(({ status }) => status === limit.status).length
    return {
      title: `rate-limit: ${limit.title}`,
      marks: [
        allOf('pages', resultsAmong(archive, new Set(pages.keys())), pages.size),
        atMost('refused', (100 * refused) / asked.length, refusedMaxPercent, ' %'),
        atMost('time', wallMs / 1_000, limit.secondsMax, ' s'),
        reported('requests', `${asked.length}, ${refused} refused`),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Runs one crawl for each kind of limit. */
export async function rateLimitLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const results: LabResult[] = []
  for (const limit of limits) {
    context.signal.throwIfAborted()
    results.push(await runLimit(bench, limit))
  }
  return results
}

/**
 * Locates and fetches one sitemap file of a discovery.
 */
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { type EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { fetchPatiently, type Patience } from '../robots/patient-fetch.ts'
import type { SitemapFile } from './sitemap-file.ts'
import type { SitemapGate } from './sitemap-gate.ts'
import { parseSitemap, protocolCaps } from './sitemap-parser.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

/** A file to read. A missing file under a guessed name causes no warning. */
export interface SitemapSource {
  url: string
  guessed: boolean
  /** The chain of indexes that led here, outermost first; each as the list of URLs it was read under. */
  above: readonly string[][]
}

export type SitemapOutcome =
  /** @param bytes size of the file in memory. */
  | { state: 'read'; finalUrl: string; file: SitemapFile; bytes: number }
  /** @param temporary whether another try may succeed. */
  | { state: 'failed'; message: string; temporary: boolean }
  | { state: 'absent' | 'stopped' }

export interface SitemapFetch {
  egress: Pick<EgressClient, 'fetch'>
  /** Value of the `User-Agent` header; the client's own by default. */
  userAgent?: string
  /** Asked before each request; without it, everything may be fetched at any time. */
  gate?: SitemapGate
  /** Whether titles and descriptions are read as well. @default false */
  texts?: boolean
  sleep?: NonNullable<Patience['sleep']>
}

/** Fetches and parses one file. Never rejects. */
export async function readSource(
  source: SitemapSource,
  options: SitemapFetch,
  signal: AbortSignal,
): Promise<SitemapOutcome> {
  try {
    return await read(source, options, signal)
  } catch (error) {
    if (signal.aborted) return { state: 'stopped' }
    return { state: 'failed', message: errorMessage(error), temporary: false }
  }
}

async function read(source: SitemapSource, options: SitemapFetch, signal: AbortSignal): Promise<SitemapOutcome> {
  const { egress, userAgent, gate, texts = false, sleep } = options
  const failed = (message: string): SitemapOutcome =>
    source.guessed ? { state: 'absent' } : { state: 'failed', message, temporary: false }
  let refusal = (await gate?.refusal(source.url, signal)) ?? null
  if (refusal !== null) return failed(refusal)
  const delayMs = (await gate?.delayMs(source.url, signal)) ?? 0
  await gate?.waitForStart(source.url, signal)
  const response = await fetchPatiently(
    egress,
    {
      url: source.url,
      headers: {
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
        accept: 'application/xml, text/xml, text/plain, */*;q=0.1',
      },
      timeoutMs: egressLimits.sitemapTimeoutMs,
      maxDecodedBytes: egressLimits.sitemapMaxDecodedBytes,
      maxRedirects: egressLimits.redirectsMax,
      onRedirect: async (next) => {
        refusal = (await gate?.refusal(next.href, signal)) ?? null
        return refusal === null ? 'follow' : 'stop'
      },
      truncateAtCap: true,
      signal,
    },
    {
      retriesMax: discoveryLimits.sitemapRetriesMax,
      delayMs: Math.max(discoveryLimits.sitemapRetryDelayMs, delayMs),
      retryAfterMaxMs: discoveryLimits.retryAfterMaxMs,
      silenceMs: Math.max(gate?.silenceMs?.(source.url) ?? discoveryLimits.silenceMs, delayMs),
      ...(sleep === undefined ? {} : { sleep }),
    },
  )
  if (response instanceof EgressError) return { state: 'failed', message: response.code, temporary: true }
  if (response.stoppedAt !== null) return failed(`redirect to ${response.stoppedAt}: ${refusal}`)
  const { status } = response
  if (status >= 400 && status < 500 && status !== 429) return failed(`HTTP ${status}`)
  if (status < 200 || status >= 300) return { state: 'failed', message: `HTTP ${status}`, temporary: true }
  const file = await parseSitemap(response.body, { ...protocolCaps, texts }, signal)
  if (file.kind === 'unknown') return failed('no sitemap')
  if (response.truncated) {
    file.truncated = true
    file.warnings.push(`larger than ${egressLimits.sitemapMaxDecodedBytes} bytes, the rest was not read`)
  }
  return { state: 'read', finalUrl: response.url, file, bytes: response.body.byteLength }
}

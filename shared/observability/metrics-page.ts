/**
 * The text of `/metrics`: what the process counts itself, and what Temporal's SDK counts in it, which
 * comes out on a port of loopback.
 */
import { get } from 'node:http'
import { collectDefaultMetrics, register } from 'prom-client'
import { metricsLimits } from '../config/process-limits.ts'
import { beginAtZero, metrics, readGauges } from './metrics.ts'

export const metricsContentType = register.contentType

/** Begins to measure the process itself: memory, CPU, the lag of its event loop. Once a process. */
export function measureProcess(): void {
  collectDefaultMetrics()
  beginAtZero()
}

let sdkUrl: string | null = null

/** Says where the metrics of Temporal's SDK in this process are; they are part of the page from now on. */
export function exposeSdkMetrics(url: string): void {
  sdkUrl = url
}

async function textAt(url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const asked = get(url, { signal: AbortSignal.timeout(metricsLimits.sdkTimeoutMs) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
    asked.once('error', reject)
  })
}

/** The page, in the text format of Prometheus. The SDK's part is left out while it does not answer. */
export async function metricsPage(): Promise<string> {
  readGauges()
  const sdk = sdkUrl === null ? null : await textAt(sdkUrl).catch(() => null)
  // A gateway has no worker of Temporal: nothing of its is missing.
  if (sdkUrl === null) metrics.sdkUp.remove()
  else metrics.sdkUp.set(sdk === null ? 0 : 1)
  return `${await register.metrics()}${sdk ?? ''}`
}

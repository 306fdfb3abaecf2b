/**
 * The text of `/metrics`: the metrics of the process itself and those of Temporal's SDK in it, which the SDK exposes on
 * a loopback port.
 */
import { get } from 'node:http'
import { collectDefaultMetrics, register } from 'prom-client'
import { metricsLimits } from './metrics-limits.ts'
import { beginAtZero, metrics, readGauges } from './metrics.ts'

export const metricsContentType = register.contentType

/** Starts to measure the process itself: memory, CPU, event loop lag. Call once per process. */
export function measureProcess(): void {
  collectDefaultMetrics()
  beginAtZero()
}

let sdkUrl: string | null = null

/** Sets the URL of the metrics of Temporal's SDK in this process; they are part of the page from now on. */
export function exposeSdkMetrics(url: string): void {
  sdkUrl = url
}

async function textAt(url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = get(url, { signal: AbortSignal.timeout(metricsLimits.sdkTimeoutMs) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
    request.once('error', reject)
  })
}

/** Returns the page in the text format of Prometheus. The SDK's part is left out while it does not answer. */
export async function metricsPage(): Promise<string> {
  readGauges()
  const sdk = sdkUrl === null ? null : await textAt(sdkUrl).catch(() => null)
  // A gateway has no Temporal worker, so it has no SDK metrics to report as missing.
  if (sdkUrl === null) metrics.sdkUp.remove()
  else metrics.sdkUp.set(sdk === null ? 0 : 1)
  return `${await register.metrics()}${sdk ?? ''}`
}

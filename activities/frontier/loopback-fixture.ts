/**
 * For tests of discovery: a site on 127.0.0.1 and a client that fetches from it by the contract of
 * the egress client, without its address policy.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { EgressError, type EgressClient, type RedirectHop } from '@seine/shared/egress/contract.ts'

export interface Site {
  /** `http://127.0.0.1:<port>`. */
  origin: string
  /** Paths asked for, in order. */
  requests: string[]
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers']
}

/** Starts a site that ends with the test. */
export async function startSite(
  context: TestContext,
  handle: (path: string, response: ServerResponse, site: Site) => void,
): Promise<Site> {
  const site: Site = { origin: '', requests: [], lastHeaders: {} }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    site.requests.push(path)
    site.lastHeaders = request.headers
    handle(path, response, site)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

async function bodyOf(
  response: Response,
  maxBytes: number,
): Promise<{ body: Buffer<ArrayBuffer>; truncated: boolean }> {
  const whole = Buffer.from(await response.arrayBuffer())
  return { body: whole.subarray(0, maxBytes), truncated: whole.length > maxBytes }
}

function errorOf(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): EgressError {
  if (error instanceof EgressError) return error
  if (signal?.aborted === true) return new EgressError('aborted', 'aborted', { cause: error })
  if (timeout.aborted) return new EgressError('timeout', 'timed out', { cause: error })
  return new EgressError('connect_error', 'no connection', { cause: error })
}

/** A client for loopback sites. A redirect to the host `unsafe.invalid` is refused as unsafe. */
export const loopbackEgress: EgressClient = {
  async fetch(request) {
    const { signal, maxRedirects, headers = {} } = request
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const redirects: RedirectHop[] = []
    let url = request.url
    try {
      for (;;) {
        if (new URL(url).hostname === 'unsafe.invalid') throw new EgressError('unsafe_target', 'forbidden address')
        const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
        const response = await fetch(url, { headers, redirect: 'manual', signal: either })
        const location = response.headers.get('location')
        if (response.status < 300 || response.status >= 400 || location === null) {
          const answerHeaders = Object.fromEntries(response.headers)
          const { body, truncated } = await bodyOf(response, request.maxDecodedBytes)
          const { status } = response
          const sizes = { wireBytes: body.length, elapsedMs: 0 }
          return { url, status, headers: answerHeaders, body, truncated, redirects, stoppedAt: null, ...sizes }
        }
        if (redirects.length >= maxRedirects) throw new EgressError('too_many_redirects', 'too many redirects')
        redirects.push({ url, status: response.status, location })
        url = new URL(location, url).href
      }
    } catch (error) {
      throw errorOf(error, signal, timeout)
    }
  },
  close: async () => undefined,
}

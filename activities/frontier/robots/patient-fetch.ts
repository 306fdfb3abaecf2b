/**
 * A fetch that waits and retries, for the few files that discovery depends on: robots.txt and sitemaps.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'

/** How often to retry and how long to wait. */
export interface Patience {
  retriesMax: number
  /** Minimum time between two tries, in milliseconds. */
  delayMs: number
  /** Maximum delay that a `Retry-After` header can request, in milliseconds. */
  retryAfterMaxMs: number
  /**
   * The first try is cut and repeated at once when nothing was received for this long, in milliseconds; absent: never.
   */
  silenceMs?: number
  /** Called when a first try was cut for silence and its repetition was answered. */
  onSilence?: () => void
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Epoch milliseconds. */
  now?: () => number
}

/** Waits `ms` milliseconds; rejects with the reason of `signal` as soon as it is aborted. */
export async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/** True for answers that a retry may improve: throttling and server errors. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500

/**
 * Fetches, and retries after throttling, server errors and network failures.
 * @returns the last answer, whatever its status, or the error of the last try.
 * @throws the reason of `signal` when it is aborted.
 */
export async function fetchPatiently(
  egress: Pick<EgressClient, 'fetch'>,
  request: EgressRequest & { signal: AbortSignal },
  patience: Patience,
): Promise<EgressResponse | EgressError> {
  const { signal } = request
  const { sleep = sleepFor, now = Date.now } = patience
  for (let retries = 0; ; retries += 1) {
    signal.throwIfAborted()
    const silenceMs = retries === 0 ? patience.silenceMs : undefined
    const fetching =
      silenceMs === undefined ? egress.fetch(request) : fetchDespiteSilence(egress, request, silenceMs, patience)
    const outcome = await fetching.catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof EgressError) return error
      throw error
    })
    const failed = outcome instanceof EgressError
    if (retries >= patience.retriesMax) return outcome
    if (failed ? !outcome.retryable : !isTemporary(outcome.status)) return outcome
    const requestedMs = failed ? 0 : (retryAfterMs(outcome.headers['retry-after'], now()) ?? 0)
    await sleep(Math.max(patience.delayMs, Math.min(requestedMs, patience.retryAfterMaxMs)), signal)
  }
}

/**
 * Fetches; a request that receives nothing for `silenceMs` is cut and made once more, with its full timeout. The time
 * begins with the request: a wait for its permit is not a silence of the site.
 */
async function fetchDespiteSilence(
  egress: Pick<EgressClient, 'fetch'>,
  request: EgressRequest & { signal: AbortSignal },
  silenceMs: number,
  { onSilence }: Pick<Patience, 'onSilence'>,
): Promise<EgressResponse> {
  const { signal } = request
  const silence = new AbortController()
  let timer: NodeJS.Timeout | undefined
  try {
    return await egress.fetch({
      ...request,
      signal: AbortSignal.any([signal, silence.signal]),
      onStarted: () => (timer = setTimeout(() => silence.abort(), silenceMs)),
      onReceived: () => clearTimeout(timer),
    })
  } catch (error) {
    if (signal.aborted || !silence.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
  let beganMs = -Infinity
  const onStarted = (): void => void (beganMs = performance.now())
  // A site that answers the repeat as late is slow; it does not hold first requests.
  const onReceived = (): void => {
    if (performance.now() - beganMs < silenceMs) onSilence?.()
  }
  return await egress.fetch({ ...request, onStarted, onReceived })
}

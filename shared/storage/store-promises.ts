/**
 * The promises of a process's store: probed in the background from the start of the process until there is a verdict.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { storeLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import type { StoreConfig } from './s3-client.ts'
import { probeStore, type ProbedPromise } from './store-probe.ts'

export interface StorePromises {
  /** For readiness: the problem of the store; null when none is known. */
  problem(): string | null
  /** Resolves when the store is not known to break a promise. @throws the reason of the signal. */
  trusted(signal: AbortSignal): Promise<void>
  close(): void
}

/** Returns the problem of a store in one sentence; null when it keeps every promise. */
export function brokenPromises(config: StoreConfig, promises: readonly ProbedPromise[]): string | null {
  const broken = promises.filter(({ kept }) => !kept)
  if (broken.length === 0) return null
  const store = config.SEINE_S3_ENDPOINT === '' ? 'AWS' : config.SEINE_S3_ENDPOINT
  const texts = broken.map(({ promise, seen }) => `${promise} (seen instead: ${seen})`).join('; ')
  return `the object store at ${store} does not keep guarantees that jobs depend on: ${texts}. See docs/stores.md`
}

/**
 * Probes the store of a process in the background. When the store is unavailable, there is no verdict and it is probed
 * again.
 * @param probe returns the promises; it throws when there is no verdict yet.
 */
export function watchPromises(
  config: StoreConfig,
  logger: Pick<Logger, 'error' | 'warn'>,
  { probe = probeStore, retryMs = storeLimits.probeRetryMs }: { probe?: typeof probeStore; retryMs?: number } = {},
): StorePromises {
  const closing = new AbortController()
  let problem: string | null = 'the object store is being probed'
  let change = Promise.withResolvers<void>()

  const isTrusted = (): boolean => problem === null
  const learn = (verdict: string | null): void => {
    if (verdict !== null && verdict !== problem) logger.error(verdict)
    problem = verdict
    change.resolve()
    change = Promise.withResolvers()
  }
  const run = async (): Promise<void> => {
    let hasVerdict = false
    while (!closing.signal.aborted) {
      try {
        const verdict = brokenPromises(config, await probe(config))
        hasVerdict = true
        learn(verdict)
        if (verdict === null) return
      } catch (error) {
        logger.warn({ error: String(error) }, 'the object store could not be probed yet')
        // Other checks report whether the store answers at all.
        if (!hasVerdict) learn(null)
      }
      await sleep(retryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  void run()
  return {
    problem: () => problem,
    async trusted(signal) {
      signal.throwIfAborted()
      const left = Promise.withResolvers<never>()
      const leave = (): void => left.reject(signal.reason as Error)
      signal.addEventListener('abort', leave, { once: true })
      try {
        while (!isTrusted()) await Promise.race([change.promise, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    close: () => closing.abort(),
  }
}

/**
 * A pool whose engines serve only after each has proved that it obeys the address policy: when a new version of
 * Chromium no longer knows a flag, pages must not get access to the network.
 */
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { type BrowserPool } from './pool/contract.ts'
import { EngineUnavailableError } from './chromium-process/engine-unavailable.ts'
import { selfTest } from './self-test.ts'

/** The test of one engine; a parameter so that tests can replace it. */
export type EngineTest = typeof selfTest

/**
 * Wraps a pool. An engine is tested once, when it is first requested; an engine that leaks is never used.
 * @returns the pool, whose `open` throws EngineUnavailableError for an engine that failed.
 */
export function testedPool(pool: BrowserPool, test: EngineTest = selfTest): BrowserPool {
  const tests = new Map<EngineName, Promise<void>>()

  const proven = async (engine: EngineName): Promise<void> => {
    let running = tests.get(engine)
    if (running === undefined) {
      running = test(
        async (proxyUrl) => await pool.open(engine, proxyUrl, AbortSignal.timeout(poolLimits.selfTestTimeoutMs)),
      )
      tests.set(engine, running)
      // Other reasons for a failed test may pass, so it is repeated; a leak is final.
      running.catch((error: unknown) => {
        if (!isLeak(error)) tests.delete(engine)
      })
    }
    try {
      await running
    } catch (error) {
      throw new EngineUnavailableError(`${engine} did not pass its self-test: ${(error as Error).message}`)
    }
  }

  return {
    slots: pool.slots,
    engines: pool.engines,
    open: async (engine, proxyServer, signal, alone) => {
      await proven(engine)
      return await pool.open(engine, proxyServer, signal, alone)
    },
    check: async () => {
      const [first] = pool.engines
      if (first !== undefined) await proven(first)
      await pool.check()
    },
    close: async () => await pool.close(),
  }
}

const isLeak = (error: unknown): boolean => error instanceof Error && error.name === 'ContainmentError'

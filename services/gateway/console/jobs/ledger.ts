/** Reads the whole ledger of a job, part by part. */
import type { LedgerPage, LedgerUrlState } from '@seine/shared/api/schemas/list-schema.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { revivals } from '../api/away.ts'
import { call, pathWith } from '../api/call.ts'
import { ServiceAway, ServiceProblem, SignedOut } from '../api/service-problem.ts'
import { viewLimits } from '../console-view-limits.ts'
import { jobPath } from './job-names.ts'

/** States of URLs by which a ledger can be filtered. */
export const ledgerStateNames = [
  'pending',
  'leased',
  'scraped',
  'failed',
  'excluded',
  'robots',
  'duplicate',
  'over_limit',
  'out_of_scope',
  'trap',
  'cancelled',
] as const satisfies readonly LedgerUrlState[]

/** A URL of a ledger, with its place among those read. */
export type LedgerRow = LedgerPage['data'][number] & { place: number }

/** The part of a ledger that has been read. */
export interface LedgerReading {
  rows: readonly LedgerRow[]
  /** True while `rows` still belong to the previously chosen state. */
  stale: boolean
  /** True while more is being read. */
  reading: boolean
  problem: ServiceProblem | null
  /** Reads it from its beginning. */
  reload: () => void
}

const pause = (secs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, secs * 1_000))

/** Reads the next part; waits after 429. @throws as `call` does. */
async function readPart(path: string, signal: AbortSignal): Promise<LedgerPage> {
  for (;;) {
    try {
      return await call<LedgerPage>(path, { signal })
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.status !== 429) throw error
      await pause(error.retryAfterSecs ?? 1)
      signal.throwIfAborted()
    }
  }
}

/**
 * Reads a ledger, and again at the end of the job and after an outage. Rows stay until a new reading has as many.
 * @param state only URLs with this state; empty: all.
 * @param running whether the job runs; the ledger of one that has ended does not change.
 */
export function useLedger(jobId: string, state: string, running: boolean): LedgerReading {
  const chosen = `${jobId} ${state}`
  const [held, setHeld] = useState<{ chosen: string; rows: readonly LedgerRow[] }>({ chosen, rows: [] })
  const [reading, setReading] = useState(true)
  const [problem, setProblem] = useState<ServiceProblem | null>(null)
  const [turn, setTurn] = useState(0)
  const revival = revivals.value
  /** What was last read to its end. */
  const whole = useRef('')
  useEffect(() => {
    const wanted = `${chosen} ${turn}`
    if (!running && whole.current === wanted) return undefined
    whole.current = ''
    const ending = new AbortController()
    const { signal } = ending
    const read = async (): Promise<void> => {
      let all: LedgerRow[] = []
      let cursor: string | null = null
      do {
        const path: string = pathWith(`${jobPath(jobId)}/urls`, { state, cursor, limit: viewLimits.ledgerPart })
        const part: LedgerPage = await readPart(path, signal)
        all = [...all, ...part.data.map((line, at) => ({ ...line, place: all.length + at }))]
        cursor = part.next_cursor
        if (signal.aborted) return
        const [rows, isWhole] = [all, cursor === null]
        setHeld((before) =>
          before.chosen === chosen && !isWhole && before.rows.length > rows.length ? before : { chosen, rows },
        )
      } while (cursor !== null)
      whole.current = running ? '' : wanted
    }
    setReading(true)
    setProblem(null)
    read()
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof ServiceAway || error instanceof SignedOut) return
        if (!(error instanceof ServiceProblem)) throw error
        setProblem(error)
        setHeld((before) => (before.chosen === chosen ? before : { chosen, rows: [] }))
      })
      .finally(() => {
        if (!signal.aborted) setReading(false)
      })
    return () => ending.abort()
  }, [jobId, state, running, turn, revival])
  const stale = held.chosen !== chosen
  return { rows: held.rows, stale, reading, problem, reload: () => setTurn((before) => before + 1) }
}

/** Data that a view reads from the service. The previous answer stays available while a new one is read or fails. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { viewLimits } from '../console-view-limits.ts'
import { ServiceProblem, ServiceAway, SignedOut } from './service-problem.ts'
import { revivals } from './away.ts'
import { call } from './call.ts'
import { IdlePace } from './idle-pace.ts'

/** State of the data of a view. */
export interface Resource<T> {
  /** The newest answer; null before the first. */
  data: T | null
  /** Why the newest read failed; null when it succeeded, and during an outage of the service. */
  problem: ServiceProblem | null
  /** True when the first answer has been missing for a moment. */
  loading: boolean
  /** True when `data` belongs to an earlier path. */
  stale: boolean
  /** Seconds until the request is repeated after 429; null: not waiting. */
  waitingSecs: number | null
  /** Reads again. */
  reload: () => void
}

interface Reading<T> {
  path: string | null
  data: T | null
  problem: ServiceProblem | null
}

/** Options of `useResource`. */
export interface ResourceOptions {
  /** Interval between reads while the tab is visible, milliseconds; null: read once. */
  everyMs?: number | null
  /** Longest interval while the answers stay the same, milliseconds. @default always `everyMs` */
  idleMs?: number | null
  /** Interval once the answers have stayed the same for a minute, milliseconds. @default `idleMs` */
  restMs?: number | null
}

/** Inputs that reset the interval to the shortest one. */
const signsOfReaders = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Counts down after an answer 429, then repeats the request.
 * @param problem of the newest answer: each 429 starts a new count, also one with the same seconds.
 * @param done repeats the request.
 * @returns the seconds left; null when not waiting.
 */
export function useCountdown(problem: ServiceProblem | null, done: () => void): number | null {
  const secs = problem?.status === 429 ? (problem.retryAfterSecs ?? viewLimits.retryAfterSecs) : null
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    setLeft(secs)
    if (secs === null) return undefined
    let rest = secs
    const timer = setInterval(() => {
      rest -= 1
      setLeft(Math.max(0, rest))
      if (rest > 0) return
      clearInterval(timer)
      done()
    }, 1_000)
    return () => clearInterval(timer)
  }, [secs, problem])
  return secs === null ? null : left
}

const paceOf = (quickMs: number, idleMs: number | null, restMs: number | null): IdlePace =>
  new IdlePace({ quickMs, idleMs: idleMs ?? quickMs, restMs: restMs ?? quickMs }, viewLimits.restAfterMs)

/** Returns true when `waiting` has been true for a moment. */
export function useMoment(waiting: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    setShown(false)
    if (!waiting) return undefined
    const timer = setTimeout(() => setShown(true), viewLimits.loadingAfterMs)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && shown
}

/**
 * Reads a path of the service. Reads again when the path changes, on request, and when the service is available again.
 * @param path below the root of the service; null: nothing to read.
 */
export function useResource<T>(path: string | null, options: ResourceOptions = {}): Resource<T> {
  const { everyMs = null, idleMs = everyMs, restMs = idleMs } = options
  const [reading, setReading] = useState<Reading<T>>({ path: null, data: null, problem: null })
  const [turn, setTurn] = useState(0)
  const reload = (): void => setTurn((before) => before + 1)
  const revival = revivals.value
  const latest = useRef(reading)
  latest.current = reading
  useEffect(() => {
    if (path === null) return undefined
    const ending = new AbortController()
    const { signal } = ending
    const pace = everyMs === null ? null : paceOf(everyMs, idleMs, restMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAtMs = 0
    const again = (waitMs: number): void => {
      if (signal.aborted) return
      clearTimeout(timer)
      timer = setTimeout(() => void (document.visibilityState === 'visible' ? read() : again(waitMs)), waitMs)
    }
    const read = async (): Promise<void> => {
      try {
        const data = await call<T>(path, { signal })
        if (signal.aborted) return
        setReading({ path, data, problem: null })
        readAtMs = performance.now()
        if (pace !== null) again(pace.after(data))
      } catch (error) {
        if (signal.aborted || error instanceof ServiceAway || error instanceof SignedOut) return
        if (!(error instanceof ServiceProblem)) throw error
        const { path: before, data } = latest.current
        setReading({ path, data: before === path ? data : null, problem: error })
        // A fault of the service may be over at the next read. A request that the caller has to change is not repeated.
        if (pace !== null && error.status >= 500) again(pace.after(null))
      }
    }
    const seen = (): void => {
      if (document.visibilityState !== 'visible' || pace === null) return
      clearTimeout(timer)
      void read()
    }
    const stir = (): void => {
      if (everyMs !== null && pace?.hurry() === true) again(Math.max(0, everyMs - (performance.now() - readAtMs)))
    }
    document.addEventListener('visibilitychange', seen, { signal })
    for (const sign of signsOfReaders) document.addEventListener(sign, stir, { signal, passive: true })
    void read()
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [path, turn, revival, everyMs, idleMs, restMs])
  const problem = reading.path === path ? reading.problem : null
  const waitingSecs = useCountdown(problem, reload)
  const waiting = path !== null && reading.path !== path
  const loading = useMoment(waiting)
  return { data: reading.data, problem, loading, stale: waiting && reading.data !== null, waitingSecs, reload }
}

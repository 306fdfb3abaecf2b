/// <reference lib="dom" />
/**
 * Detects pending timers of a page, so that the wait for its content can end earlier without them. An isolated world
 * queries them by an event with a random name; scripts of the page can only detect the proxies of four functions.
 */
import { randomBytes } from 'node:crypto'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttachedTarget } from '../recorder/contract.ts'

/**
 * Runs in the page before its scripts: notes which timers with a short delay have not run. The event is cancelled when
 * there is no such timer. A second timer, set right after each one with the same delay, runs after it, however late
 * that is on a busy machine. Intervals count for a limited time, because a page that never clears them is finished
 * nevertheless. Uses no methods of objects that the page can replace.
 */
function noteTimers(eventName: string, delayMaxMs: number, intervalMs: number): void {
  // The second timer of each timer that has not run, by its id.
  const pending = Object.create(null) as Record<string, ReturnType<typeof setTimeout>>
  const { apply: call, deleteProperty: remove } = Reflect
  const { defineProperty: define, getOwnPropertyDescriptor: described } = Object
  const { setTimeout: setNative, clearTimeout: clearNative } = globalThis
  const replace = (name: 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval'): void => {
    const apply = (native: () => unknown, self: unknown, values: unknown[]): unknown => {
      const result = call(native, self, values as [])
      if (name === 'clearTimeout' || name === 'clearInterval') {
        const id = `${values[0] as number}`
        if (pending[id] !== undefined) clearNative(pending[id])
        remove(pending, id)
      } else {
        const id = `${result as number}`
        const delayMs = typeof values[1] === 'number' ? values[1] : 0
        const runsInMs = name === 'setInterval' && delayMs < intervalMs ? intervalMs : delayMs
        if (delayMs <= delayMaxMs) pending[id] = setNative(() => remove(pending, id), runsInMs)
      }
      return result
    }
    define(globalThis, name, { ...described(globalThis, name), value: new Proxy(globalThis[name], { apply }) })
  }
  replace('setTimeout')
  replace('setInterval')
  replace('clearTimeout')
  replace('clearInterval')
  document.addEventListener(eventName, (event) => {
    for (const _id in pending) return
    event.preventDefault()
  })
}

/** Follows the timers of the page of one attempt. */
export class TimerWatch {
  readonly #eventName = `x${randomBytes(8).toString('hex')}`
  #hasWorkers = false

  /** Notes a target of the page before it runs; sends commands without awaiting them. */
  add({ session, type }: Pick<AttachedTarget, 'session' | 'type'>): void {
    if (type.endsWith('worker')) this.#hasWorkers = true
    if (type !== 'page') return
    const { timerDelayMaxMs, settleQuietMs } = renderLimits
    const values = [this.#eventName, timerDelayMaxMs, settleQuietMs]
    const source = `(${noteTimers.toString()})(${values.map((value) => JSON.stringify(value)).join()})`
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }).catch(() => {})
  }

  /**
   * The event that an isolated world dispatches at the document: it is cancelled when no timer is to run. Null when
   * this is not known, because workers have timers of their own.
   */
  get event(): string | null {
    return this.#hasWorkers ? null : this.#eventName
  }
}

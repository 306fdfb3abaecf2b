/** Writes the delivery log of a job: tries are buffered briefly, then stored as one object. */
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { deliveryLogKey, deliveryLogPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { readTries } from './delivery-log.ts'

/** Attempt number in object names of redeliveries; it sorts them after all objects of their call. */
const redeliveryAttempt = 9_999

/** Identifies the writer: which attempt at which call of the activity. */
export interface WritingCall {
  call: number
  attempt: number
}

/** Writes the log objects of one attempt at a call. */
export class DeliveryLogWriter {
  readonly #store: Pick<Store, 'put'>
  readonly #job: JobRef
  readonly #call: WritingCall
  readonly #timer: NodeJS.Timeout
  #waiting: DeliveryTry[] = []
  #parts = 0
  #writing: Promise<void> = Promise.resolve()
  #failed: unknown = null

  /** Starts writing at an interval of `logFlushMs`; call `close` at the end. */
  constructor(store: Pick<Store, 'put'>, job: JobRef, call: WritingCall) {
    this.#store = store
    this.#job = job
    this.#call = call
    this.#timer = setInterval(() => {
      this.flush().catch((error: unknown) => {
        this.#failed = error
      })
    }, webhookLimits.logFlushMs)
  }

  /** @throws the error of an earlier write. */
  async add(line: DeliveryTry): Promise<void> {
    if (this.#failed !== null) throw this.#failed as Error
    this.#waiting.push(line)
    if (this.#waiting.length >= webhookLimits.logObjectLinesMax) await this.flush()
  }

  /**
   * Writes the buffered lines. Once the call has been attempted `logAttemptsMax` times, lines that the store rejects
   * are dropped.
   * @throws StoreUnavailableError; the lines stay buffered then.
   */
  async flush(): Promise<void> {
    const written = this.#writing.then(async () => await this.#write())
    this.#writing = written.catch(() => undefined)
    await written
  }

  async #write(): Promise<void> {
    const lines = this.#waiting
    if (lines.length === 0) return
    this.#waiting = []
    const { call, attempt } = this.#call
    const key = deliveryLogKey(this.#job, call, attempt, this.#parts)
    try {
      await this.#store.put(key, logText(lines))
      this.#parts += 1
    } catch (error) {
      // Drop the lines: each further attempt would send its events once more.
      if (attempt >= webhookLimits.logAttemptsMax) return
      this.#waiting = [...lines, ...this.#waiting]
      throw error
    }
  }

  /** Writes the rest and stops. @throws StoreUnavailableError. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

const logText = (lines: readonly DeliveryTry[]): string => lines.map((line) => JSON.stringify(line)).join('\n')

const keysOfCall = async (store: Pick<Store, 'list'>, job: JobRef, call: number): Promise<string[]> =>
  await store.list(`${deliveryLogPrefix(job)}${String(call).padStart(6, '0')}-`)

/** Returns the highest sequence that earlier attempts at a call have delivered; null when they have none. */
export async function deliveredByCall(
  store: Pick<Store, 'get' | 'list'>,
  job: JobRef,
  call: number,
): Promise<number | null> {
  let highest: number | null = null
  for (const key of await keysOfCall(store, job, call)) {
    for (const { state, sequence, redelivery } of await readTries(store, key)) {
      if (state === 'delivered' && !redelivery) highest = Math.max(highest ?? 0, sequence)
    }
  }
  return highest
}

/**
 * Writes a redelivery that a caller requested, after everything that is in the log so far.
 * @throws StoreUnavailableError
 */
export async function logRedelivery(
  store: Pick<Store, 'list' | 'putIfAbsent'>,
  job: JobRef,
  line: DeliveryTry,
): Promise<void> {
  const prefix = deliveryLogPrefix(job)
  const last = (await store.list(prefix)).at(-1)?.slice(prefix.length)
  const call = Number(last?.slice(0, 6) ?? 0)
  for (let part = 0; part <= 9_999; part += 1) {
    if (await store.putIfAbsent(deliveryLogKey(job, call, redeliveryAttempt, part), logText([line]))) return
  }
  throw new Error('the delivery log has no room for another redelivery')
}

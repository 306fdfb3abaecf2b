/** Admission: how many pages are worked on at a time, and who waits. */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { NoSlotError, type Slots, type SlotUser } from './contract.ts'

export interface SlotsOptions {
  /** Pages at a time, at least 1. */
  capacity: number
  /** Slots that jobs leave to calls. @default poolLimits.slotsReservedForCalls */
  reservedForCalls?: number
  /** Calls that may wait. @default twice the capacity */
  queueMax?: number
}

interface Holder {
  user: SlotUser
}

interface Waiter extends Holder {
  grant(): void
}

/**
 * Slots, for calls and for jobs each in the order of asking. Jobs leave the reserved slots free, and of
 * those that wait calls go first: somebody waits for their answer, and not for long. Now and then it is
 * a job's turn all the same, so that calls without end do not end the jobs. All counts are sizes of the
 * live sets, so they cannot drift.
 */
export function createSlots(options: SlotsOptions): Slots {
  const { capacity } = options
  const reserved = options.reservedForCalls ?? poolLimits.slotsReservedForCalls
  const queueMax = options.queueMax ?? capacity * poolLimits.queuePerSlot
  const jobsMax = Math.max(1, capacity - reserved)
  const holders = new Set<Holder>()
  const waiters = new Set<Waiter>()
  let refused = 0
  /** Calls that were let in one after the other while a job could have been. */
  let passedJobs = 0

  const count = (set: Iterable<Holder>, user: SlotUser): number => {
    let found = 0
    for (const holder of set) if (holder.user === user) found += 1
    return found
  }
  const mayRun = (user: SlotUser): boolean =>
    holders.size < capacity && (user === 'call' || count(holders, 'job') < jobsMax)

  const firstOf = (user: SlotUser): Waiter | undefined =>
    mayRun(user) ? waiters.values().find((waiter) => waiter.user === user) : undefined
  const next = (): Waiter | undefined => {
    const [call, job] = [firstOf('call'), firstOf('job')]
    if (call === undefined || job === undefined) return call ?? job
    passedJobs = passedJobs < poolLimits.callsBeforeJobMax ? passedJobs + 1 : 0
    return passedJobs > 0 ? call : job
  }
  const pump = (): void => {
    for (let waiter = next(); waiter !== undefined; waiter = next()) waiter.grant()
  }
  const hold = (user: SlotUser): (() => void) => {
    const holder: Holder = { user }
    holders.add(holder)
    return () => {
      if (holders.delete(holder)) pump()
    }
  }
  const refusal = (): NoSlotError => {
    refused += 1
    return new NoSlotError({ running: holders.size, capacity, queued: waiters.size })
  }

  const wait = (user: SlotUser, waitMaxMs: number, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiters.delete(waiter)
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        user,
        grant: () => {
          leave()
          resolve(hold(user))
        },
      }
      const onAbort = (): void => {
        leave()
        reject(signal.reason as Error)
      }
      const timer =
        user === 'job'
          ? undefined
          : setTimeout(() => {
              leave()
              reject(refusal())
            }, waitMaxMs)
      signal.addEventListener('abort', onAbort, { once: true })
      waiters.add(waiter)
    })

  return {
    take: async (user, waitMaxMs, signal) => {
      signal.throwIfAborted()
      // Whoever may run has been let in by the last release, so nobody is overtaken here.
      if (mayRun(user)) return hold(user)
      if (user === 'call' && (waitMaxMs <= 0 || count(waiters, 'call') >= queueMax)) throw refusal()
      return wait(user, waitMaxMs, signal)
    },
    state: () => ({ capacity, running: holders.size, queued: waiters.size, refused }),
  }
}

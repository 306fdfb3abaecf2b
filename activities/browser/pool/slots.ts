/** Admission: how many pages are processed at a time, and which callers wait. */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { NoSlotError, type Slots, type SlotUser } from './contract.ts'

export interface SlotsOptions {
  /** Pages at a time, at least 1. */
  capacity: number
  /** Slots that jobs leave free for calls. @default poolLimits.slotsReservedForCalls */
  reservedForCalls?: number
  /** Number of calls that may wait. @default the capacity times `poolLimits.queuePerSlot` */
  queueMax?: number
  /**
   * Number of slots in addition to `capacity`, and of queue places in addition to `queueMax`. Only a call may take one,
   * when its tenant holds fewer slots (queue places) than are left. @default 0
   */
  spare?: number
}

interface Holder {
  user: SlotUser
  tenant: string
}

interface Waiter extends Holder {
  grant(): void
}

/**
 * Creates the slots. Calls and jobs each get slots in FIFO order, calls of the tenant with the fewest slots first.
 * Jobs leave the reserved slots free. Waiting calls go before waiting jobs, because their callers wait for the
 * answer and only for a short time; after `callsBeforeJobMax` calls in a row a job goes first, so that a constant
 * flow of calls does not starve jobs. When the calls of one tenant hold every slot, the spare slots are left to
 * others: each tenant may hold fewer of them than are left (the dynamic threshold of shared buffers, Choudhury and
 * Hahne 1998). All counts are sizes of the live sets, so they cannot drift.
 */
export function createSlots(options: SlotsOptions): Slots {
  const { capacity } = options
  const reserved = options.reservedForCalls ?? poolLimits.slotsReservedForCalls
  const queueMax = options.queueMax ?? capacity * poolLimits.queuePerSlot
  const { spare = 0 } = options
  const jobsMax = Math.max(1, capacity - reserved)
  const holders = new Set<Holder>()
  const waiters = new Set<Waiter>()
  let refused = 0
  /** Number of calls in a row that were let in while a job could have been. */
  let passedJobs = 0

  const count = (set: Iterable<Holder>, is: (holder: Holder) => boolean): number => {
    let found = 0
    for (const holder of set) if (is(holder)) found += 1
    return found
  }
  const ofUser = (set: Iterable<Holder>, user: SlotUser): number => count(set, (holder) => holder.user === user)
  const ofTenant = (set: Iterable<Holder>, tenant: string): number => count(set, (holder) => holder.tenant === tenant)
  const mayRun = ({ user, tenant }: Holder): boolean => {
    if (user === 'job') return holders.size < capacity && ofUser(holders, 'job') < jobsMax
    return holders.size < capacity || ofTenant(holders, tenant) < capacity + spare - holders.size
  }
  const mayWait = (tenant: string): boolean => {
    const waiting = ofUser(waiters, 'call')
    return waiting < queueMax || ofTenant(waiters, tenant) < queueMax + spare - waiting
  }

  const firstOf = (user: SlotUser): Waiter | undefined => {
    let [first, fewest]: [Waiter | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const waiter of waiters) {
      if (waiter.user !== user || !mayRun(waiter)) continue
      const held = user === 'call' ? ofTenant(holders, waiter.tenant) : 0
      if (held < fewest) [first, fewest] = [waiter, held]
    }
    return first
  }
  const next = (): Waiter | undefined => {
    const [call, job] = [firstOf('call'), firstOf('job')]
    if (call === undefined || job === undefined) return call ?? job
    passedJobs = passedJobs < poolLimits.callsBeforeJobMax ? passedJobs + 1 : 0
    return passedJobs > 0 ? call : job
  }
  const pump = (): void => {
    for (let waiter = next(); waiter !== undefined; waiter = next()) waiter.grant()
  }
  const hold = ({ user, tenant }: Holder): (() => void) => {
    const holder: Holder = { user, tenant }
    holders.add(holder)
    return () => {
      if (holders.delete(holder)) pump()
    }
  }
  const refusal = (): NoSlotError => {
    refused += 1
    return new NoSlotError({ running: holders.size, capacity, queued: waiters.size })
  }

  const wait = ({ user, tenant }: Holder, waitMaxMs: number, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiters.delete(waiter)
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        user,
        tenant,
        grant: () => {
          leave()
          resolve(hold(waiter))
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
    take: async (user, waitMaxMs, signal, tenant = '', isBack = false) => {
      signal.throwIfAborted()
      const holder = { user, tenant }
      // A release admits every waiter that may run, so a caller that may run now overtakes none.
      if (mayRun(holder)) return hold(holder)
      if (user === 'call' && (waitMaxMs <= 0 || !(isBack || mayWait(tenant)))) throw refusal()
      return wait(holder, waitMaxMs, signal)
    },
    state: () => ({ capacity, running: holders.size, queued: waiters.size, refused }),
  }
}

/** Tickets of running jobs in the object store: there from before the start of a job until it is finalised. */
import { randomUUID } from 'node:crypto'
import { jobOfTicket, runningPrefix, ticketKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { jobKinds, isJobId } from '@seine/shared/temporal/names.ts'

/** Under which key of which tenant jobs are counted. */
export interface TicketHolder {
  tenant: string
  keyId: string
}

/** A job that has tickets. */
export interface ListedTicket {
  jobId: string
  /** When the last of them was put, by the clock of the store, epoch milliseconds. */
  putAtMs: number
  /** Of the tickets, below the prefix of the holder. */
  names: readonly string[]
  /** Whether another gateway has put one of them. */
  elsewhere: boolean
}

/**
 * The tickets of one gateway, and the look at all. Two gateways may be asked for the same job, each
 * with a ticket of its own, so that the one that refuses it does not take the other's place away.
 */
export interface RunningTickets {
  /** Puts the ticket of a job; one that is there becomes a new one. */
  put(holder: TicketHolder, jobId: string): Promise<void>
  /** The jobs that have tickets of any gateway. */
  list(holder: TicketHolder): Promise<ListedTicket[]>
  /** Takes tickets of this gateway away. */
  delete(holder: TicketHolder, jobIds: readonly string[]): Promise<void>
  /** Takes tickets of any gateway away. @param names as they are listed. */
  remove(holder: TicketHolder, names: readonly string[]): Promise<void>
}

const isJob = (text: string): boolean => jobKinds.some((kind) => isJobId(kind, text))

/** The tickets of a store as one gateway uses them, with a deadline on each call. @throws StoreUnavailableError from every method. */
export function createRunningTickets(store: Pick<Store, 'put' | 'listObjects' | 'delete'>): RunningTickets {
  const gateway = randomUUID()
  const keyOf = ({ tenant, keyId }: TicketHolder, jobId: string): string =>
    ticketKey({ tenant, id: jobId }, keyId, gateway)
  const remove = (keys: string[]): Promise<void> => withinDeadline('deleting tickets', store.delete(keys))
  return {
    put: (holder, jobId) => withinDeadline('writing a ticket', store.put(keyOf(holder, jobId), '{}')),
    async list({ tenant, keyId }) {
      const prefix = runningPrefix(tenant, keyId)
      const objects = await withinDeadline('listing tickets', store.listObjects(prefix))
      const found = new Map<string, ListedTicket>()
      for (const { key, lastModifiedMs } of objects) {
        const jobId = jobOfTicket(key)?.id ?? ''
        if (!isJob(jobId)) continue
        const known = found.get(jobId) ?? { names: [], putAtMs: 0, elsewhere: false }
        found.set(jobId, {
          jobId,
          names: [...known.names, key.slice(prefix.length)],
          putAtMs: Math.max(known.putAtMs, lastModifiedMs),
          elsewhere: known.elsewhere || key !== keyOf({ tenant, keyId }, jobId),
        })
      }
      return [...found.values()]
    },
    delete: (holder, jobIds) => remove(jobIds.map((jobId) => keyOf(holder, jobId))),
    remove: ({ tenant, keyId }, names) => remove(names.map((name) => runningPrefix(tenant, keyId) + name)),
  }
}

/** Tickets of running jobs in the object store: they exist from before the start of a job until it is finalised. */
import { randomUUID } from 'node:crypto'
import { jobOfTicket, runningPrefix, ticketKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import { withinDeadline } from '../storage/store-deadline.ts'
import { jobKinds, isJobId } from '../temporal/names.ts'

/** The tenant and key under which jobs are counted. */
export interface TicketHolder {
  tenant: string
  keyId: string
}

/** A job that has tickets. */
export interface ListedTicket {
  jobId: string
  /** When the latest of its tickets was written, by the clock of the store, epoch milliseconds. */
  putAtMs: number
  /** Names of the tickets, relative to the prefix of the holder. */
  names: readonly string[]
  /** Whether another process has written one of them. */
  elsewhere: boolean
}

/**
 * The tickets of one process, a gateway or a worker that begins runs of watches, and the listing of all tickets. Two
 * processes may receive the same job; each writes its own ticket, so that the one that refuses the job does not remove
 * the other's place.
 */
export interface RunningTickets {
  /** Writes the ticket of a job; an existing one is renewed. */
  put(holder: TicketHolder, jobId: string): Promise<void>
  /** Lists the jobs that have tickets of any process. */
  list(holder: TicketHolder): Promise<ListedTicket[]>
  /** Deletes tickets of this process. */
  delete(holder: TicketHolder, jobIds: readonly string[]): Promise<void>
  /** Deletes tickets of any process. @param names as listed. */
  remove(holder: TicketHolder, names: readonly string[]): Promise<void>
}

const isJob = (text: string): boolean => jobKinds.some((kind) => isJobId(kind, text))

/**
 * Creates the tickets of one process on a store, with a deadline for each call. @throws StoreUnavailableError from
 * every method.
 */
export function createRunningTickets(store: Pick<Store, 'put' | 'listObjects' | 'delete'>): RunningTickets {
  const process = randomUUID()
  const keyOf = ({ tenant, keyId }: TicketHolder, jobId: string): string =>
    ticketKey({ tenant, id: jobId }, keyId, process)
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

/**
 * Limits how many mails a tenant may request, and have sent, in a day (UTC), and to how many different recipients. Each
 * mail has a ticket in the store, so that the count holds across all processes and restarts. A ticket is written before
 * the tickets are counted: of two requests that reach the limit at once, at least one sees the other.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailLimits } from '@seine/shared/config/notify-limits.ts'
import { KeyedQueue } from '@seine/shared/lifecycle/keyed-queue.ts'
import {
  dayOf,
  mailTicketKey,
  mailTicketsPrefix,
  mailTicketOf,
  type MailUse,
} from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { KeyedHash } from '@seine/shared/storage/sealing.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

export interface MailQuotaPorts {
  store: Pick<Store, 'put' | 'listObjects' | 'delete'>
  mailsPerDay: number
  recipientsPerDay: number
  /** Stands for recipients in the store. @default SHA-256 */
  hashOf?: KeyedHash
  /** Clock, epoch milliseconds. */
  now?: () => number
  /** Waits for the given number of milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/** A mail that counts against the quota. */
export interface CountedMail {
  tenant: string
  jobId: string
  /** The recipient: one address. */
  to: string
  /** Mails requested at the start of jobs and mails that are sent are counted separately. */
  use: MailUse
}

/** The daily quota has no room for the mail. */
export class MailQuotaReachedError extends Error {
  override readonly name = 'MailQuotaReachedError'
  /** Time until the next day, seconds. */
  readonly retryAfterSecs: number

  constructor(message: string, retryAfterSecs: number) {
    super(message)
    this.retryAfterSecs = retryAfterSecs
  }
}

export interface MailTicket {
  /** Gives the place back when the mail is not needed after all. Never rejects. */
  giveBack(): Promise<void>
}

const noTicket: MailTicket = { giveBack: () => Promise.resolve() }

export class MailQuota {
  readonly #ports: MailQuotaPorts
  /** By tenant: calls of one process run one after another, so they do not compete at the limit. */
  readonly #queue = new KeyedQueue()

  constructor(ports: MailQuotaPorts) {
    this.#ports = ports
  }

  /**
   * Takes a place for a mail; a job has one place a day, however often it is requested.
   * @throws MailQuotaReachedError; StoreUnavailableError.
   */
  async take(mail: CountedMail): Promise<MailTicket> {
    return await this.#queue.run(mail.tenant, async () => await this.#take(mail))
  }

  async #take(mail: CountedMail): Promise<MailTicket> {
    const { store, now = Date.now, pause = sleep, hashOf = (text) => hash('sha256', text) } = this.#ports
    const nowMs = now()
    const day = dayOf(nowMs)
    const recipient = hashOf(`${mail.tenant}\n${mail.to.toLowerCase()}`).slice(0, 32)
    const place = { day, tenant: mail.tenant, use: mail.use }
    // Two requests for one job have a ticket each, so that a request that fails deletes only its own.
    const key = mailTicketKey(place, { recipient, jobId: mail.jobId, id: mail.use === 'sent' ? '' : randomUUID() })
    const prefix = mailTicketsPrefix(place)
    const retryAfterSecs = Math.ceil((dayMs - (nowMs % dayMs)) / 1_000)
    const others = async (): Promise<Counted> => {
      const objects = await withinDeadline('listing mails', store.listObjects(prefix))
      return countedWithout(
        objects.map((object) => object.key),
        mail.jobId,
      )
    }
    const giveBack = async (): Promise<void> => {
      await withinDeadline('deleting the ticket of a mail', store.delete([key])).catch(() => undefined)
    }
    for (const pauseMs of [...mailLimits.quotaRetryPausesMs, null]) {
      const before = await others()
      if (before.hasJob && mail.use === 'sent') return noTicket
      this.#check(before, recipient, retryAfterSecs)
      await withinDeadline('writing the ticket of a mail', store.put(key, '{}'))
      try {
        this.#check(await others(), recipient, retryAfterSecs)
        return { giveBack }
      } catch (error) {
        await giveBack()
        if (!(error instanceof MailQuotaReachedError) || pauseMs === null) throw error
        // Other processes may be backing off as well: a random pause decides which comes first.
        await pause(Math.random() * pauseMs)
      }
    }
    return noTicket
  }

  /** @throws MailQuotaReachedError */
  #check({ jobs, recipients }: Counted, recipient: string, retryAfterSecs: number): void {
    const { mailsPerDay, recipientsPerDay } = this.#ports
    if (jobs.size >= mailsPerDay) {
      throw new MailQuotaReachedError(`a tenant may have ${mailsPerDay} mails a day`, retryAfterSecs)
    }
    if (recipients.size >= recipientsPerDay && !recipients.has(recipient)) {
      throw new MailQuotaReachedError(
        `a tenant may have mails to ${recipientsPerDay} different recipients a day`,
        retryAfterSecs,
      )
    }
  }
}

/** Tickets of a day, except those of one job. */
interface Counted {
  jobs: ReadonlySet<string>
  recipients: ReadonlySet<string>
  /** Whether that job has a ticket. */
  hasJob: boolean
}

function countedWithout(keys: readonly string[], jobId: string): Counted {
  const tickets = keys.map(mailTicketOf).filter((ticket) => ticket !== null)
  const others = tickets.filter((ticket) => ticket.jobId !== jobId)
  return {
    jobs: new Set(others.map((ticket) => ticket.jobId)),
    recipients: new Set(others.map(({ recipient }) => recipient)),
    hasJob: others.length < tickets.length,
  }
}

/** The events of a job by sequence number: their type and content. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'
import { eventIdOf, eventPlace, eventTypeOf, type JobHappening } from '@seine/shared/api/schemas/webhook-event.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { DeliverInput, UnrecordedEnd, WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import { endOf } from './unrecorded-end.ts'
import type { PageDocuments } from './firecrawl/page-documents.ts'
import { wireBody } from './firecrawl/wire-body.ts'
import { ownBody } from './webhook-body.ts'

/** An event of a job. */
export interface DueEvent {
  sequence: number
  id: string
  type: string
  /** Returns its body as it is sent. @throws StoreUnavailableError */
  text: () => Promise<string>
}

export interface EventPorts {
  store: Pick<Store, 'get' | 'getJson' | 'list'>
  notes: PageNotes
  documents: PageDocuments
}

/** Returns the number of finished pages of a job, derived from how many of its events are due. */
export function finishedPagesOf({ plan, state, outcome }: Pick<DeliverInput, 'plan' | 'state' | 'outcome'>): number {
  const hasEnd = outcome !== null && plan[outcome] === true
  return plan.page ? state.due - lastSequence(plan, 0) - (hasEnd ? 1 : 0) : 0
}

/** Builds the events of one job; reads notes ahead. */
export class DueEvents {
  readonly #ports: EventPorts
  readonly #input: JobInput
  readonly #plan: WebhookPlan
  readonly #finishedPages: number
  readonly #unrecorded: UnrecordedEnd | null
  #notes: NumberedNote[] = []

  /**
   * @param finishedPages finished pages of the job so far; Infinity for a running job.
   * @param unrecorded the end of a job that may have no record; null for a job that runs or has a record.
   */
  constructor(
    ports: EventPorts,
    input: JobInput,
    plan: WebhookPlan,
    finishedPages: number,
    unrecorded: UnrecordedEnd | null = null,
  ) {
    this.#ports = ports
    this.#input = input
    this.#plan = plan
    this.#finishedPages = finishedPages
    this.#unrecorded = unrecorded
  }

  isTerminal(sequence: number): boolean {
    return eventPlace(this.#plan, sequence, this.#finishedPages).name === 'end'
  }

  /** Returns what identifies the event of a page, without its note; null for other events. */
  pageEventAt(sequence: number): Omit<DueEvent, 'text'> | null {
    if (eventPlace(this.#plan, sequence, this.#finishedPages).name !== 'page') return null
    const { id, kind } = this.#input
    return { sequence, id: eventIdOf(id, sequence), type: eventTypeOf(kind, 'page') }
  }

  /**
   * Returns an event that has happened; null when it has not happened yet, or the note of its page is lost.
   * @throws StoreUnavailableError; DamagedObjectError when the note of its page is damaged.
   */
  async at(sequence: number): Promise<DueEvent | null> {
    const happening = await this.#happeningAt(sequence)
    if (happening === null) return null
    const { id, kind, notify } = this.#input
    const isWire = notify?.webhook?.form === 'firecrawl'
    // Read only when it is sent: the body of a page in that form has its content.
    const body = async (): Promise<object> =>
      isWire
        ? await wireBody(this.#input, sequence, happening, this.#ports.documents)
        : ownBody(this.#input, sequence, happening)
    return {
      sequence,
      id: eventIdOf(id, sequence),
      type: eventTypeOf(kind, happening.name),
      text: async () => JSON.stringify(await body()),
    }
  }

  async #happeningAt(sequence: number): Promise<JobHappening | null> {
    const place = eventPlace(this.#plan, sequence, this.#finishedPages)
    if (place.name === 'started') return { name: 'started' }
    if (place.name === 'end') {
      const status = await endOf(this.#ports.store, this.#input, this.#unrecorded)
      return status === null || this.#plan[status.status] !== true ? null : { name: status.status, status }
    }
    const page = await this.#noteAt(place.number)
    return page === null ? null : { name: 'page', page }
  }

  /**
   * Returns when the page of an event was counted, epoch milliseconds; null for events of other kinds.
   * @throws as `at`.
   */
  async countedAtMs(sequence: number): Promise<number | null> {
    const place = eventPlace(this.#plan, sequence, this.#finishedPages)
    return place.name === 'page' ? ((await this.#noteAt(place.number))?.atMs ?? null) : null
  }

  async #noteAt(number: number): Promise<NumberedNote | null> {
    const known = (): NumberedNote | undefined => this.#notes[number - (this.#notes[0]?.number ?? number)]
    if (known()?.number !== number) {
      this.#notes = await this.#ports.notes.read(this.#input, number - 1, webhookLimits.notesPerRead)
    }
    const note = known()
    return note?.number === number ? note : null
  }
}

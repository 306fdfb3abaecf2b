/** Records messages of native EventSource connections, as the browser reports them. */
import type { Protocol } from 'puppeteer'
import type { RecordingBudget } from './messages/recording-budget.ts'
import type { CaptureClock } from './capture-clock.ts'
import type { IsWanted } from './contract.ts'
import { keepEvent } from './messages/kept-events.ts'
import type { RequestLog } from './request-log.ts'

export class EventMessages {
  readonly #log: RequestLog
  readonly #clock: CaptureClock
  readonly #budget: RecordingBudget
  readonly #eventsMax: number
  readonly #isWanted: IsWanted

  /** @param isWanted messages of other connections are only counted. */
  constructor(
    log: RequestLog,
    clock: CaptureClock,
    budget: RecordingBudget,
    eventsMax: number,
    isWanted: IsWanted = () => true,
  ) {
    this.#isWanted = isWanted
    this.#log = log
    this.#clock = clock
    this.#budget = budget
    this.#eventsMax = eventsMax
  }

  /** Records a server-sent event of a known request. */
  received(event: Protocol.Network.EventSourceMessageReceivedEvent): void {
    const record = this.#log.entries.get(event.requestId)?.record
    if (record === undefined) return
    const message = { event: event.eventName, id: event.eventId, data: event.data }
    const eventsMax = this.#isWanted(record) ? this.#eventsMax : 0
    keepEvent(record, message, this.#clock.offsetMs(event.timestamp), eventsMax, this.#budget)
  }
}

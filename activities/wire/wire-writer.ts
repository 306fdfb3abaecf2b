/**
 * Collects recorded exchanges and stores them, each group as one object. Those of a page are durable before the page
 * counts as done.
 */
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { HiddenParts, PageWire, WireExchange, WirePlace } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { jobPrefix, wireKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { TextThreads } from '../redaction/redact-in-threads.ts'
import {
  dateOf,
  exchangeRecords,
  metadataRecord,
  warcinfoIdOf,
  type ExchangePlace,
  type WireFacts,
  type WireMember,
} from './exchange-records.ts'
import { redactedExchange } from './redacted-exchange.ts'
import { wireObject } from './wire-object.ts'

/** Nothing that a caller has given is part of the exchanges. */
export const nothingHidden: HiddenParts = { headers: new Set(), requestBodies: false, secrets: [] }

/** Whose exchanges are recorded. */
export interface WireSource {
  store: Pick<Store, 'put'>
  job: JobRef
  /** Name within the job, unique for each attempt; part of every key. */
  recorder: string
  /** Where secrets are removed; null: exchanges have none. */
  threads: TextThreads | null
}

export class WireWriter {
  readonly #of: WireSource
  readonly #warcinfoId: string
  #members: WireMember[] = []
  #bytes = 0
  #objects = 0
  #exchanges = 0
  #storing: Promise<void> = Promise.resolve()
  #isStoringAhead = false
  /** An object that the store has not accepted yet. */
  #unstored: { key: string; body: Buffer } | null = null

  constructor(of: WireSource) {
    this.#of = of
    this.#warcinfoId = warcinfoIdOf(jobPrefix(of.job))
  }

  /** True when the collected records should be stored without waiting for the timer. */
  get full(): boolean {
    return this.#bytes >= wireLimits.objectBytes
  }

  /** Begins a page. */
  page(): PageRecording {
    return new PageRecording(async (exchange, hidden) => await this.#record(exchange, hidden), this)
  }

  /** Adds a finished record. */
  add(member: WireMember): void {
    this.#members.push(member)
    this.#bytes += member.bytes.byteLength
  }

  /**
   * Stores the records that have been collected. A failed call may be repeated.
   * @throws StoreUnavailableError
   */
  async flush(): Promise<void> {
    const stored = this.#storing.catch(() => undefined).then(async () => await this.#store())
    this.#storing = stored
    await stored
  }

  async #store(): Promise<void> {
    const { store, job, recorder } = this.#of
    for (;;) {
      if (this.#unstored === null) {
        if (this.#members.length === 0) return
        const members = this.#members
        this.#members = []
        this.#bytes = 0
        const body = wireObject(
          members.map(({ entry }) => entry),
          members.map(({ bytes }) => bytes),
        )
        this.#unstored = { key: wireKey(job, recorder, this.#objects), body }
        this.#objects += 1
      }
      await store.put(this.#unstored.key, this.#unstored.body)
      this.#unstored = null
    }
  }

  /** Stores the records of a long page before its end, so that they do not all wait in memory. */
  #storeAhead(): void {
    if (!this.full || this.#isStoringAhead) return
    this.#isStoringAhead = true
    // A failed call is repeated by the next one.
    void this.flush()
      .catch(() => undefined)
      .finally(() => {
        this.#isStoringAhead = false
      })
  }

  async #record(
    exchange: WireExchange,
    { headers, requestBodies, secrets }: HiddenParts,
  ): Promise<RecordedAnswer | null> {
    const { job, recorder, threads } = this.#of
    this.#exchanges += 1
    const place = {
      warcinfoId: this.#warcinfoId,
      parts: [jobPrefix(job), recorder, this.#exchanges],
    }
    if (secrets.length > 0 && threads === null) throw new Error('there is nothing that removes secrets')
    const bare = requestBodies ? { ...exchange, requestBody: null } : exchange
    const shown = threads === null ? bare : await redactedExchange(bare, secrets, threads)
    if (shown === null) return null
    for (const member of await exchangeRecords(shown, place, headers)) this.add(member)
    this.#storeAhead()
    const { isDocument, url: askedUrl } = exchange
    return { askedUrl, url: shown.url, date: dateOf(shown), place, isDocument }
  }
}

/** An answer that has been recorded. */
interface RecordedAnswer extends WirePlace {
  /** Its URL before secrets were removed. */
  askedUrl: string
  place: ExchangePlace
  isDocument: boolean
}

/** The exchanges of one page. */
export class PageRecording implements PageWire {
  readonly #record: (exchange: WireExchange, hidden: HiddenParts) => Promise<RecordedAnswer | null>
  readonly #writer: Pick<WireWriter, 'add'>
  readonly #answers: RecordedAnswer[] = []
  #recording: Promise<void> = Promise.resolve()

  constructor(
    record: (exchange: WireExchange, hidden: HiddenParts) => Promise<RecordedAnswer | null>,
    writer: Pick<WireWriter, 'add'>,
  ) {
    this.#record = record
    this.#writer = writer
  }

  /** Takes an exchange; they are recorded one after the other. */
  async add(exchange: WireExchange, hidden: HiddenParts): Promise<void> {
    this.#recording = this.#recording.then(async () => {
      const answer = await this.#record(exchange, hidden)
      if (answer !== null) this.#answers.push(answer)
    })
    // The end of the page waits for it, too, and fails with its error; a page that is cut off does not.
    await this.#recording.catch(() => undefined)
  }

  /** Waits until all exchanges are recorded. */
  async settled(): Promise<void> {
    await this.#recording
  }

  /**
   * Waits until all exchanges are recorded, and adds what is known about the page.
   * @param finalUrl URL of the document that became the page; null if none exists.
   * @returns the record of that document; null when it was not recorded.
   */
  async end(finalUrl: string | null, facts: WireFacts): Promise<WirePlace | null> {
    await this.#recording
    const url = finalUrl === null ? null : finalUrl.split('#', 1)[0]
    const isPage = (answer: RecordedAnswer): boolean => answer.askedUrl === url || answer.url === url
    const document = this.#answers.findLast((answer) => answer.isDocument && isPage(answer)) ?? null
    if (document === null) return null
    const { date, place } = document
    this.#writer.add(await metadataRecord(document, facts, place))
    return { url: document.url, date }
  }
}

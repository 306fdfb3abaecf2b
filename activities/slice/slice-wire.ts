/** Records what goes over the wire for the pages of a slice, in jobs with an archive of it. */
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { HiddenParts, PageWire, WireExchange, WirePlace } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { SlicePage } from '@seine/shared/pages/slice-shapes.ts'
import { recordsWire, type JobInput } from '@seine/shared/tasks/job-input.ts'
import type { SliceTask } from '@seine/shared/temporal/shapes.ts'
import { textThreads } from '../redaction/redact-in-threads.ts'
import { nothingHidden, WireWriter, type PageRecording } from '../wire/wire-writer.ts'
import { sliceRecorder } from '@seine/shared/storage/object-keys.ts'
import type { SliceContext, SliceDeps } from './slice-deps.ts'

export class SliceWire {
  readonly #writer: WireWriter
  /** What is fetched for no page alone. */
  readonly #shared: PageRecording

  private constructor(writer: WireWriter) {
    this.#writer = writer
    this.#shared = writer.page()
  }

  /** Returns the recording of a slice; null when its job has no such archive. */
  static of(
    { store, extractor }: Pick<SliceDeps, 'store' | 'extractor'>,
    { slice }: Pick<SliceTask, 'slice'>,
    { attempt }: Pick<SliceContext, 'attempt'>,
    input: JobInput,
  ): SliceWire | null {
    if (!recordsWire(input)) return null
    const threads = textThreads(extractor, input.tenant)
    return new SliceWire(new WireWriter({ store, job: input, recorder: sliceRecorder(slice, attempt), threads }))
  }

  /** True when records should be stored without waiting for the timer. */
  get full(): boolean {
    return this.#writer.full
  }

  /** Stores what has been recorded. @throws StoreUnavailableError */
  readonly flush = async (): Promise<void> => {
    await this.#shared.settled()
    await this.#writer.flush()
  }

  /** Records what is fetched without anything that a caller has given, such as robots.txt. */
  readonly onExchange = async (exchange: WireExchange): Promise<void> => await this.#shared.add(exchange, nothingHidden)

  /** Begins a page. */
  page(page: SlicePage): SlicePageWire {
    return new SlicePageWire(page, this.#writer.page())
  }
}

/** The recording of one page. */
class SlicePageWire implements PageWire {
  readonly #page: SlicePage
  readonly #recorded: PageRecording

  constructor(page: SlicePage, recorded: PageRecording) {
    this.#page = page
    this.#recorded = recorded
  }

  async add(exchange: WireExchange, hidden: HiddenParts): Promise<void> {
    await this.#recorded.add(exchange, hidden)
  }

  /** Ends the recording. @returns where the document of the page is; null when it was not recorded. */
  async end({ answer, attempts }: PageScrape): Promise<WirePlace | null> {
    const { parent, depth, seq } = this.#page
    const facts = { via: parent, depth, seq, fetchMs: attempts.at(-1)?.elapsed_ms ?? null }
    return await this.#recorded.end(answer?.finalUrl ?? null, facts)
  }
}

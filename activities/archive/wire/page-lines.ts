/** The list of pages in a WACZ file: JSON lines, the first of which describes the list. */
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { WirePlace } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import { recordId } from '../../wire/warc-record.ts'

/** Sources of the list, and what it finds. */
export interface PageListing {
  input: JobInput
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  /** Records of the job, in the order of the store. */
  records: AsyncIterable<PageRecord>
  /** Called with the start page, if it is in the list. */
  onMain: (place: WirePlace) => void
}

/**
 * Yields the list: every scraped page whose document has been recorded. Of pages in a session it has neither titles nor
 * texts: they may contain the session's credentials, which are known only while a page is loaded.
 */
export async function* pageLines({ input, state, records, onMain }: PageListing): AsyncGenerator<Buffer> {
  const isOpen = input.page.sessionId == null
  const hasText = isOpen && input.output.includes('markdown')
  yield line({ format: 'json-pages-1.0', id: 'pages', title: 'All pages', hasText })
  const listed = new Set<number>()
  for await (const record of records) {
    const { seq, wire, success, linksOnly } = record
    // Attempts of a slice may overlap: the first record that agrees with the frontier counts.
    if (!success || linksOnly || wire === undefined || listed.has(seq)) continue
    if (state.entries[seq]?.state !== 'scraped') continue
    listed.add(seq)
    if (seq === 0) onMain(wire)
    yield line(pageOf(input, isOpen ? record : { ...record, title: null }, wire, hasText))
  }
}

function pageOf(
  input: JobInput,
  { seq, title, outputs, body }: PageRecord,
  { url, date }: WirePlace,
  hasText: boolean,
) {
  const text = hasText ? outputs.markdown?.slice(0, wireLimits.pageTextMaxCharacters) : undefined
  return {
    id: recordId(jobPrefix(input), 'page', seq).slice('urn:uuid:'.length),
    url,
    ts: date,
    ...(title === null ? {} : { title: title.toWellFormed() }),
    ...(text === undefined ? {} : { text: text.toWellFormed() }),
    ...(body === undefined ? {} : { size: body.bytes }),
  }
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

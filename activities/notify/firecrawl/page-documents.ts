/** The documents of finished pages for events in the wire form of the Firecrawl API, with content of a bounded size. */
import { fitted, pageEntry, pageFacts } from '@seine/activities/segments/pages/page-entry.ts'
import type { FinishedPageRead, FinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import type { JobPageEntry } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { NumberedNote, PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { documentOf, memberOf, type WireDocument } from '@seine/shared/firecrawl/document.ts'
import { wireJobPaths } from '@seine/shared/firecrawl/job-paths.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'

export interface PageDocuments {
  /**
   * Reads the document of a page. A page that failed has metadata only.
   * @param noted the page, by its note.
   * @param bytesMax largest size as JSON. The largest members are left out until the document fits; its `warning` names
   *   them.
   * @throws StoreUnavailableError
   */
  of(input: JobInput, noted: NumberedNote, bytesMax: number): Promise<WireDocument>
}

export interface PageDocumentsPorts {
  store: Pick<Store, 'presign'>
  pages: Pick<FinishedPages, 'after'>
  /** Lifetime of links to screenshots, seconds. */
  linkLifetimeSecs: number
}

/** Creates the reader of a process. It bounds how many pages are in memory at a time. */
export function createPageDocuments({ store, pages, linkLifetimeSecs }: PageDocumentsPorts): PageDocuments {
  const linkTo = (key: string) => store.presign(key, 'screenshot.png', 'image/png', linkLifetimeSecs)
  const turn = inTurns(webhookLimits.documentReadsMax)
  return {
    async of(input, noted, bytesMax) {
      if (!noted.note.success) return failedDocument(input, noted.note)
      return await turn(async () => {
        const { value } = await pages.after(input, noted.number - 1, 1).next()
        const found: FinishedPageRead = value ?? { ...noted, record: null }
        return boundedDocument(input, found, await pageEntry(found, input.output, linkTo), bytesMax)
      })
    },
  }
}

/** Returns the key by which documents of a job are recognised, here and in its status. */
const documentId = ({ id }: JobInput, index: number): string => `${id}/${index}`

/** Returns what is known of a page that failed, so that its receiver learns which one it is. */
const failedDocument = (
  input: JobInput,
  { index, url, finalUrl, status, error, errorCode }: PageNote,
): WireDocument => ({
  docId: documentId(input, index),
  metadata: {
    sourceURL: url,
    url: finalUrl ?? url,
    ...(status === null ? {} : { statusCode: status }),
    error: error ?? errorCode ?? 'the page failed',
  },
})

function boundedDocument(
  input: JobInput,
  found: FinishedPageRead,
  entry: JobPageEntry,
  bytesMax: number,
): WireDocument {
  const { metadata, warnings } = pageFacts(found)
  const { index, url, finalUrl, status } = entry
  const page = { id: documentId(input, index), url, finalUrl, status }
  const bare = bytesOf(documentOf({ ...page, output: {}, metadata, warnings }))
  const { entry: smaller } = fitted(entry, bytesMax - bare - webhookLimits.documentWarningBytes)
  const whole = documentOf({
    ...page,
    output: smaller.output,
    metadata,
    warnings: [...warnings, ...leftOut(input, smaller.omitted)],
  })
  if (bytesOf(whole) <= bytesMax) return whole
  // Only facts that the page states at great length exceed the bound by themselves.
  return documentOf({ ...page, output: {}, metadata: {}, warnings: [leftOutText(input, 'its content and metadata')] })
}

const leftOutText = ({ id, kind }: JobInput, what: string): string =>
  `${what} left out because the event would be too large: see GET ${wireJobPaths[kind]}/${id}`

/** Returns warnings about formats that the document does not have. */
function leftOut(input: JobInput, omitted: JobPageEntry['omitted']): string[] {
  const named = (reason: JobPageEntry['omitted'][number]['reason']): string =>
    omitted
      .filter((each) => each.reason === reason)
      .map(({ format }) => `\`${memberOf(format)}\``)
      .join(', ')
  const large = named('too_large')
  const lost = named('unavailable')
  return [...(large === '' ? [] : [leftOutText(input, large)]), ...(lost === '' ? [] : [`${lost} unavailable`])]
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

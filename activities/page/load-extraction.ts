/** From a loaded page to what was made of it, and what is to be said about that. */
import { emptyResult } from '../extract/empty-result.ts'
import { UnreadableContentError, type JudgedResponse, type PackedResult } from '@seine/shared/pages/extraction.ts'
import { packResult } from '../extract/pack-result.ts'
import { pageRedaction } from '../redaction/redacted-scrape.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import type { LaneAnswer, LaneContent } from '@seine/shared/pages/lane.ts'
import { formatsForModel, isForModel } from './model-json.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'

/** What came of an extraction. */
export type Extraction = { extracted: PackedResult; fault: null } | { extracted: null; fault: PageFault }

/** How content is to be read. */
export interface ContentReading {
  /** Absent where the content is not to be judged. */
  judged?: JudgedResponse
  /** Whether a browser loaded it: links that differ in a route behind `#` are different pages then. */
  isRendered: boolean
}

/**
 * Extracts content; its bytes are gone after that.
 * @returns an empty result for content without bytes, a fault for what cannot be read.
 * @throws the reason of the request's signal, and faults of our own.
 */
export async function extractContent(
  content: LaneContent,
  request: PageRequest,
  { extractor, model }: Pick<PagePorts, 'extractor' | 'model'>,
  { judged, isRendered }: ContentReading,
): Promise<Extraction> {
  const { bytes, contentType, url } = content
  const { json } = request
  const redaction = pageRedaction(request.session)
  const formats = isForModel(request, model) ? formatsForModel(request) : request.formats
  if (bytes.byteLength === 0) {
    const nothing = { ...emptyResult({ contentType, formats }, ''), degraded: null, warnings: ['no_content'] }
    return { extracted: packResult(nothing), fault: null }
  }
  try {
    const page = {
      url,
      bytes,
      contentType,
      formats,
      ...request.content,
      structuredData: request.structuredData,
      compared: request.compared,
      hashRoutes: isRendered,
      rendered: isRendered,
      ...(json == null || json.schema === null ? {} : { jsonSchema: json.schema }),
      ...(judged === undefined ? {} : { judged }),
      ...(request.probes == null ? {} : { probes: request.probes }),
      ...(redaction === null ? {} : { redaction }),
    }
    const extracting = extractor.extract(page, request.tenant)
    return { extracted: await untilAborted(request.signal, extracting), fault: null }
  } catch (error) {
    if (!(error instanceof UnreadableContentError)) throw error
    return { extracted: null, fault: { code: error.code, message: error.message } }
  }
}

/** What is to be said about content that is less than was asked for. */
export const contentWarnings = (answer: LaneAnswer | null, extracted: PackedResult | null): string[] => [
  ...(extracted?.warnings ?? []),
  ...(extracted?.degraded == null ? [] : [`degraded: ${extracted.degraded}`]),
  ...(answer?.truncated === true ? ['truncated'] : []),
]

/** The warning of a page without text. */
export const nothingToRead = 'empty: there is nothing to read on the page'

/** What is to be said of a page that no judge has read: a browser's is the last word on it. */
export const bareWarnings = ({ metadata, warnings }: PackedResult): string[] =>
  metadata.wordCount === 0 && warnings.length === 0 ? [nothingToRead] : []

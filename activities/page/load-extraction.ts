/** Extracts the content of a loaded page and collects the warnings about it. */
import { emptyResult } from '../extract/empty-result.ts'
import { UnreadableContentError, type JudgedResponse, type PackedResult } from '@seine/shared/pages/extraction.ts'
import { packResult } from '../extract/pack-result.ts'
import { pageRedaction } from '../redaction/redacted-scrape.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import type { LaneAnswer, LaneContent } from '@seine/shared/pages/lane.ts'
import { formatsForModel, isForModel } from './model-json.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'

/** The result of an extraction, or the fault. */
export type Extraction = { extracted: PackedResult; fault: null } | { extracted: null; fault: PageFault }

/** Options for extracting content. */
export interface ContentReading {
  /** Absent when the content is not to be judged. */
  judged?: JudgedResponse
  /** Whether a browser loaded it: only then are links with different routes behind `#` different pages. */
  isRendered: boolean
}

/**
 * Extracts content; its bytes may no longer be used afterwards.
 * @returns an empty result for content without bytes, and a fault for content that cannot be read.
 * @throws the abort reason of the request's signal; internal errors of the extractor.
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
      metadata: request.metadata,
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

/** Returns the warnings for content that is incomplete or degraded. */
export const contentWarnings = (answer: LaneAnswer | null, extracted: PackedResult | null): string[] => [
  ...(extracted?.warnings ?? []),
  ...(extracted?.degraded == null ? [] : [`degraded: ${extracted.degraded}`]),
  ...(answer?.truncated === true ? ['truncated'] : []),
]

/** The warning for a page without text. */
export const nothingToRead = 'empty: there is nothing to read on the page'

/** Returns the warnings for a page that was not judged: after a browser there is no stronger lane left. */
export const bareWarnings = ({ metadata, warnings }: PackedResult): string[] =>
  metadata.wordCount === 0 && warnings.length === 0 ? [nothingToRead] : []

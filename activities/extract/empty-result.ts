/** The result of a page that could not be extracted: valid but empty. */
import { mediaTypeOf } from '@seine/shared/values/media-type.ts'
import { nothingStated } from '../content/metadata/nothing-stated.ts'
import type { ExtractedOutputs, ExtractRequest, ExtractResult } from '@seine/shared/pages/extraction.ts'
import { emptySketch } from '../content/text-sketch.ts'

/**
 * Returns an empty result in which every requested output is present.
 * @param reason value of `degraded`.
 */
export function emptyResult(request: Pick<ExtractRequest, 'contentType' | 'formats'>, reason: string): ExtractResult {
  const outputs: ExtractedOutputs = {}
  for (const format of request.formats) {
    if (format === 'links') outputs.links = []
    else if (format === 'json') outputs.json = null
    else outputs[format] = ''
  }
  const contentType = mediaTypeOf(request.contentType)
  return {
    links: [],
    linksDropped: 0,
    sketch: emptySketch,
    outputs,
    metadata: { ...nothingStated, pages: null, wordCount: 0, contentType, charset: null },
    extractor: 'none',
    degraded: reason,
    verdict: null,
    warnings: [],
    elapsedMs: 0,
  }
}

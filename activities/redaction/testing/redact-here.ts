/** Runs redaction on the thread of a test, for extractors without threads. */
import type { Extractor, ExtractRequest, ExtractResult, PackedResult } from '@seine/shared/pages/extraction.ts'
import { packResult } from '../../extract/pack-result.ts'
import { redactedResult } from '../redacted-result.ts'
import { Redactor } from '../redactor.ts'

export const redactHere: Extractor['redact'] = async (texts, { secrets }) => {
  const redactor = new Redactor(secrets)
  return await Promise.resolve(texts.map((each) => redactor.text(each.text, each)))
}

/** Packs a result as an extraction thread does. */
export function packedHere({ redaction }: ExtractRequest, result: ExtractResult): PackedResult {
  if (redaction === undefined) return packResult(result)
  return packResult(redactedResult(result, redaction, new Redactor(redaction.secrets)))
}

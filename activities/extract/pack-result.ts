/**
 * Results as they leave an extraction thread: outputs as bytes, which are passed on to their segment without being
 * parsed.
 */
import type { ExtractResult, PackedResult } from '@seine/shared/pages/extraction.ts'

const encoder = new TextEncoder()

/** Packs a result; `outputs` has its own buffer, which may be transferred. */
export function packResult({ outputs, ...rest }: ExtractResult): PackedResult {
  return { ...rest, outputs: encoder.encode(JSON.stringify(outputs)) }
}

/**
 * Results as they leave an extraction thread: outputs as bytes that are handed over and never read
 * on the way to their segment, links as plain URLs.
 */
import type { ExtractResult, PackedResult } from '@seine/shared/pages/extraction.ts'

const encoder = new TextEncoder()

/** Packs a result; `outputs` has a buffer of its own, which may be transferred. */
export function packResult({ links, outputs, ...rest }: ExtractResult): PackedResult {
  return { ...rest, links: links.map(({ url }) => url), outputs: encoder.encode(JSON.stringify(outputs)) }
}

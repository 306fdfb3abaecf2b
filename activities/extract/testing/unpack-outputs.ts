/** What a packed result holds, for tests to look at. */
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'

/** Reads packed outputs. */
export const unpackOutputs = (outputs: Uint8Array): ExtractedOutputs =>
  JSON.parse(new TextDecoder().decode(outputs)) as ExtractedOutputs

/** Unpacks the outputs of a packed result for tests. */
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'

/** Parses packed outputs. */
export const unpackOutputs = (outputs: Uint8Array): ExtractedOutputs =>
  JSON.parse(new TextDecoder().decode(outputs)) as ExtractedOutputs

/** What a packed result holds, for tests to look at. */
import type { ExtractedOutputs } from '../contract.ts'

/** Reads packed outputs. */
export const unpackOutputs = (outputs: Uint8Array): ExtractedOutputs =>
  JSON.parse(new TextDecoder().decode(outputs)) as ExtractedOutputs

/** The `json` output of a page that was not filled. */
import type { JsonOutput } from '@seine/shared/pages/facts.ts'

/** Returns the output. @param reason completes a sentence. */
export const notFilled = (reason: string): JsonOutput => ({
  value: null,
  report: {
    by: 'page',
    model: null,
    valid: false,
    errors: [{ pointer: '', message: `was not filled: ${reason}` }],
    sources: {},
    usage: null,
  },
})

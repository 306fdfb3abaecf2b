/** Plans for texts whose schema does not say how they are redacted. */
import type { TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'

export const keepPlan: TextPlan = { kind: 'keep' }

/** Members that are not listed here are treated as untrusted. */
export const objectPlan = (members: Record<string, TextPlan>): TextPlan => ({
  kind: 'object',
  members,
  base64: {},
  cut: {},
})

/** Redacts the extraction result of a page: removes the secrets of its session. */
import type { TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import type { ExtractResult, PageRedaction } from '@seine/shared/pages/extraction.ts'
import type { Redactor } from './redactor.ts'
import { redactedValue } from './text-walk.ts'

const foreign: TextPlan = { kind: 'foreign' }

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Text plan of the metadata, keyed by its internal member names. */
function planOfMetadata(names: readonly string[], plan: TextPlan): TextPlan {
  if (plan.kind !== 'object') return foreign
  const members = names.map((name): [string, TextPlan] => [name, plan.members[snakeCase(name)] ?? foreign])
  return { kind: 'object', members: Object.fromEntries(members), base64: {}, cut: {} }
}

/**
 * Redacts secrets in every part of a result that a page can influence.
 * @returns a copy. `probed` is unchanged: its names come from the caller and it is never shown. The verdict is
 *   unchanged too: its texts also appear among the warnings and faults of the page, which are redacted.
 */
export function redactedResult(
  result: ExtractResult,
  { metadata: plan }: PageRedaction,
  redactor: Redactor,
): ExtractResult {
  const { links, outputs, metadata, jsonReport, warnings } = result
  const formats = Object.entries(outputs).map(([format, output]): [string, unknown] => [
    format,
    redactedValue(output, foreign, redactor),
  ])
  const report = plan.kind === 'object' ? (plan.members['json'] ?? foreign) : foreign
  return {
    ...result,
    links: links.map((link) => redactor.text(link)),
    outputs: Object.fromEntries(formats),
    metadata: redactedValue(metadata, planOfMetadata(Object.keys(metadata), plan), redactor),
    ...(jsonReport === undefined ? {} : { jsonReport: redactedValue(jsonReport, report, redactor) }),
    warnings: warnings.map((warning) => redactor.text(warning)),
  }
}

/** What was made of a page, without the secrets of its session. */
import type { TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import type { ExtractResult, PageRedaction } from '@seine/shared/pages/extraction.ts'
import type { Redactor } from './redactor.ts'
import { redactedValue } from './text-walk.ts'

const foreign: TextPlan = { kind: 'foreign' }

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What the API says of the members of metadata, by the names that they have here. */
function planOfMetadata(names: readonly string[], plan: TextPlan): TextPlan {
  if (plan.kind !== 'object') return foreign
  const members = names.map((name): [string, TextPlan] => [name, plan.members[snakeCase(name)] ?? foreign])
  return { kind: 'object', members: Object.fromEntries(members), base64: {}, cut: {} }
}

/**
 * Takes secrets out of a result: out of everything that a page may have had a say in.
 * @returns a copy. `probed` is as it was, named by the caller and never shown; the verdict as well, whose
 *   words are among the warnings and faults of the page.
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
    links: links.map((link) => ({ ...link, url: redactor.text(link.url) })),
    outputs: Object.fromEntries(formats),
    metadata: redactedValue(metadata, planOfMetadata(Object.keys(metadata), plan), redactor),
    ...(jsonReport === undefined ? {} : { jsonReport: redactedValue(jsonReport, report, redactor) }),
    warnings: warnings.map((warning) => redactor.text(warning)),
  }
}

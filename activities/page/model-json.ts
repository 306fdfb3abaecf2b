/** Fills the `json` output with a language model, replacing what was filled from the page's own structured data. */
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import { outputSchemaOf } from '@seine/shared/api/output-schema/output-shape.ts'
import type { ExtractedOutputs, PackedResult } from '@seine/shared/pages/extraction.ts'
import type { ModelOutput, ModelReader, ModelUsage } from '@seine/shared/pages/model.ts'
import type { PageRequest, PageScrape } from '@seine/shared/pages/page.ts'

/** Returns the formats to extract: a model reads the Markdown, even when the caller did not request it. */
export const formatsForModel = ({ formats }: Pick<PageRequest, 'formats'>): PageRequest['formats'] =>
  formats.includes('markdown') ? formats : [...formats, 'markdown']

/** Whether a model is to read the page. */
export const isForModel = (
  { json, formats }: Pick<PageRequest, 'json' | 'formats'>,
  model: ModelReader | null | undefined,
): model is ModelReader => model != null && json != null && formats.includes('json')

/**
 * Passes a scraped page to the model.
 * @returns the page with the output of the model; when the model fails, with what was filled without it and a
 *   warning, and without a print.
 * @throws the abort reason of the request's signal.
 */
export async function withModelJson(
  scrape: PageScrape,
  request: PageRequest,
  model: ModelReader | null | undefined,
): Promise<PageScrape> {
  const { answer, fault, escalation } = scrape
  const extracted = answer?.extracted ?? null
  if (!isForModel(request, model) || answer === null || extracted === null || fault !== null || escalation !== null) {
    return scrape
  }
  const outputs = JSON.parse(Buffer.from(extracted.outputs).toString()) as ExtractedOutputs
  const { schema, prompt } = request.json!
  const output = await model.read(
    {
      markdown: outputs.markdown ?? '',
      url: answer.finalUrl,
      title: extracted.metadata.title,
      schema: schema === null ? null : outputSchemaOf(schema),
      prompt,
      tenant: request.tenant,
      ...(outputs.json == null ? {} : { facts: outputs.json }),
    },
    request,
  )
  if (!request.formats.includes('markdown')) delete outputs.markdown
  if (output.kind === 'value') outputs.json = output.value
  const read: PackedResult = {
    ...extracted,
    outputs: new TextEncoder().encode(JSON.stringify(outputs)),
    jsonReport: reportOf(output, model.name, extracted.jsonReport),
  }
  const { print, ...page } = scrape
  return {
    ...page,
    // Without its print, the page is read by the model again in the next run of a watch.
    ...(print === undefined || output.kind !== 'value' ? {} : { print }),
    answer: { ...answer, extracted: read },
    warnings: [...scrape.warnings, ...warningsOf(output)],
  }
}

const warningsOf = (output: ModelOutput): string[] =>
  output.kind === 'value' ? output.warnings : [`${output.code}: ${output.detail}`]

const usageOf = ({ calls, promptTokens, completionTokens }: ModelUsage, chunks: number): JsonReport['usage'] => ({
  calls,
  chunks,
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
})

/** @param filled report on what was filled without the model; absent when there was no schema. */
function reportOf(output: ModelOutput, model: string, filled: JsonReport | undefined): JsonReport {
  const byModel = { by: 'model' as const, model, sources: {} }
  if (output.kind === 'value') {
    const { errors, usage, chunks } = output
    return { ...byModel, valid: errors.length === 0, errors, usage: usageOf(usage, chunks) }
  }
  const usage = usageOf(output.usage, 0)
  if (filled !== undefined) return { ...filled, usage }
  return { ...byModel, valid: false, errors: [{ pointer: '', message: output.detail }], usage }
}

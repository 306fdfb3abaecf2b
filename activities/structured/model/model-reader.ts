/** Reads pages with a language model: any server that implements OpenAI chat completions. */
import type { ModelSettings } from '@seine/shared/operator-services/model-settings.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { ModelReader } from '@seine/shared/pages/model.ts'
import { ModelCalls } from './model-calls.ts'
import { SchemaThreads } from '../schemas/schema-threads.ts'
import { PageReading } from './page-reading.ts'

/**
 * Creates a reader; one per process, because it remembers what the server accepts and limits its concurrent calls.
 * @param settings from `readModel`.
 */
export function createModelReader(settings: ModelSettings): ModelReader {
  const calls = new ModelCalls(settings)
  const threads = new SchemaThreads()
  return {
    name: settings.name,
    read: async (request, bounds) => {
      bounds.signal.throwIfAborted()
      const output = await new PageReading({ settings, calls, threads }, request, bounds).read()
      metrics.modelReadings.inc({ outcome: output.kind === 'failed' ? output.code : 'value' })
      metrics.modelTokens.inc({ direction: 'prompt' }, output.usage.promptTokens)
      metrics.modelTokens.inc({ direction: 'completion' }, output.usage.completionTokens)
      return output
    },
  }
}

/** Changes of settings and metrics that can break installations, dashboards and alerts of an earlier release. */
import { SchemaComparison, type ApiChange, type Json } from './schema-changes.ts'

export interface MetricFacts {
  name: string
  /** `Counter`, `Gauge` or `Histogram`. */
  type: string
  labels: string[]
}

/**
 * Returns what breaks an environment that was written for the earlier settings: settings removed, required without a
 * default, with another default, or with fewer values.
 * @param was JSON schema of the settings of the earlier release.
 * @param is JSON schema of those of the later one.
 */
export const settingChanges = (was: Json, is: Json): ApiChange[] =>
  new SchemaComparison({}, {}).changes(withoutDefaults(was), withoutDefaults(is), 'settings', 'request')

/** Settings with a default need not be set, although the schema lists them as required after defaults are filled in. */
function withoutDefaults(schema: Json): Json {
  const properties = schema['properties'] as Record<string, Json>
  const required = (schema['required'] as string[]).filter((name) => properties[name]?.['default'] === undefined)
  return { ...schema, required }
}

/** Returns metrics and labels that are gone, and metrics of another type. Further labels are no change. */
export function metricChanges(was: readonly MetricFacts[], is: readonly MetricFacts[]): ApiChange[] {
  return was.flatMap(({ name, type, labels }) => {
    const now = is.find((metric) => metric.name === name)
    if (now === undefined) return [{ kind: 'metric removed', at: name }]
    const gone = labels.filter((label) => !now.labels.includes(label))
    const found = gone.map((label) => ({ kind: `label ${label} removed`, at: name }))
    return now.type === type ? found : [...found, { kind: `type changed from ${type} to ${now.type}`, at: name }]
  })
}

/** What the present code promises, in the form in which releases are kept. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configSchema } from '@seine/shared/config/config.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import type { KeptRelease } from './kept-releases.ts'
import type { MetricFacts } from './operator-changes.ts'
import type { Json } from './schema-changes.ts'

type PresentRelease = Pick<KeptRelease, 'api' | 'settings' | 'metrics'>

/** Text of `openapi.json`; the checks compare it with the code. */
export const presentApiText = (): string => readFileSync(join(repositoryRoot, 'openapi.json'), 'utf8')

/** Reads the promises of the checkout. */
export function presentRelease(): PresentRelease {
  const withoutTexts = JSON.stringify(configSchema, (key, value: unknown) =>
    key === 'description' ? undefined : value,
  )
  const described = Object.values(metrics) as unknown as { name: string; labelNames: string[] }[]
  return {
    api: JSON.parse(presentApiText()) as Json,
    settings: JSON.parse(withoutTexts) as Json,
    metrics: described.map((metric): MetricFacts => ({
      name: metric.name,
      type: metric.constructor.name,
      labels: metric.labelNames,
    })),
  }
}

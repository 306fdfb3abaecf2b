/**
 * Prepares Temporal for Seine: the namespace and the search attributes; with `--make-current`, then routes new jobs to
 * the version of the workers, which need both; `--prepared` leaves out what an operator has made by hand. Usage:
 * `node services/scrape-worker/prepare-temporal.ts [--make-current [--prepared]]`
 */
import { Connection } from '@temporalio/client'
import { ConfigError, readConfig, secretValues } from '@seine/shared/config/config.ts'
import { preparationLimits } from './preparation-limits.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { connectionOptions } from '@seine/shared/temporal/connection-options.ts'
import {
  makeVersionCurrent,
  prepareNamespace,
  PreparationError,
  prepareSearchAttributes,
} from '@seine/shared/temporal/preparation.ts'
import { workerVersion } from '@seine/shared/temporal/worker-options.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger('prepare-temporal', config, secretValues(config))
  const namespace = config.SEINE_TEMPORAL_NAMESPACE
  const signal = AbortSignal.timeout(preparationLimits.patienceMs)
  const connection = Connection.lazy(connectionOptions(config))
  try {
    const makesCurrent = process.argv.includes('--make-current')
    const version = workerVersion(config).workerDeploymentOptions?.version
    if (makesCurrent && version === undefined)
      throw new ConfigError('--make-current needs SEINE_WORKER_DEPLOYMENT and SEINE_WORKER_BUILD_ID')
    if (!process.argv.includes('--prepared')) {
      await prepareNamespace(connection, namespace, preparationLimits.namespaceRetentionDays, log, signal)
      await prepareSearchAttributes(connection, namespace, log, signal)
    }
    if (makesCurrent && version !== undefined) await makeVersionCurrent(connection, namespace, version, log, signal)
  } finally {
    await connection.close()
  }
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof PreparationError
  process.stderr.write(`prepare-temporal: ${isExpected ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

/**
 * Prepares the store of a self-contained deployment: creates the bucket and sets what browser workers may do in it. Its
 * settings are those of the store's owner. Usage: `node services/scrape-worker/prepare-store.ts FILE`, where FILE holds
 * the access key id of the browser workers.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig, secretValues } from '@seine/shared/config/config.ts'
import { preparationLimits } from './preparation-limits.ts'
import { createLogger, type Logger } from '@seine/shared/observability/logger.ts'
import { ObjectStore, StoreUnavailableError } from '@seine/shared/storage/object-store.ts'

/**
 * Runs `work`, and repeats it while the store is still starting. @throws StoreUnavailableError when the patience ends.
 */
async function whenItAnswers(log: Pick<Logger, 'warn'>, work: () => Promise<void>): Promise<void> {
  const { patienceMs, storeRetryMs } = preparationLimits
  const untilMs = performance.now() + patienceMs
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || performance.now() > untilMs) throw error
      log.warn({ reason: error.message, cause: String(error.cause) }, 'the store is not ready yet')
      await sleep(storeRetryMs)
    }
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger('prepare-store', config, secretValues(config))
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new ConfigError('name a file with the access key id of the browser workers')
  const store = new ObjectStore(config)
  try {
    const pagesUser = readFileSync(file, 'utf8').trim()
    await whenItAnswers(log, async () => {
      await store.ensureBucket()
      await store.admitPagesUser(pagesUser)
    })
    log.info({ bucket: config.SEINE_S3_BUCKET }, 'browser workers may read and write pages, and nothing else')
  } finally {
    store.close()
  }
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StoreUnavailableError
  process.stderr.write(`prepare-store: ${isExpected ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

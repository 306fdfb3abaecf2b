/**
 * Probes the store that the settings `SEINE_S3_*` name. Writes one line per promise of a store. The exit code is 1 when
 * a promise is broken and 2 when the store cannot be probed. With `--make-bucket`, a missing bucket is created first.
 * Usage: `node services/scrape-worker/probe-store.ts [--make-bucket]`.
 */
import { ConfigError, readConfig } from '@seine/shared/config/config.ts'
import { ObjectStore, StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { probeStore } from '@seine/shared/storage/store-probe.ts'

async function main(): Promise<boolean> {
  const config = readConfig(process.env)
  if (process.argv.includes('--make-bucket')) {
    const store = new ObjectStore(config)
    await store.ensureBucket().finally(() => store.close())
  }
  const promises = await probeStore(config)
  for (const { promise, kept, seen } of promises) process.stdout.write(`${kept ? '✓' : '✗'} ${promise} (${seen})\n`)
  return promises.every(({ kept }) => kept)
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StoreUnavailableError
  process.stderr.write(`probe-store: ${isExpected ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 2
}

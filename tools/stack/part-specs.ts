/** How each part is supervised: its command, log, grace period and readiness check. */
import { existsSync } from 'node:fs'
import { searchAttributes } from '@seine/shared/temporal/names.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { logPath } from './log-files.ts'
import { bucketName, partCommands, type StackSettings } from './part-commands.ts'
import type { PartName, PartSpec } from './part.ts'
import { acceptsConnections, answersOk, servesNamespace, until } from './readiness.ts'
import type { PartOverride } from './stack-options.ts'

/** In the order in which they are stopped, gateway first. */
export const partNames = [
  'gateway',
  'scrapeWorker',
  'browserWorker',
  'objectStore',
  'temporal',
  'redis',
] as const satisfies readonly PartName[]

/** Waits for the store to listen, then creates the bucket. */
async function storeReady(settings: StackSettings, signal: AbortSignal): Promise<void> {
  const { ports, secrets } = settings
  await until(() => acceptsConnections(ports.objectStore), signal)
  const { ObjectStore } = await import('@seine/shared/storage/object-store.ts')
  const store = new ObjectStore({
    SEINE_S3_ENDPOINT: `http://127.0.0.1:${ports.objectStore}`,
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'us-east-1',
    SEINE_S3_BUCKET: bucketName,
    SEINE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    SEINE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
  })
  try {
    await store.ensureBucket()
    await store.admitPagesUser(secrets.s3PagesAccessKeyId)
  } finally {
    store.close()
  }
}

const graceMs: Record<PartName, number> = {
  gateway: stackLimits.gatewayGraceMs,
  scrapeWorker: stackLimits.scrapeWorkerGraceMs,
  browserWorker: stackLimits.browserWorkerGraceMs,
  objectStore: stackLimits.objectStoreGraceMs,
  temporal: stackLimits.temporalGraceMs,
  redis: stackLimits.redisGraceMs,
}

const answersReady = (port: number) => (signal: AbortSignal) =>
  until(() => answersOk(`http://127.0.0.1:${port}/readyz`), signal)

/**
 * Returns the parts of a stack.
 * @param settings called at each start of a part, so that a restart uses changed settings.
 */
export function partSpecs(
  settings: Omit<StackSettings, 'sidecar'>,
  overrides: Partial<Record<PartName, PartOverride>>,
): Record<PartName, PartSpec> {
  const { ports, layout, root } = settings
  const ready: Record<PartName, PartSpec['ready']> = {
    gateway: answersReady(ports.gateway),
    scrapeWorker: answersReady(ports.scrapeWorkerOps),
    browserWorker: answersReady(ports.browserWorkerOps),
    objectStore: (signal) => storeReady({ ...settings, sidecar: false }, signal),
    redis: (signal) => until(() => acceptsConnections(ports.redis), signal),
    temporal: (signal) =>
      until(() => servesNamespace(ports.temporal, ports.temporalHttp, Object.keys(searchAttributes)), signal),
  }
  const spec = (name: PartName): PartSpec => {
    const override = overrides[name]
    return {
      name,
      cwd: root,
      logFile: logPath(layout.logs, name),
      graceMs: graceMs[name],
      command() {
        // The directory exists once the file system was found to lack extended attributes.
        const own = partCommands({ ...settings, sidecar: existsSync(layout.objectsSidecar) }, process.env)[name]
        return override?.command?.(own, ports) ?? own
      },
      ready: async (signal) => await (override?.ready?.(signal, ports) ?? ready[name](signal)),
    }
  }
  return Object.fromEntries(partNames.map((name) => [name, spec(name)])) as Record<PartName, PartSpec>
}

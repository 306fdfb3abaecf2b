/** The platform of the services: real Temporal and a real object store, without any process of Seine. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { bucketName, partCommands } from '@seine/tools/stack/part-commands.ts'
import { reservePorts, type StackPorts } from '@seine/tools/stack/ports.ts'
import { acceptsConnections, servesNamespace, until } from '@seine/tools/stack/readiness.ts'
import { apiKeysFile, loadSecrets, storeUsersFile, type StackSecrets } from '@seine/cli/secrets/secrets.ts'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { searchAttributes } from '@seine/shared/temporal/names.ts'

/** Time limit for the start of Temporal and the store, milliseconds. */
const readyTimeoutMs = 60_000

export interface Platform {
  /** Ports reserved for a whole stack; those of the services are free. */
  ports: StackPorts
  secrets: StackSecrets
  /** Settings for every service on it. */
  settings: Record<string, string>
  /** An API key file with the development key, readable by everyone. */
  keysFile: string
  close(): Promise<void>
}

async function ensureBucket(settings: Record<string, string>): Promise<void> {
  const store = new ObjectStore({
    SEINE_S3_ENDPOINT: settings['SEINE_S3_ENDPOINT'] ?? '',
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'us-east-1',
    SEINE_S3_BUCKET: bucketName,
    SEINE_S3_ACCESS_KEY_ID: settings['SEINE_S3_ACCESS_KEY_ID'] ?? '',
    SEINE_S3_SECRET_ACCESS_KEY: settings['SEINE_S3_SECRET_ACCESS_KEY'] ?? '',
  })
  try {
    await store.ensureBucket()
  } finally {
    store.close()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts both on free ports, in a folder that is removed with them. */
export async function startPlatform(): Promise<Platform> {
  const directory = await mkdtemp(join(tmpdir(), 'seine-platform-'))
  const layout = stateLayout(directory)
  await mkdir(layout.objects)
  const secrets = loadSecrets(layout)
  await mkdir(layout.storeUsers)
  await writeFile(layout.storeUsersFile, storeUsersFile(secrets), { mode: 0o600 })
  const reservation = await reservePorts('free')
  const { ports } = reservation
  const tools = {
    temporal: process.env['SEINE_DEV_TEMPORAL_BIN'] ?? '',
    versitygw: process.env['SEINE_DEV_VERSITYGW_BIN'] ?? '',
  }
  const commands = partCommands(
    {
      root: repositoryRoot,
      layout,
      ports,
      secrets,
      tools,
      temporalUi: false,
      egressAllow: [],
      workflowBundle: '',
      sidecar: false,
      environment: {},
    },
    process.env,
  )
  const children = [commands.temporal, commands.objectStore].map(({ file, args, environment }) =>
    spawn(file, args, { env: environment, stdio: 'ignore' }),
  )
  const close = async (): Promise<void> => {
    await Promise.all(children.map(end))
    reservation.release()
    await rm(directory, { recursive: true, force: true })
  }
  const settings = {
    SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
    SEINE_S3_ENDPOINT: `http://127.0.0.1:${ports.objectStore}`,
    SEINE_S3_BUCKET: bucketName,
    SEINE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    SEINE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    SEINE_SERVICE_TOKEN: secrets.serviceToken,
    SEINE_SEALING_KEY: secrets.sealingKey,
  }
  try {
    const attributes = Object.keys(searchAttributes)
    const signal = AbortSignal.timeout(readyTimeoutMs)
    await until(async () => await acceptsConnections(ports.objectStore), signal)
    await ensureBucket(settings)
    await until(async () => await servesNamespace(ports.temporal, ports.temporalHttp, attributes), signal)
    const keysFile = join(directory, 'keys.json')
    await writeFile(keysFile, apiKeysFile(secrets), { mode: 0o644 })
    return { ports, secrets, settings, keysFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

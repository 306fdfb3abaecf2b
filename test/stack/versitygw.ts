/** Runs the object store of the embedded stack as a process of one test, in any of its modes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import type { StoreConfig } from '@seine/shared/storage/s3-client.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'

/** Path of the program; empty when it is not installed. */
export const versitygw = process.env['SEINE_DEV_VERSITYGW_BIN'] ?? ''

/** Where it keeps object metadata: in extended attributes, in separate files, or nowhere. */
export type MetadataMode = 'attributes' | 'sidecar' | 'none'

export interface RunningVersitygw {
  /** Settings for a client. */
  config: StoreConfig
  /** Folder of the bucket. */
  bucket: string
  /** Folder with the metadata of the objects of the bucket, in mode `sidecar`. */
  sidecar: string
  /** Creates a client, which its caller must close. */
  client(settings?: Partial<StoreConfig>): ObjectStore
  kill(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal that does not end the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  start(): Promise<void>
}

const name = 'test'

/** Starts the store on a folder and creates its bucket. @param directory must exist; its content is kept. */
export async function startVersitygw(directory: string, mode: MetadataMode): Promise<RunningVersitygw> {
  const port = await freePort()
  const [objects, sidecar] = [join(directory, 'objects'), join(directory, 'metadata')]
  await Promise.all([objects, sidecar].map(async (folder) => await mkdir(folder, { recursive: true })))
  const options = { attributes: [], sidecar: ['--sidecar', sidecar], none: ['--nometa'] }[mode]
  const config: StoreConfig = {
    SEINE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'us-east-1',
    SEINE_S3_BUCKET: name,
    SEINE_S3_ACCESS_KEY_ID: 'access',
    SEINE_S3_SECRET_ACCESS_KEY: 'secret',
  }
  const client = (settings: Partial<StoreConfig> = {}): ObjectStore => new ObjectStore({ ...config, ...settings })
  let part: ChildProcess
  const start = async (): Promise<void> => {
    part = spawn(versitygw, ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', ...options, objects], {
      env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: 'access', ROOT_SECRET_KEY: 'secret' },
      stdio: 'ignore',
    })
    await untilThere(client(), part)
  }
  await start()
  return {
    config,
    bucket: join(objects, name),
    sidecar: join(sidecar, name),
    client,
    start,
    signal: (signal) => void part.kill(signal),
    async kill(signal) {
      const ended = once(part, 'exit')
      part.kill(signal)
      await ended
    },
  }
}

async function untilThere(store: ObjectStore, part: ChildProcess): Promise<void> {
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        await store.ensureBucket()
        return
      } catch (error) {
        if (tries >= 600 || part.exitCode !== null) throw error
      }
      await sleep(50)
    }
  } finally {
    store.close()
  }
}

/** A second object store as delivery target, and the file of targets that names it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVersitygw, type RunningVersitygw } from './versitygw.ts'

export interface TargetStore {
  store: RunningVersitygw
  /** Path of the file of targets. */
  targetsFile: string
  /** Path of the file with the secret of the access key. */
  secretFile: string
  close(): Promise<void>
}

/** The prefix of the target `lake`. */
export const lakePrefix = 'from-seine'

/**
 * Starts the store. Targets: `lake`; `second` with another prefix; `homeless`, whose bucket does not exist; `foreign`,
 * which the tenant of the development key may not use.
 */
export async function startTargetStore(): Promise<TargetStore> {
  const directory = await mkdtemp(join(tmpdir(), 'seine-targets-'))
  const [folder, idFile, secretFile, targetsFile] = ['store', 'id', 'secret', 'targets.json'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string]
  await mkdir(folder)
  const store = await startVersitygw(folder, 'attributes')
  await writeFile(idFile, 'access\n')
  await writeFile(secretFile, 'secret\n')
  const lake = {
    endpoint: store.config.SEINE_S3_ENDPOINT,
    bucket: store.config.SEINE_S3_BUCKET,
    prefix: `${lakePrefix}/`,
    access_key_id_file: idFile,
    secret_access_key_file: secretFile,
  }
  const targets = {
    lake,
    second: { ...lake, prefix: 'second/' },
    homeless: { ...lake, bucket: 'not-created' },
    foreign: { ...lake, tenants: ['others'] },
  }
  await writeFile(targetsFile, JSON.stringify(targets))
  return {
    store,
    targetsFile,
    secretFile,
    async close() {
      await store.kill('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

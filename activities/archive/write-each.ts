/**
 * Writes archives one by one when they cannot be written together: one that the store permanently refuses must not
 * prevent the others, nor the record of the job.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArchiveName } from '@seine/shared/tasks/formats.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'

/** Archives that are in the store, and the reasons why the others are not. */
export interface WrittenArchives {
  written: ArchiveName[]
  missing: { name: ArchiveName; why: string }[]
}

/**
 * Writes some archives, all at once and, when that fails, one by one with a bounded number of tries
 * each. A try counts only when the store answers after it: when the store is unavailable, the whole activity is
 * repeated later.
 * @param pausesMs pauses between the tries of an archive, milliseconds; there is one more try than pauses.
 * @throws StoreUnavailableError while the store does not answer.
 */
export async function writeEach(
  store: Pick<Store, 'ping'>,
  names: readonly ArchiveName[],
  write: (names: readonly ArchiveName[]) => Promise<void>,
  pausesMs: readonly number[] = archiveLimits.archivePausesMs,
): Promise<WrittenArchives> {
  if (names.length > 1 && (await writeFault(store, () => write(names))) === null) {
    return { written: [...names], missing: [] }
  }
  const result: WrittenArchives = { written: [], missing: [] }
  for (const name of names) {
    const why = await writeOne(store, () => write([name]), pausesMs)
    if (why === null) result.written.push(name)
    else result.missing.push({ name, why })
  }
  return result
}

async function writeOne(
  store: Pick<Store, 'ping'>,
  write: () => Promise<void>,
  pausesMs: readonly number[],
): Promise<string | null> {
  for (let tries = 0; ; tries += 1) {
    const why = await writeFault(store, write)
    const pauseMs = pausesMs[tries]
    if (why === null || pauseMs === undefined) return why
    await sleep(pauseMs)
  }
}

/**
 * Returns why writing failed; null when it succeeded. @throws StoreUnavailableError while the store does not answer.
 */
async function writeFault(store: Pick<Store, 'ping'>, write: () => Promise<void>): Promise<string | null> {
  try {
    await write()
    return null
  } catch (error) {
    await store.ping()
    return error instanceof StoreUnavailableError ? refusalOf(error) : `internal fault (${(error as Error).name})`
  }
}

/** Describes a failed call without the object name, with the name of the store's error. */
function refusalOf({ cause }: StoreUnavailableError): string {
  const errorName = cause instanceof Error ? ` (${cause.name})` : ''
  return `the object store refuses to store it${errorName}`
}

/** Returns the warning about a missing archive. */
export const missingWarning = ({ name, why }: WrittenArchives['missing'][number]): string =>
  `the archive of ${name} could not be written: ${why}; POST …/finalise writes it later`

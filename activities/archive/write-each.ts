/**
 * Writes archives one by one when they cannot be written together: a format that the store permanently refuses must not
 * prevent the others, nor the record of the job.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobFormat } from '@seine/shared/tasks/job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'

/** Archives that are in the store, and the reasons why the others are not. */
export interface WrittenFormats {
  written: JobFormat[]
  missing: { format: JobFormat; why: string }[]
}

/**
 * Writes the archives of some formats, all at once and, when that fails, one by one with a bounded number of tries
 * each. A try counts only when the store answers after it: when the store is unavailable, the whole activity is
 * repeated later.
 * @param pausesMs pauses between the tries of a format, milliseconds; there is one more try than pauses.
 * @throws StoreUnavailableError while the store does not answer.
 */
export async function writeEach(
  store: Pick<Store, 'ping'>,
  formats: readonly JobFormat[],
  write: (formats: readonly JobFormat[]) => Promise<void>,
  pausesMs: readonly number[] = archiveLimits.archivePausesMs,
): Promise<WrittenFormats> {
  if (formats.length > 1 && (await writeFault(store, () => write(formats))) === null) {
    return { written: [...formats], missing: [] }
  }
  const result: WrittenFormats = { written: [], missing: [] }
  for (const format of formats) {
    const why = await writeOne(store, () => write([format]), pausesMs)
    if (why === null) result.written.push(format)
    else result.missing.push({ format, why })
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
  const said = cause instanceof Error ? ` (${cause.name})` : ''
  return `the store refuses it${said}`
}

/** Returns the warning about a missing archive. */
export const missingWarning = ({ format, why }: WrittenFormats['missing'][number]): string =>
  `the archive of ${format} could not be written: ${why}; POST …/finalise writes it later`

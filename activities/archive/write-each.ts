/**
 * Archives one by one where all of them together cannot be written: a format that the store refuses for good must
 * not keep back the others, nor the record of the job.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobFormat } from '@seine/shared/tasks/job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'

/** Archives that are in the store, and why the others are not. */
export interface WrittenFormats {
  written: JobFormat[]
  missing: { format: JobFormat; why: string }[]
}

/**
 * Writes the archives of some formats, all at once and, where that fails, each for itself with a bounded number of
 * tries. Only tries count after which the store answers: with a store that is away the whole is repeated later.
 * @param pausesMs between the tries of a format, milliseconds; one try more than pauses.
 * @throws StoreUnavailableError while the store does not answer.
 */
export async function writeEach(
  store: Pick<Store, 'ping'>,
  formats: readonly JobFormat[],
  write: (formats: readonly JobFormat[]) => Promise<void>,
  pausesMs: readonly number[] = archiveLimits.archivePausesMs,
): Promise<WrittenFormats> {
  if (formats.length > 1 && (await faultOf(store, () => write(formats))) === null) {
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
    const why = await faultOf(store, write)
    const pauseMs = pausesMs[tries]
    if (why === null || pauseMs === undefined) return why
    await sleep(pauseMs)
  }
}

/** Why writing failed; null when it did not. @throws StoreUnavailableError while the store does not answer. */
async function faultOf(store: Pick<Store, 'ping'>, write: () => Promise<void>): Promise<string | null> {
  try {
    await write()
    return null
  } catch (error) {
    await store.ping()
    return error instanceof StoreUnavailableError ? refusalOf(error) : `internal fault (${(error as Error).name})`
  }
}

/** The message of a call that failed, without the name of the object, and what the store said. */
function refusalOf({ cause }: StoreUnavailableError): string {
  const said = cause instanceof Error ? ` (${cause.name})` : ''
  return `the store refuses it${said}`
}

/** The warning about archives that are missing. */
export const missingWarning = ({ format, why }: WrittenFormats['missing'][number]): string =>
  `the archive of ${format} could not be written: ${why}; POST …/finalise writes it later`

/** Reads results of a page that the list of pages does not contain: large ones, and pictures behind their links. */
import { sleep } from '../abort.ts'
import { SeineError } from '../errors.ts'
import type { JobPageEntry, OmittedFormat, PageOutput } from '../generated/openapi.ts'
import { clientLimits } from '../limits.ts'
import { backOffMs } from '../retry.ts'

/** How results are read. */
export interface ResultReading {
  /** Reads a page alone, with new links. @param index of the page. */
  read: (index: number) => Promise<Pick<JobPageEntry, 'output'>>
  /** Called with a sentence about each result that stays missing. */
  warn: (text: string) => void
}

const reasons: Readonly<Record<OmittedFormat['reason'], string>> = {
  too_large: 'it is too large for a reply of the service',
  unavailable: 'it is lost, or was stored by an earlier release',
}

const missing = (index: number, format: string, reason: string): string =>
  `page ${index}: ${format} is not here: ${reason}`

/**
 * Returns an entry of the list of pages with the results that were too large for the list. `omitted` names those that
 * stay missing.
 * @throws what is no error of the service.
 */
export async function wholePage(entry: JobPageEntry, { read, warn }: ResultReading): Promise<JobPageEntry> {
  const { index } = entry
  const output: PageOutput = { ...entry.output }
  let failure: string | null = null
  if (entry.omitted.some(({ reason }) => reason === 'too_large')) {
    try {
      const page = await read(index)
      for (const { format, reason } of entry.omitted) {
        if (reason === 'too_large' && page.output[format] !== undefined) {
          Object.assign(output, { [format]: page.output[format] })
        }
      }
    } catch (error) {
      if (!(error instanceof SeineError)) throw error
      failure = error.message
    }
  }
  const omitted = entry.omitted.filter(({ format }) => output[format] === undefined)
  for (const { format, reason } of omitted) {
    warn(missing(index, format, reason === 'too_large' ? (failure ?? reasons[reason]) : reasons[reason]))
  }
  return { ...entry, output, omitted }
}

/** Loads a picture once. @returns its bytes, or the reason why they could not be had. */
async function loadOnce(link: string, load: typeof fetch): Promise<Uint8Array | string> {
  try {
    const answer = await load(link, { signal: AbortSignal.timeout(clientLimits.pictureTimeoutMs) })
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
    await answer.body?.cancel()
    return `the object store answered ${answer.status}`
  } catch {
    return 'the object store could not be reached'
  }
}

/**
 * Loads a picture of a page. Further tries use new links, because links expire.
 * @returns its bytes; null when every try failed.
 */
export async function loadPicture(
  { index, output }: Pick<JobPageEntry, 'index' | 'output'>,
  format: 'screenshot' | 'screenshot_full_page',
  { read, warn }: ResultReading,
  load: typeof fetch,
): Promise<Uint8Array | null> {
  let link = output[format] ?? ''
  for (let tries = 1; ; tries += 1) {
    const loaded = await loadOnce(link, load)
    if (typeof loaded !== 'string') return loaded
    if (tries >= clientLimits.pictureTriesMax) {
      warn(missing(index, format, loaded))
      return null
    }
    await sleep(backOffMs(tries))
    try {
      link = (await read(index)).output[format] ?? link
    } catch (error) {
      if (!(error instanceof SeineError)) throw error
    }
  }
}

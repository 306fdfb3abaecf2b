/** Opens an archive of a finished job by its download link. */
import { ApiError, ConnectionError, SeineError } from './errors.ts'

/** A status with download links. */
interface LinkedStatus {
  id: string
  s3PresignedUrls?: Readonly<Record<string, string>> | null
  partialS3PresignedUrls?: Readonly<Record<string, string>> | null
}

/** How often a link is asked for: links expire, so that a refused one is replaced once. */
const linksMax = 2

/**
 * Opens an archive.
 * @param readStatus reads the status of the job, with new links.
 * @param format name of the link: `markdown`, `jsonl` …
 * @returns the answer of the object store; its body is the archive.
 * @throws SeineError when the job has no such archive; ConnectionError when the store cannot be reached or refuses.
 */
export async function openArchive(
  readStatus: () => Promise<LinkedStatus>,
  format: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let asked = 1; ; asked += 1) {
    const { id, s3PresignedUrls: links, partialS3PresignedUrls: partial } = await readStatus()
    const link = links?.[format] ?? partial?.[format]
    if (link === undefined) {
      const names = Object.keys(links ?? partial ?? {})
      throw new SeineError(
        `job ${id} has no archive ${JSON.stringify(format)}: ${names.length === 0 ? 'it has none yet' : `it has ${names.join(', ')}`}`,
      )
    }
    let response: Response
    try {
      // The key of the service is not sent to the store.
      response = await fetch(link, signal === undefined ? {} : { signal })
    } catch (cause) {
      signal?.throwIfAborted()
      throw new ConnectionError('the object store could not be reached', { cause })
    }
    if (response.ok) return response
    await response.body?.cancel()
    if (asked >= linksMax || response.status !== 403) {
      const message = `the object store answered ${response.status}`
      const retryable = response.status >= 500
      throw new ApiError({ status: response.status, code: 'archive_unavailable', message, retryable })
    }
  }
}

/** Downloads an archive over its presigned link, completely or not at all. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlPace } from './crawl-pace.ts'
import { isDiskError } from './disk-error.ts'

/** Every try failed; the message is the reason of the last one. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
}

/** Number of tries, pauses between them, and the longest silence in one. */
export type DownloadLimits = Pick<
  CrawlPace,
  'downloadAttemptsMax' | 'downloadSilenceMs' | 'retryFirstMs' | 'retryMaxMs'
>

/**
 * Sends the request. Does not use `fetch`: its parser fails an assertion, which ends the process, when a server closes
 * the connection while a slow disk holds back the body.
 * @param silenceMs time without data after which the request, or the answer that it has become, fails.
 */
async function open(link: string, silenceMs: number): Promise<IncomingMessage> {
  const get = link.startsWith('https:') ? httpsGet : httpGet
  return await new Promise((resolve, reject) => {
    let answer: IncomingMessage | null = null
    const request = get(link, { timeout: silenceMs }, (response) => {
      answer = response
      resolve(response)
    })
    request.once('error', reject)
    request.once('timeout', () =>
      (answer ?? request).destroy(new Error(`no data came for ${Math.round(silenceMs / 1_000)} s`)),
    )
  })
}

async function downloadOnce(link: string | null, partFile: string, silenceMs: number): Promise<number> {
  if (link === null) throw new Error('the gateway returned no download link for it')
  const response = await open(link, silenceMs)
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`the object store answered ${response.statusCode}`)
  }
  let bytes = 0
  await pipeline(
    response,
    async function* count(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        yield chunk
      }
    },
    createWriteStream(partFile),
  )
  const announced = response.headers['content-length']
  if (announced !== undefined && Number(announced) !== bytes) {
    throw new Error(`${bytes} of ${announced} bytes arrived`)
  }
  return bytes
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/**
 * Streams an archive into a file; the file appears only when it is complete.
 * @param linkFor returns a link; called again for each try, because links expire.
 * @param onRetry called with the reason why a try failed.
 * @returns bytes written.
 * @throws DownloadError when every try failed; errors of the disk and of `linkFor` unchanged.
 */
export async function downloadArchive(
  linkFor: () => Promise<string | null>,
  file: string,
  limits: DownloadLimits,
  onRetry: (reason: string) => void,
): Promise<number> {
  const partFile = `${file}.part`
  let delayMs = limits.retryFirstMs
  for (let tries = 1; ; tries += 1) {
    const link = await linkFor()
    try {
      const bytes = await downloadOnce(link, partFile, limits.downloadSilenceMs)
      await rename(partFile, file)
      return bytes
    } catch (error) {
      await rm(partFile, { force: true })
      if (isDiskError(error)) throw error
      if (tries >= limits.downloadAttemptsMax) throw new DownloadError(reasonOf(error), { cause: error })
      onRetry(reasonOf(error))
    }
    await sleep(Math.min(delayMs, limits.retryMaxMs))
    delayMs *= 2
  }
}

/** The URLs of a batch, and which input lines belong to a page of the frontier. */
import type { BatchJobInput, BatchUrls } from '../tasks/job-input.ts'
import { fetchUrl } from '../urls/url-identity.ts'
import { hashRoutesOf } from './hash-routes.ts'

export class BatchList {
  /** As the caller wrote them, in input order. */
  readonly urls: BatchUrls
  readonly #input: Pick<BatchJobInput, 'page'>
  #lines: number[][] | null = null

  constructor(input: Pick<BatchJobInput, 'page'>, urls: BatchUrls) {
    this.#input = input
    this.urls = urls
  }

  /**
   * Returns the input lines of a page, from 0.
   * @param seq of the page: the frontier has every URL once, in the order of the list.
   * @param pages number of pages in the frontier; when it equals the number of lines, no URL occurs twice.
   */
  linesOf(seq: number, pages: number): readonly number[] {
    if (pages === this.urls.length) return [seq]
    this.#lines ??= linesByPage(this.#input, this.urls)
    return this.#lines[seq] ?? []
  }
}

function linesByPage(input: Pick<BatchJobInput, 'page'>, urls: BatchUrls): number[][] {
  const hashRoutes = hashRoutesOf(input)
  const lines = new Map<string, number[]>()
  for (const [line, written] of urls.entries()) {
    const url = fetchUrl(written, undefined, { hashRoutes }) ?? written
    const known = lines.get(url)
    if (known === undefined) lines.set(url, [line])
    else known.push(line)
  }
  return [...lines.values()]
}

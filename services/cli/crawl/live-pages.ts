/**
 * The pages of a running crawl as files, each as soon as it is finished: what is left of a crawl whose archives could
 * not be saved, because the command or the machine ended early.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeineClient } from '@seine/client/src/client.ts'
import { ApiError, ConnectionError } from '@seine/client/src/errors.ts'
import { writePage } from '@seine/client/src/shell/page-files.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'
import { isDiskError } from './disk-error.ts'

/** Folder of the files, below that of the crawl. */
export const livePagesFolder = 'pages-so-far'

/** What is needed to write pages. */
export interface LivePagesOptions {
  client: SeineClient
  id: string
  /** Returns the folder of the crawl; called at the first page. */
  directory: () => Promise<string>
  /** Pause after a failed read, milliseconds. */
  pauseMs: number
  /** Called once when the pages can no longer be written. */
  note: (text: string) => void
}

const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.retryable)

/** Writes the pages of one crawl. */
export class LivePages {
  readonly #options: LivePagesOptions
  readonly #over = new AbortController()
  readonly #ended: Promise<void>
  #folder: string | null = null

  /** Starts to write; failures end it and are no failures of the crawl. */
  constructor(options: LivePagesOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  /** Folder of the files; null when no page has been written. */
  get folder(): string | null {
    return this.#folder
  }

  /** Stops writing; resolves when the page in progress is written. */
  async stop(): Promise<void> {
    this.#over.abort()
    await this.#ended
  }

  /** Removes the files: the archives of the crawl have been saved. */
  async remove(): Promise<void> {
    await this.stop()
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true })
  }

  async #run(): Promise<void> {
    const { client, id, pauseMs, note } = this.#options
    const { signal } = this.#over
    let cursor: string | undefined
    while (!signal.aborted) {
      const list = client.crawlPages(id, cursor === undefined ? {} : { cursor }, { signal })
      try {
        for await (const { data, next_cursor: next } of list.replies()) {
          for (const page of data) this.#folder = await this.#write(page)
          cursor = next ?? cursor
        }
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isPassing(error)) {
          // A service of an earlier release has no such route.
          if (isDiskError(error)) note(`pages are no longer written as they come: ${errorMessage(error)}`)
          return
        }
        await sleep(pauseMs)
      }
    }
  }

  async #write(page: Parameters<typeof writePage>[1]): Promise<string> {
    const folder = this.#folder ?? path.join(await this.#options.directory(), livePagesFolder)
    const { client, id } = this.#options
    // What the list leaves out is in the archives, which these pages only stand in for.
    await writePage(folder, page, { read: (index) => client.crawlPage(id, index), warn: () => undefined })
    return folder
  }
}

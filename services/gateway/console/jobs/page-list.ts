/**
 * The finished pages of a job as rows. Read page by page with a cursor, and kept while the user moves between pages.
 */
import type { JobPages } from '@seine/shared/api/schemas/job-page-schema.ts'
import { signal } from '@preact/signals'
import { call, pathWith } from '../api/call.ts'
import { atSignOut } from '../api/session.ts'
import { viewLimits } from '../console-view-limits.ts'
import { jobPath } from './job-names.ts'

/** A finished page in a list, without its results. */
export interface PageListRow {
  index: number
  title: string | null
  url: string
  status: number | null
  success: boolean
  errorCode: string | null
  fetchedAt: string | null
}

/** The pages of one job, in the order in which they finished. */
export class JobPageList {
  /** Rows read so far. */
  readonly rows = signal<readonly PageListRow[]>([])
  /** True when no page has finished after those read. */
  readonly atEnd = signal(false)
  readonly #path: string
  #cursor: string | null = null
  #complete = false
  #reading: Promise<void> | null = null

  constructor(jobId: string) {
    this.#path = `${jobPath(jobId)}/pages`
  }

  /** True when the job has ended and all its pages are read. */
  get complete(): boolean {
    return this.#complete
  }

  /** Reads the next part. Calls at the same time share one reading. @throws as `call` does. */
  async more(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    await this.#reading
  }

  /**
   * Reads parts until an index is among the rows, or no part follows.
   * @param leaving stops reading after the current part.
   * @returns its position; -1: not found.
   * @throws as `call` does; the reason of `leaving`.
   */
  async positionOf(index: number, leaving: AbortSignal): Promise<number> {
    for (;;) {
      leaving.throwIfAborted()
      const at = this.rows.value.findIndex((row) => row.index === index)
      if (at >= 0 && (at + 1 < this.rows.value.length || this.atEnd.value)) return at
      if (this.atEnd.value) return at
      await this.more()
    }
  }

  async #read(): Promise<void> {
    if (this.#complete) return
    const path = pathWith(this.#path, { limit: viewLimits.pagesPart, cursor: this.#cursor, output: 'none' })
    const { data, next_cursor: next, complete } = await call<JobPages>(path)
    this.#complete = complete
    this.#cursor = next ?? this.#cursor
    // A part can be shorter than requested because of the size of its pages; only an empty part means that no more
    // pages have finished.
    this.atEnd.value = complete || data.length === 0
    if (data.length > 0) this.rows.value = [...this.rows.value, ...data.map(rowOf)]
  }
}

const rowOf = ({
  index,
  title,
  url,
  status,
  success,
  errorCode,
  fetchedAt,
}: JobPages['data'][number]): PageListRow => ({
  index,
  title,
  url,
  status,
  success,
  errorCode,
  fetchedAt,
})

/** Lists of recently viewed jobs. */
const lists = new Map<string, JobPageList>()
const listsMax = 4

atSignOut(() => lists.clear())

/** Returns the list of a job; the same object while the job is among the recently viewed ones. */
export function pageListOf(jobId: string): JobPageList {
  const list = lists.get(jobId) ?? new JobPageList(jobId)
  lists.delete(jobId)
  lists.set(jobId, list)
  if (lists.size > listsMax) lists.delete(lists.keys().next().value ?? '')
  return list
}

/** Messages between the process and the thread that reads pages of results. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import type { PageReading } from './read-page.ts'

/** A page to read. */
export interface PageToRead {
  engine: SerpEngine
  /** Outputs of its extraction, as JSON, with its source among them. */
  outputs: Uint8Array
  /** Where it came from in the end. */
  url: string
  /** Of its answer. */
  status: number
}

/** From the thread: `ready` once after its start, then one answer a page. */
export type ReadingMessage = { kind: 'ready' } | ReadingAnswer

export interface ReadingAnswer {
  kind: 'read'
  reading: PageReading
}

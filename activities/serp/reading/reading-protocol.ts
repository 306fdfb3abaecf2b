/** Messages between the process and the thread that reads result pages. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import type { ResultPageReading } from './read-page.ts'

/** A page to read. */
export interface PageToRead {
  engine: SerpEngine
  /** Outputs of its extraction as JSON, including its source. */
  outputs: Uint8Array
  /** Final URL of the page. */
  url: string
  /** HTTP status of the response. */
  status: number
}

/** From the thread: `ready` once after its start, then one answer per page. */
export type ReadingMessage = { kind: 'ready' } | ReadingAnswer

export interface ReadingAnswer {
  kind: 'read'
  reading: ResultPageReading
}

/** The record of the end of a job, which processes share as an object of the store. */
import type { ArchiveName } from './formats.ts'
import type { JobInput } from './job-input.ts'

/** The end of a job as notices report it: from its record, or without one from the notes of its pages. */
export type NoticedEnd = Omit<FinalStatus, 'expiresAt' | 'archives' | 'ledgerChunks'> & {
  /** Null without a record: the job has no results. */
  expiresAt: string | null
}

/** `jobs/<tenant>/<id>/status.json`: the status body without the parts that are computed at each read. */
export interface FinalStatus {
  id: string
  kind: JobInput['kind']
  tenant: string
  status: 'completed' | 'failed' | 'cancelled'
  url: string
  limit: number
  total: number
  completed: number
  failed: number
  /** Page loads that were cut for silence and repeated; absent in records of older workers. */
  stalls?: number
  createdAt: string
  completedAt: string
  /** Seconds. */
  duration: number
  expiresAt: string
  error: string | null
  warnings: string[]
  /** Labels of the request. */
  tag: string[]
  /** Object key per archive; empty if none exists. */
  archives: Partial<Record<ArchiveName, string>>
  /** Set for a crawl whose start page redirected: the URL that its scope is based on. */
  scopeUrl?: string
  /** Set for a job that retries the failed pages of another: the id of that job. */
  retryOf?: string
  /** Names of the targets that its archives are copied to; absent if none exist. */
  deliverTo?: string[]
  /** Number of chunks of the ledger, `jobs/<tenant>/<id>/ledger/<n>.jsonl.zst`. */
  ledgerChunks: number
  /** True when archives or results are missing that finalising again may produce; absent otherwise. */
  incomplete?: true
  /**
   * For an incomplete record that finalising again has built with every archive: identifies its sources. While it stays
   * the same, there is nothing more to build.
   */
  builtFrom?: string
}

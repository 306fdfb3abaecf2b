/** `GET` of a job: its status and its documents. */
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { RequestHandler } from 'express'
import { searchOf } from '../http/query-string.ts'
import { callerGone } from '../http/caller-gone.ts'
import { callerOf } from '../http/request-context.ts'
import { readJob, type StatusPorts } from '../jobs/job-status.ts'
import type { HeldReads } from '../quota/held-reads.ts'
import { wireJobStatus } from './wire-job-status.ts'
import { readDocuments, type DocumentPagesReader } from './job-documents.ts'
import { jobUrl, questionOf } from './job-address.ts'

export interface JobStatusPorts extends StatusPorts {
  finishedPages: DocumentPagesReader
  heldReads: HeldReads
}

/**
 * Creates the handler of a kind of jobs. A running job gives its first documents and no `next`, so that polling it
 * stays cheap; a job that has ended gives all, part by part.
 */
export const jobStatus =
  (kind: JobKind, ports: JobStatusPorts): RequestHandler =>
  async (req, res) => {
    const question = questionOf(kind, req, res)
    const signal = callerGone(res)
    try {
      const cursor = searchOf(req).get('cursor')
      if (cursor !== null) {
        const check = async (): Promise<void> => await ports.finishedPages.check(question, cursor)
        await ports.heldReads.admit(callerOf(res), check, signal)
      }
      // The job is read first: pages that end in between are in the documents of a job that counts as running.
      const view = await readJob(question, ports)
      const part = await readDocuments(question, cursor, ports.finishedPages)
      const hasNext = !part.complete && part.cursor !== null && (part.documents.length > 0 || part.damaged)
      const more = view.status !== 'running' && hasNext
      const next = more
        ? `${jobUrl(kind, req, question.id)}?${new URLSearchParams({ cursor: part.cursor! }).toString()}`
        : null
      res.json(wireJobStatus(view, part.documents, next))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

/** The handlers of the routes that list jobs, and finished pages of jobs. */
import { readJobListQuery, readJobPagesQuery } from '@seine/shared/api/rules/query-parameters.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { Request, RequestHandler, Response } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { searchOf } from '../http/query-string.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import { readJobList, type JobListPorts } from '../jobs/job-list.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import { readJobPage, readJobPages, type JobPagesPorts } from './job-pages.ts'

const textOf = (parameter: string | string[] | undefined): string => (typeof parameter === 'string' ? parameter : '')

const questionOf = (kind: JobKind, req: Request, res: Response): JobQuestion => ({
  kind,
  id: textOf(req.params['id']),
  tenant: callerOf(res).tenant,
})

const jobsOf =
  (ports: JobListPorts): RequestHandler =>
  async (req, res) => {
    const result = readJobListQuery(searchOf(req))
    if (!result.ok) throw invalidRequest(result.errors)
    const list = await readJobList(callerOf(res).tenant, result.query, ports)
    res.json({ ...list, request_id: contextOf(res).requestId })
  }

const pagesOf =
  (kind: JobKind, ports: JobPagesPorts): RequestHandler =>
  async (req, res) => {
    const result = readJobPagesQuery(searchOf(req))
    if (!result.ok) throw invalidRequest(result.errors)
    const pages = await readJobPages(questionOf(kind, req, res), result.query, ports)
    res.json({ ...pages, request_id: contextOf(res).requestId })
  }

const pageOf =
  (kind: JobKind, ports: JobPagesPorts): RequestHandler =>
  async (req, res) => {
    const page = await readJobPage(questionOf(kind, req, res), textOf(req.params['index']), ports)
    res.json({ ...page, request_id: contextOf(res).requestId })
  }

/** Creates the handlers for both kinds of jobs. */
export const pageHandlers = (ports: JobPagesPorts & JobListPorts) => ({
  listJobs: jobsOf(ports),
  crawlPages: pagesOf('crawl', ports),
  crawlPage: pageOf('crawl', ports),
  batchPages: pagesOf('batch', ports),
  batchPage: pageOf('batch', ports),
})

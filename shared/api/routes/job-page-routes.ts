/** The routes that list jobs, and the finished pages of a job. */
import { Type } from 'typebox'
import { jobListParameters, jobPagesParameters } from '../rules/query-parameters.ts'
import { jobPageSchema, jobPagesSchema } from '../schemas/job-page-schema.ts'
import { jobListSchema } from '../schemas/job-list-schema.ts'
import type { Route } from './route.ts'
import { awayProblems, queryProblems, storeProblems } from './route-problems.ts'

const jobId = { id: Type.String({ description: 'Job id as returned by the start call.' }) }
const pageIndex = { ...jobId, index: Type.String({ description: '`index` of the page in the list of pages.' }) }

const list = {
  method: 'get',
  auth: true,
  rate: 'read',
  params: jobId,
  query: jobPagesParameters,
  responses: { 200: { description: 'Some pages.', schema: jobPagesSchema } },
  problems: [...queryProblems, 'job_not_found', ...storeProblems],
} as const

const one = {
  method: 'get',
  auth: true,
  rate: 'read',
  params: pageIndex,
  responses: { 200: { description: 'The page.', schema: jobPageSchema } },
  problems: ['job_not_found', 'page_not_found', ...storeProblems],
} as const

export const jobPageRoutes = {
  listJobs: {
    method: 'get',
    path: '/jobs',
    summary: 'List all retained jobs, newest first.',
    auth: true,
    rate: 'read',
    query: jobListParameters,
    responses: { 200: { description: 'A part of the list.', schema: jobListSchema } },
    problems: [...queryProblems, ...awayProblems],
  },
  crawlPages: {
    path: '/crawl/{id}/pages',
    summary: 'List the finished pages of a crawl job with their results, while it runs and after.',
    ...list,
  },
  crawlPage: {
    path: '/crawl/{id}/pages/{index}',
    summary: 'Read one finished page of a crawl job with its results.',
    ...one,
  },
  batchPages: {
    path: '/batch/scrape/{id}/pages',
    summary: 'List the finished pages of a batch job with their results, while it runs and after.',
    ...list,
  },
  batchPage: {
    path: '/batch/scrape/{id}/pages/{index}',
    summary: 'Read one finished page of a batch job with its results.',
    ...one,
  },
} as const satisfies Record<string, Route>

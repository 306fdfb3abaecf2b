/** Which job a request is about, and the URLs of jobs. */
import { wireJobPaths } from '@seine/shared/firecrawl/job-paths.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { Request, Response } from 'express'
import { callerOf } from '../http/request-context.ts'
import type { JobQuestion } from '../jobs/job-status.ts'

/** Returns the scheme that the caller used, also when a proxy in front of this process ended the TLS connection. */
function schemeOf(req: Request): string {
  const [forwarded = ''] = (req.get('x-forwarded-proto') ?? '').split(',', 1)
  return ['http', 'https'].includes(forwarded.trim()) ? forwarded.trim() : req.protocol
}

/** Returns the absolute URL of a job at the origin that the caller used: users and SDKs read it as it is. */
export const jobUrl = (kind: JobKind, req: Request, id: string): string =>
  `${schemeOf(req)}://${req.get('host') ?? ''}${wireJobPaths[kind]}/${id}`

/** Returns the job that a request with the parameter `id` is about. */
export function questionOf(kind: JobKind, req: Request, res: Response): JobQuestion {
  const { id } = req.params
  return { kind, id: typeof id === 'string' ? id : '', tenant: callerOf(res).tenant }
}

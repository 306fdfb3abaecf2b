/** The handlers of `GET /key` and `GET /service`. */
import type { KeyReport, ServiceReport } from '@seine/shared/api/schemas/service-schema.ts'
import type { RequestHandler } from 'express'
import { callerOf, contextOf } from '../http/request-context.ts'
import { KeyUsage, type KeyUsagePorts } from './key-usage.ts'
import { ServiceReporter, type ServiceReportPorts } from './service-report.ts'

/** Creates the handlers. */
export function serviceHandlers(ports: KeyUsagePorts & ServiceReportPorts) {
  const reporter = new ServiceReporter(ports)
  const usage = new KeyUsage(ports)
  const readKey: RequestHandler = async (_req, res) => {
    const caller = callerOf(res)
    const { keyId, tenant, operator } = caller
    const numbers = await usage.of(caller)
    const answer: KeyReport = { key_id: keyId, tenant, operator, ...numbers, request_id: contextOf(res).requestId }
    res.json(answer)
  }
  const readService: RequestHandler = async (_req, res) => {
    const caller = callerOf(res)
    const [report, numbers] = await Promise.all([reporter.report(caller), usage.of(caller).catch(() => null)])
    const answer: ServiceReport = {
      ...report,
      ...(numbers ?? { quotas: null, usage: null }),
      request_id: contextOf(res).requestId,
    }
    res.json(answer)
  }
  return { readKey, readService }
}

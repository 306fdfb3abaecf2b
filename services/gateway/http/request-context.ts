/** What the gateway knows about a request in addition to the request itself; stored in `res.locals`. */
import type { KeyQuotas } from '@seine/shared/api/keys/api-keys-file.ts'
import type { Response } from 'express'

/** The caller, identified by the API key of the request. */
export interface Caller {
  keyId: string
  tenant: string
  /** Quotas of the key, where its entry sets them; the settings apply to the rest. */
  quotas: KeyQuotas
  /** Whether the key sees the whole service, and not only its tenant. */
  operator: boolean
}

export interface RequestContext {
  requestId: string
  /** Absent on routes without a key. */
  caller?: Caller
  /** Name of the route, for log and metrics. */
  route?: string
  /** Whether the request failed by a fault of the service, and not of its caller or of a website. */
  fault?: boolean
  /** Its path with parameters, `/crawl/{id}`, for traces. */
  routePath?: string
}

/** Returns the context of a request; the request id is set from the first middleware on. */
export const contextOf = (res: Response): RequestContext => res.locals as RequestContext

/** Returns the caller of a route that needs a key. */
export function callerOf(res: Response): Caller {
  const { caller } = contextOf(res)
  if (caller === undefined) throw new Error('this route has no caller: it is served without authentication')
  return caller
}

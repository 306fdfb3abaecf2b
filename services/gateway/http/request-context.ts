/** What the gateway knows about a request beside the request itself; kept in `res.locals`. */
import type { KeyQuotas } from '@seine/shared/api/keys/api-keys-file.ts'
import type { Response } from 'express'

/** Who calls, by the key he showed. */
export interface Caller {
  keyId: string
  tenant: string
  /** What the key may do, where its entry says so; the settings hold for the rest. */
  quotas: KeyQuotas
}

export interface RequestContext {
  requestId: string
  /** Absent on routes without a key. */
  caller?: Caller
  /** Name of the route, for the log. */
  route?: string
}

/** The context of a request; the request id is there from the first middleware on. */
export const contextOf = (res: Response): RequestContext => res.locals as RequestContext

/** The caller of a route that needs a key. */
export function callerOf(res: Response): Caller {
  const { caller } = contextOf(res)
  if (caller === undefined) throw new Error('this route has no caller: it is served without authentication')
  return caller
}

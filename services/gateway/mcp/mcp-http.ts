/**
 * The MCP server over streamable HTTP. It loads the packages of the protocol, so it is imported at the first request.
 */
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  validateHostHeader,
  validateOriginHeader,
  type AuthInfo,
  type McpRequestContext,
} from '@modelcontextprotocol/server'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '../http/api-error.ts'
import { callerGone } from '../http/caller-gone.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import { createServers, type McpCaller } from './mcp-server.ts'
import type { RouteCaller } from './tool/route-caller.ts'

export interface McpHttpOptions {
  /** Creates a caller of the routes that sends these headers. */
  routes: (headers: Record<string, string>) => RouteCaller
  /** Host names under which the server may be reached, without ports. */
  hosts: readonly string[]
  logger: Logger
  version: string
}

/** Refuses foreign host names and pages of foreign origins, against DNS rebinding. @throws ApiError */
function checkHosts(req: Request, hosts: string[]): void {
  if (!validateHostHeader(req.get('host'), hosts).ok) {
    throw new ApiError('forbidden', 'this host name is not allowed for /mcp: the operator lists it in SEINE_MCP_HOSTS')
  }
  if (!validateOriginHeader(req.get('origin'), hosts).ok) {
    throw new ApiError('forbidden', 'pages of this origin may not use /mcp: the operator lists it in SEINE_MCP_HOSTS')
  }
}

/** Returns the headers that identify the caller; the routes check them again and count by them. */
function credentials(req: Request, res: Response): Record<string, string> {
  const { authorization, 'x-api-key': apiKey } = req.headers
  return {
    'x-request-id': contextOf(res).requestId,
    ...(authorization === undefined ? {} : { authorization }),
    ...(typeof apiKey === 'string' ? { 'x-api-key': apiKey } : {}),
  }
}

/** Creates the handler of `/mcp`; authentication comes before it. */
export function mcpHttp({ routes, hosts, logger, version }: McpHttpOptions): RequestHandler {
  const allowed = [...hosts]
  const serverFor = createServers(version)
  const factory = ({ authInfo }: McpRequestContext) => serverFor(authInfo?.extra?.['caller'] as McpCaller)
  const onerror = (error: Error): void => logger.debug({ err: error }, 'mcp request refused')
  const handle = toNodeHandler(createMcpHandler(factory, { onerror }), { onerror })
  return async (req, res) => {
    checkHosts(req, allowed)
    const { tenant, keyId } = callerOf(res)
    const caller: McpCaller = { tenant, call: routes(credentials(req, res)), gone: callerGone(res) }
    const auth: AuthInfo = { token: '', clientId: keyId, scopes: [], extra: { caller } }
    await handle(Object.assign(req, { auth }), res)
  }
}

/** The route `/mcp`: nothing of the protocol is loaded before its first request. */
import type { RequestHandler } from 'express'
import type { McpHttpOptions } from './mcp-http.ts'

/** Creates the handler; requests have been authenticated before it. */
export function mcpRoute(options: McpHttpOptions): RequestHandler {
  let loading: Promise<RequestHandler> | null = null
  return async (req, res, next) => {
    loading ??= import('./mcp-http.ts').then(({ mcpHttp }) => mcpHttp(options))
    const handle = await loading
    await handle(req, res, next)
  }
}

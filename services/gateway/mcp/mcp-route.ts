/** The route `/mcp`: nothing of the protocol is loaded before its first request. */
import type { RequestHandler } from 'express'
import type { McpHttpOptions } from './mcp-http.ts'

/** Creates the handler; requests have been authenticated before it. */
export function mcpRoute(options: McpHttpOptions): RequestHandler {
  let handle: RequestHandler | null = null
  return async (req, res, next) => {
    const { mcpHttp } = await import('./mcp-http.ts')
    handle ??= mcpHttp(options)
    await handle(req, res, next)
  }
}

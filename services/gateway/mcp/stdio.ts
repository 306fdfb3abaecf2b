/** The MCP server on standard input and output: a client of a running gateway. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../package.json' with { type: 'json' }
import { createServers } from './mcp-server.ts'
import { remoteRoutes } from './remote-routes.ts'

/**
 * Serves until standard input ends. Nothing but the protocol is written to standard output.
 * @param gateway URL of the gateway, without a trailing slash.
 */
export async function serveMcp(gateway: string, apiKey: string): Promise<void> {
  const serverFor = createServers(manifest.version)
  const call = remoteRoutes(gateway, apiKey)
  const ended = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
  })
  const handle = serveStdio(() => serverFor({ tenant: '', call, gone: ended.signal }), {
    onerror: (error) => void process.stderr.write(`seine mcp: ${error.message}\n`),
  })
  await stopped
  ended.abort(new Error('standard input has ended'))
  await handle.close()
}

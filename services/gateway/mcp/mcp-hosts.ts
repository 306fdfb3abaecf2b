/** The host names under which `/mcp` may be reached. */
import type { Config } from '@seine/shared/config/config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Returns loopback names, the bound address, the host of the public URL, and those of `SEINE_MCP_HOSTS`. */
export function mcpHosts(
  config: Pick<Config, 'SEINE_GATEWAY_HOST' | 'SEINE_PUBLIC_URL' | 'SEINE_MCP_HOSTS'>,
): string[] {
  const { SEINE_GATEWAY_HOST: bound, SEINE_PUBLIC_URL: publicUrl, SEINE_MCP_HOSTS: listed } = config
  const own = URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : []
  const named = listed.split(',').map((host) => host.trim().toLowerCase())
  return [...new Set([...loopback, bracketed(bound), ...own, ...named])].filter((host) => host !== '')
}

/** What the proxy of a provider is told about a target: its name, or an address that was vetted. */
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { ResolvedAddress } from '../connections/resolver.ts'

/** Says whether the proxy reads requests to http targets; else they pass it in tunnels, like all others. */
export const readsRequests = ({ protocol, target, http }: UpstreamProxy): boolean =>
  protocol === 'http' && (http ?? (target === 'address' ? 'tunnel' : 'absolute')) === 'absolute'

/**
 * The host that a proxy is asked for. Of several addresses an IPv4 one is taken: exits of providers often have
 * no other.
 * @param host name or literal address of the target, without brackets.
 * @param vetted its addresses, each of which may be dialled.
 * @throws EgressError `dns_error` when the proxy wants an address and there is none.
 */
export function handedHost(host: string, vetted: readonly ResolvedAddress[], upstream: UpstreamProxy): string {
  if (upstream.target !== 'address') return host
  const chosen = vetted.find(({ family }) => family === 4) ?? vetted[0]
  if (chosen === undefined) throw fault('dns_error', 'it has no address')
  return chosen.address
}

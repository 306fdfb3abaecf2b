/** What the proxy of a provider is given as the target: its name, or a vetted address. */
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { ResolvedAddress } from '../connections/resolver.ts'

/** Returns true when the proxy reads requests to http targets; otherwise they pass through tunnels, like all others. */
export const readsRequests = ({ protocol, target, http }: UpstreamProxy): boolean =>
  protocol === 'http' && (http ?? (target === 'address' ? 'tunnel' : 'absolute')) === 'absolute'

/**
 * Returns the host that a proxy is asked for. Of several addresses, an IPv4 address is preferred, because exits of
 * providers often support only IPv4.
 * @param host name or literal address of the target, without brackets.
 * @param vetted its addresses, all of which may be dialled.
 * @throws EgressError `dns_error` when the proxy requires an address and none was resolved.
 */
export function handedHost(host: string, vetted: readonly ResolvedAddress[], upstream: UpstreamProxy): string {
  if (upstream.target !== 'address') return host
  const chosen = vetted.find(({ family }) => family === 4) ?? vetted[0]
  if (chosen === undefined) throw fault('dns_error', 'it has no address')
  return chosen.address
}

/**
 * Determines which addresses belong to the public internet. The table is Seine's own, derived from the IANA
 * special-purpose registries, because copies in libraries are often outdated.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

type Range = readonly [network: string, prefixBits: number]

/**
 * IPv4 ranges that are never a target. The registry lists five small ones among them as globally reachable (anycast
 * and AS112 service addresses); they host nothing worth fetching.
 */
export const deniedIpv4: readonly Range[] = [
  ['0.0.0.0', 8], // this network, RFC 791
  ['10.0.0.0', 8], // private use, RFC 1918
  ['100.64.0.0', 10], // carrier-grade NAT, RFC 6598; holds the Alibaba metadata address
  ['127.0.0.0', 8], // loopback, RFC 1122
  ['169.254.0.0', 16], // link local, RFC 3927; cloud metadata
  ['172.16.0.0', 12], // private use, RFC 1918
  ['192.0.0.0', 24], // protocol assignments, RFC 6890; holds the Oracle metadata address
  ['192.0.2.0', 24], // documentation, RFC 5737
  ['192.31.196.0', 24], // AS112, RFC 7535
  ['192.52.193.0', 24], // AMT, RFC 7450
  ['192.88.99.0', 24], // 6to4 relay anycast, RFC 7526
  ['192.168.0.0', 16], // private use, RFC 1918
  ['192.175.48.0', 24], // AS112, RFC 7534
  ['198.18.0.0', 15], // benchmarking, RFC 2544
  ['198.51.100.0', 24], // documentation, RFC 5737
  ['203.0.113.0', 24], // documentation, RFC 5737
  ['224.0.0.0', 4], // multicast, RFC 5771
  ['240.0.0.0', 4], // reserved, RFC 1112; holds 255.255.255.255
  ['168.63.129.16', 32], // public by registry, but the host agent of Azure answers there
]

/** All unicast space that IANA assigns. Addresses that embed IPv4 are outside of it or denied below. */
export const assignedIpv6: readonly Range[] = [['2000::', 3]]

/** Ranges within the assigned space that are never a target. */
export const deniedIpv6: readonly Range[] = [
  ['2001::', 23], // Teredo, benchmarking, ORCHID, AMT, AS112, DET: RFC 2928 and later
  ['2001:db8::', 32], // documentation, RFC 3849
  ['2002::', 16], // 6to4, RFC 3056: embeds an IPv4 address
  ['2620:4f:8000::', 48], // AS112, RFC 7534
  ['3fff::', 20], // documentation, RFC 9637
]

function tableOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const table = new BlockList()
  for (const [network, prefixBits] of ranges) table.addSubnet(network, prefixBits, family)
  return table
}

// One table per family: a combined one would compare IPv4-mapped addresses with the IPv4 ranges.
const denied4 = tableOf(deniedIpv4, 'ipv4')
const assigned6 = tableOf(assignedIpv6, 'ipv6')
const denied6 = tableOf(deniedIpv6, 'ipv6')

/**
 * Returns true for a public unicast address.
 *
 * IPv6 is allowed only inside 2000::/3, so IPv4-mapped, IPv4-compatible and NAT64 forms, unique local, link-local and
 * multicast addresses are denied without being listed.
 * @param address IPv4 as four decimal numbers, or IPv6 without brackets.
 * @returns false also for text that is not an address and for addresses with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !denied4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return assigned6.check(address, 'ipv6') && !denied6.check(address, 'ipv6')
}

/** The last word on an address: what may be dialled, on which port. */
import { isPublicAddress } from './address-table.ts'
import type { AddressAllowance } from './allow-list.ts'
import { ownAddresses } from './own-addresses.ts'

/** The operator's own rule, without saying which entry it was. */
export const refusedByOperator = 'the operator of this service refuses the host or the port'

const notPublic = 'the host is a private, local or reserved address'

/**
 * Checks an address. What the operator denies is refused whatever is allowed; of the rest an address passes that is
 * allowed, or that is public and none of this machine.
 * @param address IPv4 as four decimal numbers, or IPv6 without brackets.
 * @param port null = on any port that is allowed.
 * @returns the rule it breaks, or null. The text is the same for a private address and one of this machine.
 */
export function addressProblem(address: string, port: number | null, allowance: AddressAllowance): string | null {
  if (allowance.denies?.(address, port) === true) return refusedByOperator
  const isOwn = (): boolean => allowance.isOwn?.(address) ?? ownAddresses.has(address)
  if (isPublicAddress(address) && !isOwn()) return null
  return allowance.allows(address, port) ? null : notPublic
}

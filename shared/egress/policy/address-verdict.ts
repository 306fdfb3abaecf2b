/** Makes the final decision whether an address may be dialled on a port. */
import { isPublicAddress } from './address-table.ts'
import type { AddressAllowance } from './allow-list.ts'
import { ownAddresses } from './own-addresses.ts'

/** Reported for a rule of the operator; does not reveal which entry matched. */
export const refusedByOperator = 'the operator of this service refuses the host or the port'

const notPublic = 'the host is a private, local or reserved address'

/**
 * Checks an address. An address that the operator denies is refused even if it is allowed; of all others, an address
 * passes when it is allowed, or when it is public and not of this machine.
 * @param address IPv4 as four decimal numbers, or IPv6 without brackets.
 * @param port null: on any allowed port.
 * @returns the violated rule, or null. The text is the same for a private address and for one of this machine.
 */
export function addressProblem(address: string, port: number | null, allowance: AddressAllowance): string | null {
  if (allowance.denies?.(address, port) === true) return refusedByOperator
  const isOwn = (): boolean => allowance.isOwn?.(address) ?? ownAddresses.has(address)
  if (isPublicAddress(address) && !isOwn()) return null
  return allowance.allows(address, port) ? null : notPublic
}

/**
 * Resolves names once for each connection: the vetted addresses are the ones that are dialled, so a later change of
 * the answer (DNS rebinding) has no effect.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { egressLimits } from '../../config/limits.ts'
import type { AddressAllowance } from '../policy/allow-list.ts'
import { fault, toEgressError } from './faults.ts'
import { addressProblem } from '../policy/address-verdict.ts'
import { alikeRefusals } from './alike-refusals.ts'
import { insideNames } from '../policy/inside-names.ts'
import { bareHost, hostProblem, isLocalhostName, localhostAddresses } from '../policy/target-policy.ts'

/** One address that a resolver returns. */
export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves all addresses of a name; rejects if none exist. */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>

/** Rules and resolver that determine which hosts may be dialled. */
export interface DialPolicy {
  allowList: AddressAllowance
  resolve: ResolveName
  /**
   * Returns true for a name whose existence no answer may reveal.
   * @default the names that `insideNames` contains
   */
  isInside?: (name: string) => boolean
}

/**
 * The resolver of the operating system. The trailing root dot makes every name absolute, so that the search domains of
 * a cluster cannot turn it into the name of an internal service.
 */
export const systemResolve: ResolveName = (name) => lookup(`${name}.`, { all: true, order: 'verbatim' })

/**
 * Returns a resolver that performs one lookup for all connections to a host that start at the same moment, because the
 * operating system performs only a few lookups at a time. Nothing is cached after the answer.
 */
export function shareInFlight(resolve: ResolveName): ResolveName {
  const inFlight = new Map<string, Promise<readonly ResolvedAddress[]>>()
  return (name) => {
    const running = inFlight.get(name)
    if (running !== undefined) return running
    const answers = resolve(name).finally(() => inFlight.delete(name))
    inFlight.set(name, answers)
    return answers
  }
}

async function withinDnsTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(fault('dns_error', 'no answer in time'))
  }, egressLimits.dnsTimeoutMs)
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves a name and vets every address. */
async function vettedAnswers(name: string, port: number, policy: DialPolicy): Promise<ResolvedAddress[]> {
  const answers = await withinDnsTimeout(policy.resolve(name)).catch((error: unknown) => {
    const translated = toEgressError(error)
    throw translated.code === 'dns_error' ? translated : fault('dns_error')
  })
  if (answers.length === 0) throw fault('dns_error', 'it has no address')
  if (!answers.every(({ address }) => mayDial(address, port, policy.allowList))) {
    throw fault('unsafe_target', 'the name resolves to a private, local, reserved or refused address')
  }
  return answers.map(({ address }) => ({ address, family: isIP(address) }))
}

/**
 * Resolves and vets a host.
 *
 * For a name that only an internal network may know (`policy.isInside`), the answer and its time are the same whether
 * the name does not exist or resolves to a refused address: `dns_error`.
 * @param host name or literal address, as passed to the socket.
 * @returns addresses that may be dialled on this port, in the order of the resolver; at least one.
 * @throws EgressError `unsafe_target` when the name or any of its addresses is not allowed; `dns_error` when there is
 * no answer within the DNS timeout.
 */
export async function resolveTarget(host: string, port: number, policy: DialPolicy): Promise<ResolvedAddress[]> {
  const problem = hostProblem(host, port, policy.allowList)
  if (problem !== null) throw fault('unsafe_target', problem)
  const name = bareHost(host)
  if (isIP(name) !== 0) return [{ address: name, family: isIP(name) }]
  if (isLocalhostName(name)) {
    return localhostAddresses
      .filter((address) => mayDial(address, port, policy.allowList))
      .map((address) => ({ address, family: isIP(address) }))
  }
  const isInside = policy.isInside ?? ((inside: string) => insideNames.has(inside))
  const answers = vettedAnswers(name, port, policy)
  return isInside(name.toLowerCase()) ? await alikeRefusals(answers) : await answers
}

/**
 * Returns true when an address may be dialled on this port: it is public and not of this machine, or the operator
 * allows it; and the operator does not deny it.
 */
export function mayDial(address: string, port: number, allowList: AddressAllowance): boolean {
  return addressProblem(address, port, allowList) === null
}

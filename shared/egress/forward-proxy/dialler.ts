/** Connections of a forward proxy: directly to vetted addresses, or through the proxy of a provider. */
import type { ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import { isBlockedPort } from '../policy/blocked-ports.ts'
import { fault } from '../connections/faults.ts'
import { createPinnedAgents } from '../connections/pinned-agent.ts'
import { resolveTarget, shareInFlight, type DialPolicy, type ResolvedAddress } from '../connections/resolver.ts'
import { hostProblem } from '../policy/target-policy.ts'
import { connected } from '../upstream-proxy/connected-socket.ts'
import { connectThrough } from '../upstream-proxy/connect-upstream.ts'
import { handedHost, readsRequests } from '../upstream-proxy/handed-target.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { Destination } from '../connections/destination.ts'
import { queueLookups } from './lookup-queue.ts'

/**
 * Connects to a destination after checking it.
 * @param tunnel whether bytes must reach the destination unchanged; otherwise they are requests that a proxy can read.
 * @param signal destroys the connection while it is being established.
 * @throws EgressError, or the reason of `signal`.
 */
export type Dial = (destination: Destination, tunnel: boolean, signal: AbortSignal) => Promise<Socket>

function requireAllowed({ host, port }: Destination, policy: DialPolicy): void {
  const problem = isBlockedPort(port)
    ? 'the port is blocked by the Fetch standard'
    : hostProblem(host, port, policy.allowList)
  if (problem !== null) throw fault('unsafe_target', problem)
}

/**
 * Returns a function that dials destinations directly: each connection resolves its host once and uses only vetted
 * addresses.
 */
export function directDial(given: DialPolicy): Dial {
  const policy = { allowList: given.allowList, resolve: shareInFlight(queueLookups(given.resolve)) }
  const agent = createPinnedAgents(policy).http
  return async (destination, _tunnel, signal) => {
    requireAllowed(destination, policy)
    const options: ClientRequestArgs & { allowHalfOpen: boolean; noDelay: boolean } = {
      ...destination,
      allowHalfOpen: true,
      noDelay: true,
    }
    const { promise: refused, reject } = Promise.withResolvers<never>()
    const socket = agent.createConnection(options, (error) => reject(error ?? fault('connect_error')))
    return socket == null ? await refused : await connected(socket as Socket, signal)
  }
}

/**
 * Checks whether a provider may be asked for a destination: one that does not resolve, or resolves to a refused
 * address, is not passed on.
 * @returns the vetted addresses, for providers that are given an address; other providers resolve names themselves.
 * @throws EgressError when the destination is refused or does not resolve.
 */
export type DialGate = (destination: Destination) => Promise<readonly ResolvedAddress[]>

/** Returns the check that precedes every request to a provider. */
export function upstreamGate(given: DialPolicy): DialGate {
  const policy = { allowList: given.allowList, resolve: shareInFlight(queueLookups(given.resolve)) }
  return async (destination) => {
    requireAllowed(destination, policy)
    return await resolveTarget(destination.host, destination.port, policy)
  }
}

/**
 * Returns a function that dials through the proxy of a provider, after the gate has checked the destination. For a
 * proxy that reads requests, it only connects to the proxy: the writer of each request must call the gate.
 */
export function upstreamDial(gate: DialGate, upstream: UpstreamProxy): Dial {
  return async (destination, tunnel, signal) => {
    const reads = !tunnel && readsRequests(upstream)
    const host = reads ? destination.host : handedHost(destination.host, await gate(destination), upstream)
    return await connectThrough({ ...destination, host }, upstream, { tunnel: !reads, allowHalfOpen: true, signal })
  }
}

/** Connections of a forward proxy: straight to vetted addresses, or through the proxy of a provider. */
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
 * Makes a connection whose other end may be talked to.
 * @param tunnel whether the bytes are to reach the destination as they are; else they are requests
 * that a proxy can read.
 * @param signal destroys the connection while it is being made.
 * @throws EgressError, or the reason of `signal`.
 */
export type Dial = (destination: Destination, tunnel: boolean, signal: AbortSignal) => Promise<Socket>

function requireAllowed({ host, port }: Destination, policy: DialPolicy): void {
  const problem = isBlockedPort(port)
    ? 'the port is blocked by the Fetch standard'
    : hostProblem(host, port, policy.allowList)
  if (problem !== null) throw fault('unsafe_target', problem)
}

/** Dials destinations themselves: one resolution for each connection, and only what was vetted. */
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
 * What a provider may be asked for: what does not resolve, or to something refused, is not passed on.
 * @returns the vetted addresses, for a provider that is handed one. Others resolve names themselves.
 * @throws EgressError
 */
export type DialGate = (destination: Destination) => Promise<readonly ResolvedAddress[]>

/** Makes the gate before a provider. */
export function upstreamGate(given: DialPolicy): DialGate {
  const policy = { allowList: given.allowList, resolve: shareInFlight(queueLookups(given.resolve)) }
  return async (destination) => {
    requireAllowed(destination, policy)
    return await resolveTarget(destination.host, destination.port, policy)
  }
}

/**
 * Dials through the proxy of a provider what its gate lets pass. Where the proxy reads requests, only the proxy is
 * connected to: whoever writes a request asks the gate for each.
 */
export function upstreamDial(gate: DialGate, upstream: UpstreamProxy): Dial {
  return async (destination, tunnel, signal) => {
    const reads = !tunnel && readsRequests(upstream)
    const host = reads ? destination.host : handedHost(destination.host, await gate(destination), upstream)
    return await connectThrough({ ...destination, host }, upstream, { tunnel: !reads, allowHalfOpen: true, signal })
  }
}

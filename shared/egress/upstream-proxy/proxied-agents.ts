/**
 * Agents for requests through the proxies of providers: a pair for each route, so that sockets are reused per proxy,
 * credentials and origin, and never shared between two exit addresses.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { egressLimits } from '../../config/limits.ts'
import { providerLimits } from '../proxies/provider-limits.ts'
import { fault, toEgressError } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { PinnedAgents } from '../connections/pinned-agent.ts'
import { bareHost } from '../policy/target-policy.ts'
import { connectThrough } from './connect-upstream.ts'
import { readsRequests } from './handed-target.ts'

/** The state of a connection that a request is waiting for. */
export interface Dialling {
  signal: AbortSignal
  /** Whether the connection to the proxy or the tunnel is being opened. */
  underWay: boolean
  /** The host that the proxy is asked for; null: the host of the request. */
  handedHost: string | null
}

/** Options of a request that goes through these agents. */
export interface ProxiedOptions {
  dialling: Dialling
}

type Callback = (error: Error | null, stream: Duplex) => void

/**
 * Sockets in use are not limited, because each serves an exchange, and exchanges are limited elsewhere. With a limit,
 * Node's agents dial for a queued request with the options of another one, which may be over; when that fails, they
 * leave the queued request in the queue, where it fails again without a listener.
 */
const agentOptions: AgentOptions = {
  keepAlive: true,
  maxFreeSockets: egressLimits.socketsPerHostMax,
  timeout: egressLimits.socketIdleMs,
}

async function dial(options: ClientRequestArgs, upstream: UpstreamProxy, tunnel: boolean): Promise<Socket> {
  const { dialling } = options as ClientRequestArgs & ProxiedOptions
  const host = dialling.handedHost ?? bareHost(options.host ?? '')
  const destination = { host, port: Number(options.port) }
  dialling.underWay = true
  try {
    return await connectThrough(destination, upstream, { tunnel, allowHalfOpen: false, signal: dialling.signal })
  } catch (error) {
    throw toEgressError(error)
  } finally {
    dialling.underWay = false
  }
}

/** Agent for http targets. */
class ProxiedHttpAgent extends HttpAgent {
  readonly #upstream: UpstreamProxy

  constructor(upstream: UpstreamProxy) {
    super(agentOptions)
    this.#upstream = upstream
  }

  override createConnection(options: ClientRequestArgs, callback?: Callback): undefined {
    dial(options, this.#upstream, !readsRequests(this.#upstream)).then(
      (socket) => {
        callback?.(null, socket)
        // A tunnel is handed over paused, and adding a listener does not resume it. The request has its listener by
        // now.
        socket.resume()
      },
      (error: Error) => callback?.(error, undefined as never),
    )
  }
}

/** Agent for https targets: negotiates TLS with the target, and always verifies its certificate. */
class ProxiedHttpsAgent extends HttpsAgent {
  readonly #upstream: UpstreamProxy

  constructor(upstream: UpstreamProxy) {
    super({ ...agentOptions, rejectUnauthorized: true })
    this.#upstream = upstream
  }

  override createConnection(options: RequestOptions, callback?: Callback): undefined {
    dial(options, this.#upstream, true).then(
      (tunnel) => callback?.(null, this.#secured(options, tunnel)),
      (error: Error) => callback?.(error, undefined as never),
    )
  }

  #secured(options: RequestOptions, tunnel: Socket): Duplex {
    const servername = options.servername === undefined ? {} : { servername: bareHost(options.servername) }
    const over = { ...options, ...servername, socket: tunnel }
    const secured = super.createConnection(over) as Socket
    const timer = setTimeout(() => {
      secured.destroy(fault('timeout', 'no connection in time'))
    }, egressLimits.connectTimeoutMs)
    const settled = (): void => {
      clearTimeout(timer)
    }
    return secured.once('secureConnect', settled).once('close', settled)
  }
}

/** The agents of one route, in use until released. */
export interface AgentLease extends PinnedAgents {
  release(): void
}

interface Kept {
  agents: PinnedAgents
  users: number
}

/** The agents of all routes of one client; beyond a limit, those that were unused for the longest time are closed. */
export class ProxiedAgents {
  /** Agents by all properties of the proxy; those unused for the longest time first. */
  readonly #kept = new Map<string, Kept>()
  readonly #max: number

  constructor(max: number = providerLimits.agentsKept) {
    this.#max = max
  }

  /**
   * Returns the agents of a proxy.
   * @param upstream the proxy; two that differ in any property, above all the user name, share no agents.
   */
  lease(upstream: UpstreamProxy): AgentLease {
    const { protocol, host, port, credentials, target = null, http = null } = upstream
    const { username = null, password = null } = credentials ?? {}
    const key = JSON.stringify([protocol, host, port, username, password, target, http])
    const kept = this.#kept.get(key) ?? {
      agents: { http: new ProxiedHttpAgent(upstream), https: new ProxiedHttpsAgent(upstream) },
      users: 0,
    }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.users += 1
    this.#trim()
    let released = false
    return {
      ...kept.agents,
      release() {
        if (!released) kept.users -= 1
        released = true
      },
    }
  }

  /** Closes every connection. */
  destroy(): void {
    for (const { agents } of this.#kept.values()) destroyAll(agents)
    this.#kept.clear()
  }

  /** Closes agents beyond the limit; agents in use are kept, however many there are. */
  #trim(): void {
    if (this.#kept.size <= this.#max) return
    for (const [key, { agents, users }] of this.#kept) {
      if (users > 0) continue
      this.#kept.delete(key)
      destroyAll(agents)
      if (this.#kept.size <= this.#max) return
    }
  }
}

function destroyAll({ http, https }: PinnedAgents): void {
  http.destroy()
  https.destroy()
}

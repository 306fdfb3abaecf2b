/**
 * Agents for requests through the proxies of providers: a pair for each way out, so that sockets are
 * reused per proxy, credentials and origin, and never between two exit addresses.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { egressLimits, providerLimits } from '../../config/limits.ts'
import { fault, toEgressError } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { PinnedAgents } from '../connections/pinned-agent.ts'
import { bareHost } from '../policy/target-policy.ts'
import { connectThrough } from './connect-upstream.ts'
import { readsRequests } from './handed-target.ts'

/** Who waits for a connection while it is made. */
export interface Dialling {
  signal: AbortSignal
  /** Whether the proxy is being connected to, or asked for a tunnel. */
  underWay: boolean
  /** What the proxy is asked to connect to; null = the host of the request. */
  handedHost: string | null
}

/** Options of a request that goes through these agents. */
export interface ProxiedOptions {
  dialling: Dialling
}

type Callback = (error: Error | null, stream: Duplex) => void

/**
 * Without a bound on sockets in use: each serves an exchange, which are bounded elsewhere. Agents of Node
 * dial for a request that has queued with the options of another one, which may be over, and leave it in
 * the queue when that fails, to fail once more with nobody listening.
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
        // A tunnel is handed over paused, and a listener alone does not start it. The request listens by then.
        socket.resume()
      },
      (error: Error) => callback?.(error, undefined as never),
    )
  }
}

/** Agent for https targets: TLS is spoken with the target, whose certificate is always checked. */
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

/** The agents of one way out, in use until they are released. */
export interface AgentLease extends PinnedAgents {
  release(): void
}

interface Kept {
  agents: PinnedAgents
  users: number
}

/** The agents of all ways out of one client; those longest unused are given up beyond a bound. */
export class ProxiedAgents {
  /** By the whole of the proxy; those longest unused first. */
  readonly #kept = new Map<string, Kept>()
  readonly #max: number

  constructor(max: number = providerLimits.agentsKept) {
    this.#max = max
  }

  /** @param upstream two that differ in anything, the user name above all, share nothing. */
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

  /** Ends every connection. */
  destroy(): void {
    for (const { agents } of this.#kept.values()) destroyAll(agents)
    this.#kept.clear()
  }

  /** Agents in use stay, however many they are. */
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

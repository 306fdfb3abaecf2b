/**
 * The agents that all direct requests to targets use, and the only place that dials targets: the host is vetted and
 * resolved once, and only the vetted addresses are tried. Host header and SNI keep the name.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { egressLimits } from '../../config/limits.ts'
import { fault } from './faults.ts'
import { bareHost, hostProblem } from '../policy/target-policy.ts'
import { mayDial, resolveTarget, type DialPolicy } from './resolver.ts'

const agentOptions: AgentOptions = {
  keepAlive: true,
  maxSockets: egressLimits.socketsPerHostMax,
  maxFreeSockets: egressLimits.socketsPerHostMax,
  timeout: egressLimits.socketIdleMs,
}

type Callback = (error: Error | null, stream: Duplex) => void

/** Options of one connection, as Node's agents create them. */
interface DialOptions {
  host?: string | null | undefined
  port?: number | string | null | undefined
}

const vettingLookup =
  (port: number, policy: DialPolicy): LookupFunction =>
  (host, _options, done) => {
    resolveTarget(host, port, policy).then(
      (addresses) => {
        done(null, addresses)
      },
      (error: Error) => {
        done(error, [])
      },
    )
  }

/**
 * Dials one connection under the policy.
 * @param connect opens the socket; must pass `lookup` to it.
 * @param ready event that ends the connect timeout.
 */
function dialPinned<Options extends DialOptions>(
  options: Options,
  policy: DialPolicy,
  connect: (pinned: Options) => Duplex | null | undefined,
  ready: 'connect' | 'secureConnect',
  callback: Callback | undefined,
): Duplex | undefined {
  const host = bareHost(options.host ?? '')
  const port = Number(options.port)
  // A socket does not look up a literal address, so the vetting lookup below would not be called.
  const problem = isIP(host) === 0 ? null : hostProblem(host, port, policy.allowList)
  if (problem !== null) {
    callback?.(fault('unsafe_target', problem), undefined as never)
    return undefined
  }
  const socket = connect({
    ...options,
    host,
    port,
    lookup: vettingLookup(port, policy),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: egressLimits.connectAttemptTimeoutMs,
  }) as Socket
  const timer = setTimeout(() => {
    socket.destroy(fault('timeout', 'no connection in time'))
  }, egressLimits.connectTimeoutMs)
  // Must run before all other listeners, because those start the TLS handshake and send the request.
  socket.prependOnceListener('connect', () => {
    const { remoteAddress: remote = '', localAddress: local } = socket
    // Equal addresses at both ends mean this machine, even when the cached list of its addresses is older than this
    // one.
    const reachesItself = remote === local && !policy.allowList.allows(remote, port)
    if (reachesItself || !mayDial(remote, port, policy.allowList)) socket.destroy(fault('unsafe_target'))
  })
  const settled = (): void => {
    clearTimeout(timer)
  }
  socket.once(ready, settled).once('close', settled)
  return socket
}

/** Agent for http targets. */
class PinnedHttpAgent extends HttpAgent {
  readonly #policy: DialPolicy

  constructor(policy: DialPolicy) {
    super(agentOptions)
    this.#policy = policy
  }

  override createConnection(options: ClientRequestArgs, callback?: Callback): Duplex | undefined {
    return dialPinned(options, this.#policy, (pinned) => super.createConnection(pinned), 'connect', callback)
  }
}

/** Agent for https targets; always verifies certificates, regardless of the environment. */
class PinnedHttpsAgent extends HttpsAgent {
  readonly #policy: DialPolicy

  constructor(policy: DialPolicy) {
    super({ ...agentOptions, rejectUnauthorized: true })
    this.#policy = policy
  }

  override createConnection(options: RequestOptions, callback?: Callback): Duplex | undefined {
    const named = options.servername === undefined ? options : { ...options, servername: bareHost(options.servername) }
    return dialPinned(named, this.#policy, (pinned) => super.createConnection(pinned), 'secureConnect', callback)
  }
}

/** The agents of one client. */
export interface PinnedAgents {
  http: HttpAgent
  https: HttpsAgent
}

/** Creates the agents; their sockets are reused per origin and closed when idle. */
export function createPinnedAgents(policy: DialPolicy): PinnedAgents {
  return { http: new PinnedHttpAgent(policy), https: new PinnedHttpsAgent(policy) }
}

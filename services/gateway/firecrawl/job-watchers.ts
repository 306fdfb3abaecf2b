/**
 * WebSockets that watch a job: a snapshot of its status, each document as soon as it is durable, then the end. The
 * JavaScript SDK sends the API key as subprotocol, the Python SDK in the header `Authorization`.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { streamLimits } from '../events/stream-limits.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import { WebSocketServer } from 'ws'
import { bearerKey, unauthorized, type Admission } from '../auth/auth.ts'
import { takeStream, type JobEventsPorts } from '../events/job-events.ts'
import { WakeSignal } from '../events/wake-signal.ts'
import { ApiError } from '../http/api-error.ts'
import type { UpgradeHandler } from '../http/http-server.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import { apiErrorFrom } from '../problems/problem-response.ts'
import type { RateLimits } from '../quota/rate-limits.ts'
import { wireErrorOf } from './wire-error.ts'
import type { DocumentPagesReader } from './job-documents.ts'
import { followJob } from './follow-job.ts'
import { WatchSocket } from './watch-socket.ts'

export interface JobWatchersPorts extends JobEventsPorts {
  rates: Pick<RateLimits, 'count'>
  admission: Admission
  finishedPages: DocumentPagesReader
  logger: Logger
}

const kinds: Readonly<Record<string, JobKind>> = { crawl: 'crawl', 'batch/scrape': 'batch' }

/** Returns the job that a path names; null for any other path. */
function jobOf(url: string | undefined): Omit<JobQuestion, 'tenant'> | null {
  const match = /^\/v2\/(?<kind>crawl|batch\/scrape)\/(?<id>[\w-]+)(?:\?.*)?$/.exec(url ?? '')
  const { kind = '', id = '' } = match?.groups ?? {}
  const known = kinds[kind]
  return known === undefined ? null : { kind: known, id }
}

/** Returns the key of a request. @throws ApiError when it has none. */
function keyOf({ headers }: IncomingMessage): string {
  const [protocol = ''] = (headers['sec-websocket-protocol'] ?? '').split(',', 1)
  const key = headers.authorization === undefined ? protocol.trim() : bearerKey(headers.authorization)
  if (key === null || key === '') {
    throw unauthorized('an API key is required, as subprotocol or as `Authorization: Bearer KEY`')
  }
  return key
}

/** Answers a request whose protocol does not change, unless its connection has ended, and closes the connection. */
function refuse(socket: Duplex, error: ApiError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = wireErrorOf(error)
  const text = JSON.stringify(body)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  // The HTTP server no longer tracks this connection: a client that keeps its side open would hold it.
  socket.once('finish', () => socket.destroy())
  socket.end([...lines, '', text].join('\r\n'))
}

/** All watchers of a process. */
export class JobWatchers implements UpgradeHandler {
  readonly #ports: JobWatchersPorts
  /** The first subprotocol is the key; the connection would fail without it in the answer. */
  readonly #server = new WebSocketServer({
    noServer: true,
    handleProtocols: ([first]) => first ?? false,
    maxPayload: 1_024,
  })

  constructor(ports: JobWatchersPorts) {
    this.#ports = ports
  }

  /** Whether a request is a WebSocket handshake for a job. */
  accepts({ method, url, headers }: IncomingMessage): boolean {
    return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && jobOf(url) !== null
  }

  /** Serves a handshake; errors are answered with their status. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A connection may break at any time.
    socket.on('error', () => socket.destroy())
    this.#serve(req, socket, head).catch((thrown: unknown) => {
      const error = apiErrorFrom(thrown)
      if (error.status >= 500)
        this.#ports.logger.warn({ code: error.code, err: error.cause ?? thrown }, 'watcher failed')
      refuse(socket, error)
    })
  }

  async #serve(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const job = jobOf(req.url)
    if (job === null) throw new ApiError('not_found', 'there is no such resource')
    const caller = await this.#ports.admission.admit(() => keyOf(req), (socket as Socket).remoteAddress)
    const { exceeded, resetSecs } = await this.#ports.rates.count(caller, 'stream')
    if (exceeded)
      throw new ApiError('rate_limited', 'this API key has used up its reads', { retryAfterSecs: resetSecs })
    const release = takeStream(caller, this.#ports)
    try {
      await this.#watch({ ...job, tenant: caller.tenant }, req, socket, head)
    } finally {
      release()
    }
  }

  /** Joins the feed of the job before the protocol changes, so that an unknown job is answered with its status. */
  async #watch(question: JobQuestion, req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { feeds, finishedPages, logger } = this.#ports
    const signal = new WakeSignal()
    let watcher: WatchSocket | null = null
    const close = (): void => watcher?.leave(streamLimits.closingMs)
    const { feed, leave } = await feeds.join(question, { wake: () => signal.wake(), close })
    try {
      if (socket.destroyed) return
      watcher = await this.#accept(req, socket, head, () => {
        leave()
        signal.wake()
      })
      if (watcher === null) return
      // The process may have begun to leave while the connection was being accepted.
      if (feeds.closed) close()
      await followJob({ feed, socket: watcher, signal, reader: finishedPages, turn: () => feeds.turn() })
      watcher.finish()
    } catch (error) {
      if (watcher === null) throw error
      // The client polls after the connection has closed, and gets the error then.
      logger.warn({ err: error }, 'watcher failed')
      watcher.leave(streamLimits.closingMs)
    } finally {
      leave()
    }
  }

  /**
   * Changes the protocol of a connection.
   * @returns null when the connection has ended: the handshake was malformed and is answered, or the client has left.
   */
  async #accept(req: IncomingMessage, socket: Duplex, head: Buffer, onClose: () => void): Promise<WatchSocket | null> {
    const { times } = this.#ports.feeds
    return await new Promise((resolve) => {
      // `handleUpgrade` calls back only for a connection that it accepts; it closes all others.
      const ended = (): void => resolve(null)
      socket.once('close', ended)
      this.#server.handleUpgrade(req, socket, head, (connection) => {
        socket.off('close', ended)
        resolve(new WatchSocket(connection, times, onClose))
      })
    })
  }
}

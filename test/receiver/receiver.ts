/**
 * A webhook receiver for tests: records every call, checks its signature and answers as configured. It can be stopped
 * and started again on the same port.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { WebhookBody } from '@seine/shared/api/schemas/webhook-event.ts'

/** How a call is answered. */
export type Reaction =
  | { status: number; headers?: Record<string, string>; delayMs?: number }
  /** Never answers and keeps the connection open. */
  | 'hang'
  /** Closes the connection without an answer. */
  | 'cut'

/** A received call. */
export interface ReceivedCall {
  /** Number of the call in order of arrival, from 1. */
  number: number
  /** Epoch milliseconds. */
  atMs: number
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: WebhookBody
  /** Number of calls for the event so far, this call included. */
  nth: number
  /** For each secret of the receiver: whether it was used for a signature of the call. */
  signedBy: boolean[]
  /** Null while unanswered. */
  status: number | null
}

export interface Receiver {
  port: number
  url: string
  calls: ReceivedCall[]
  /** Sets how calls are answered from now on; 204 at first. */
  react(reaction: (call: ReceivedCall) => Reaction): void
  /** Sets the secrets that calls are checked against from now on. */
  expect(secrets: readonly string[]): void
  /** Resolves once the condition holds. @throws Error when it does not within the time, 180 s by default. */
  until(isThere: (receiver: Receiver) => boolean, timeoutMs?: number): Promise<void>
  /** Events of a job that were answered with success, in order of their first success. */
  accepted(jobId: string): WebhookBody[]
  /** All calls about a job, in order of arrival. */
  callsOf(jobId: string): ReceivedCall[]
  /** Closes the port and all connections. */
  goDown(): Promise<void>
  /** Opens the port again. */
  comeUp(): Promise<void>
  close(): Promise<void>
}

const pollMs = 20

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

function signedWith(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

/** Starts a receiver on a free port of 127.0.0.1. @param secrets see `expect`. */
export async function startReceiver(secrets: readonly string[] = []): Promise<Receiver> {
  let expected = secrets
  let reaction: (call: ReceivedCall) => Reaction = () => ({ status: 204 })
  const calls: ReceivedCall[] = []
  const timesOf = new Map<string, number>()

  const received = (request: IncomingMessage, body: string): ReceivedCall => {
    const event = JSON.parse(body) as WebhookBody
    const { headers, url: path = '' } = request
    // Every wire form has this header.
    const eventId = String(headers['webhook-id'])
    const nth = (timesOf.get(eventId) ?? 0) + 1
    timesOf.set(eventId, nth)
    const signedBy = expected.map((secret) => signedWith(secret, body, headers))
    const call = { number: calls.length + 1, atMs: Date.now(), path, headers, body, event, nth, signedBy, status: null }
    calls.push(call)
    return call
  }
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = received(request, Buffer.concat(chunks).toString('utf8'))
      void answer(call, reaction(call), response)
    })
  }

  let server = await listen(take, 0)
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    react: (next) => void (reaction = next),
    expect: (next) => void (expected = next),
    async until(isThere, timeoutMs = 180_000) {
      const endsAtMs = Date.now() + timeoutMs
      while (!isThere(receiver)) {
        if (Date.now() > endsAtMs) throw new Error(`it does not come; so far: ${shown(calls)}`)
        await wait(pollMs)
      }
    },
    callsOf: (jobId) => calls.filter(({ event }) => event.id === jobId),
    accepted(jobId) {
      const first = new Map<unknown, WebhookBody>()
      for (const { event, status, headers } of receiver.callsOf(jobId)) {
        const id = headers['webhook-id']
        if (isSuccess(status) && !first.has(id)) first.set(id, event)
      }
      return [...first.values()]
    },
    goDown: () => shut(server),
    async comeUp() {
      server = await listen(take, port)
    },
    close: () => shut(server),
  }
  return receiver
}

async function answer(call: ReceivedCall, reaction: Reaction, response: ServerResponse): Promise<void> {
  if (reaction === 'hang') return
  if (reaction === 'cut') {
    ;(response.socket as Socket).destroy()
    return
  }
  const { status, headers = {}, delayMs = 0 } = reaction
  if (delayMs > 0) await wait(delayMs)
  if (response.destroyed) return
  call.status = status
  response.writeHead(status, headers).end()
}

async function listen(
  take: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server> {
  const server = createServer(take)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

async function shut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

const shown = (calls: readonly ReceivedCall[]): string =>
  JSON.stringify(calls.slice(-20).map(({ event, nth, status }) => [event.type, event.sequence, nth, status]))

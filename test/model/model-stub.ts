/** A stub server for chat completions that can fail in the ways real servers do. Its model is a function. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '@seine/shared/api/rules/json-object.ts'

/** A received call. */
export interface StubCall {
  /** Number of the call, from 1. */
  nth: number
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  messages: { role: string; content: string }[]
  /** Text of the last user message. */
  asked: string
  /** Text between the last two lines that delimit data; empty if none exist. */
  data: string
  format: 'json_schema' | 'json_object' | null
  /** The strict schema; undefined when the call has none. */
  schema: unknown
}

/** How the server handles a call: with an answer of the model, a reply with a status, or a fault. */
export type StubReply =
  | { content: string; finish?: string; usage?: unknown; message?: Record<string, unknown> }
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | { dripMs: number; content: string }
  | 'stall'
  | 'drop'

export type Behaviour = (call: StubCall) => StubReply | Promise<StubReply>

export interface ModelStub {
  /** Base URL, including `/v1`. */
  baseUrl: string
  calls: StubCall[]
  /** Highest number of concurrent calls so far. */
  most: () => number
  close: () => Promise<void>
}

/** Starts the stub on a free port of loopback. */
export async function startModelStub(behave: Behaviour): Promise<ModelStub> {
  const calls: StubCall[] = []
  let underWay = 0
  let most = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    underWay += 1
    most = Math.max(most, underWay)
    response.once('close', () => {
      underWay -= 1
    })
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const body = JSON.parse(Buffer.concat(pieces).toString() || '{}') as Record<string, unknown>
        const call = callOf(body, request.url ?? '', request.headers, calls.length + 1)
        calls.push(call)
        void Promise.resolve(behave(call)).then((reply) => send(response, reply))
      })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    most: () => most,
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

function callOf(body: Record<string, unknown>, path: string, headers: IncomingHttpHeaders, nth: number): StubCall {
  const messages = (body['messages'] ?? []) as StubCall['messages']
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const format = (body['response_format'] ?? {}) as { type?: 'json_schema' | 'json_object'; json_schema?: unknown }
  return {
    nth,
    path,
    headers,
    body,
    messages,
    asked,
    data: [...asked.matchAll(/BEGIN DATA ([0-9a-f]+)\n(.*?)\nEND DATA \1/gs)].at(-1)?.[2] ?? '',
    format: format.type ?? null,
    schema: isObject(format.json_schema) ? format.json_schema['schema'] : undefined,
  }
}

function send(response: ServerResponse, reply: StubReply): void {
  if (reply === 'stall') return
  if (reply === 'drop') {
    response.destroy()
  } else if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.json ?? { error: { message: `status ${reply.status}` } }))
  } else if ('dripMs' in reply) drip(response, completionOf(reply), reply.dripMs)
  else {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(completionOf(reply))
  }
}

function completionOf(reply: { content: string; finish?: string; usage?: unknown; message?: object }): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.content, ...reply.message },
        finish_reason: reply.finish ?? 'stop',
      },
    ],
    usage: 'usage' in reply ? reply.usage : { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
  })
}

/** Sends one character at a time without end: the text, then white space. */
function drip(response: ServerResponse, text: string, pauseMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let at = 0
  const timer = setInterval(() => {
    response.write(text[at] ?? ' ')
    at += 1
  }, pauseMs)
  response.once('close', () => clearInterval(timer))
}

/** A worker that loads no pages: it answers calls as the test defines, and records them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A call as it arrived. */
export interface FakeCall {
  path: string
  headers: IncomingMessage['headers']
  task: unknown
  /** Resolves when its connection is closed before it was answered. */
  gone: Promise<void>
}

export type FakeAnswer = (call: FakeCall, res: ServerResponse) => void | Promise<void>

export interface FakeWorker {
  url: string
  calls: FakeCall[]
  /** Answers the next calls. */
  answer: FakeAnswer
  /** Status of its readiness probe. */
  ready: number
  close(): Promise<void>
}

/** Returns an answer with a status and a JSON body. */
export const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): FakeAnswer =>
  (_call, res) => {
    const text = Buffer.from(JSON.stringify(body))
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length, ...headers }).end(text)
  }

/** Starts a worker that stops at the end of the test. */
export async function fakeWorker(t: TestContext, answer: FakeAnswer): Promise<FakeWorker> {
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'GET') {
      res.writeHead(worker.ready).end('{}')
      return
    }
    const body = await textOf(req)
    const gone = new Promise<void>((resolve) => {
      res.once('close', () => {
        if (!res.writableFinished) resolve()
      })
    })
    const call = { path: req.url ?? '', headers: req.headers, task: JSON.parse(body) as unknown, gone }
    worker.calls.push(call)
    await worker.answer(call, res)
  }
  const server = createServer((req, res) => void serve(req, res))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const worker: FakeWorker = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    ready: 200,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  t.after(() => worker.close())
  return worker
}

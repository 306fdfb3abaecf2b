/** A browser worker without browsers: answers calls as the test says, and remembers them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { NetworkTask } from '@seine/shared/api/browser-page.ts'
import type { CapturedPage } from '@seine/shared/api/worker-reply.ts'

/** A call as it arrived. */
export interface FakeCall {
  path: string
  headers: IncomingMessage['headers']
  task: NetworkTask
  /** Resolves when its connection is closed before it was answered. */
  gone: Promise<void>
}

export type FakeAnswer = (call: FakeCall, res: ServerResponse) => void | Promise<void>

export interface FakeWorker {
  url: string
  calls: FakeCall[]
  /** How the next calls are answered. */
  answer: FakeAnswer
  /** Status of its readiness. */
  ready: number
  close(): Promise<void>
}

/** A capture of nothing. */
export const capturedPage = (url: string): CapturedPage => ({
  url,
  final_url: url,
  status: 200,
  success: true,
  effective_geolocation: null,
  winning_attempt: 1,
  attempts: [],
  actions: [],
  warnings: [],
})

/** Answers with a status and a JSON body. */
export const answering =
  (status: number, body: unknown): FakeAnswer =>
  (_call, res) => {
    const text = Buffer.from(JSON.stringify(body))
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
  }

const capturing: FakeAnswer = ({ task }, res) =>
  answering(200, { kind: 'result', result: capturedPage(task.url) })({} as FakeCall, res)

/** Starts a worker that ends with the test. */
export async function fakeWorker(t: TestContext, answer: FakeAnswer = capturing): Promise<FakeWorker> {
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
    const call = { path: req.url ?? '', headers: req.headers, task: JSON.parse(body) as NetworkTask, gone }
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

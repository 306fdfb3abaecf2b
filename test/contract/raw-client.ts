/** Sends requests exactly as given, malformed ones included, many at a time over kept connections. */
import { Agent, request } from 'node:http'
import { checkAnswer } from '@seine/shared/api/testing/response-check.ts'

export interface RawRequest {
  method: string
  /** Path with its query, as sent. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** A slower answer counts as none. */
const deadlineMs = 120_000

export class RawClient {
  readonly #base: URL
  readonly #agent: Agent

  /** @param base URL of the gateway. @param connections highest number of open connections. */
  constructor(base: string, connections = 24) {
    this.#base = new URL(base)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Sends a request; does not wait for the body of an event stream. */
  send({ method, path, headers, body }: RawRequest): Promise<RawAnswer> {
    const { hostname, port } = this.#base
    const length = body === null ? {} : { 'content-length': String(body.length) }
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path, headers: { ...length, ...headers }, agent: this.#agent }
      const sent = request({ ...options, timeout: deadlineMs }, (answer) => {
        const chunks: Buffer[] = []
        const told = new Headers(
          Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
        )
        const end = (): void =>
          resolve({ status: answer.statusCode ?? 0, headers: told, text: Buffer.concat(chunks).toString() })
        if (told.get('content-type')?.startsWith('text/event-stream') === true) {
          end()
          answer.destroy()
          return
        }
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('end', end).once('error', reject)
      })
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${deadlineMs} ms`)))
      sent.once('error', reject)
      sent.end(body ?? undefined)
    })
  }

  /** Sends a request and checks the answer against the API description. */
  async checked(asked: RawRequest): Promise<RawAnswer> {
    const answer = await this.send(asked)
    checkAnswer({ method: asked.method, path: asked.path, ...answer })
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }
}

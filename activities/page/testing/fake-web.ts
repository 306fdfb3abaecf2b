/** A web defined by a table: ports of the page path without sockets or threads. */
import { hash } from 'node:crypto'
import {
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import type { ExtractRequest, Extractor, PackedResult } from '@seine/shared/pages/extraction.ts'
import { nothingStated } from '../../content/metadata/nothing-stated.ts'
import { packedHere, redactHere } from '../../redaction/testing/redact-here.ts'
import type { RobotsLoader } from '../../frontier/robots/robots-loader.ts'
import { parseRobots } from '../../frontier/robots/robots-rules.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'

/** One answer of the fake web. `redirect` is followed as the real client does it. */
export interface FakeAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
  redirect?: string
  error?: EgressError
  /** Whether the body breaks off after the given part. */
  brokenOff?: boolean
  /** The answer is given when it resolves; for pages that hang. */
  gate?: Promise<void>
}

export class FakeWeb implements EgressClient {
  readonly requests: string[] = []
  /** The complete requests, in order. */
  readonly sent: EgressRequest[] = []
  readonly #answer: (url: string, headers: Record<string, string>) => FakeAnswer

  /** @param answer gets the URL and the headers of a request. */
  constructor(answer: (url: string, headers: Record<string, string>) => FakeAnswer) {
    this.#answer = answer
  }

  async fetch(request: EgressRequest): Promise<EgressResponse> {
    this.requests.push(request.url)
    this.sent.push(request)
    const answer = this.#answer(request.url, { ...request.headers, ...request.headersFor?.(new URL(request.url)) })
    if (answer.gate !== undefined) await Promise.race([answer.gate, aborted(request.signal)])
    if (request.signal?.aborted === true) throw new EgressError('aborted', 'aborted')
    if (answer.error !== undefined) throw answer.error
    if (answer.brokenOff === true && request.keepBrokenOff !== true) throw new EgressError('connection_reset', 'reset')
    if (answer.redirect !== undefined) {
      const next = new URL(answer.redirect, request.url)
      const decision = (await request.onRedirect?.(next, [])) ?? 'follow'
      const hop = { url: request.url, status: 302, location: next.href }
      if (decision === 'stop') {
        return { ...this.#response(request.url, { status: 302 }), redirects: [hop], stoppedAt: next.href }
      }
      const end = await this.fetch({ ...request, url: next.href }).catch((error: unknown) => {
        if (!(error instanceof EgressError)) throw error
        throw new EgressError(error.code, error.message, { redirects: [hop, ...error.redirects] })
      })
      return { ...end, redirects: [hop, ...end.redirects] }
    }
    return this.#response(request.url, answer)
  }

  async close(): Promise<void> {
    await Promise.resolve()
  }

  #response(url: string, answer: FakeAnswer): EgressResponse {
    const body = new Uint8Array(Buffer.from(answer.body ?? ''))
    return {
      url,
      status: answer.status ?? 200,
      headers: { 'content-type': 'text/html', ...answer.headers },
      body,
      truncated: answer.brokenOff === true,
      redirects: [],
      stoppedAt: null,
      wireBytes: body.byteLength,
      elapsedMs: 1,
    }
  }
}

const aborted = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The verdict that a page declares for itself. */
const verdictOf = (name: string | null): Verdict =>
  name === 'js_shell' ? { kind: 'js_shell', reasons: ['says so'] } : { kind: name === 'empty' ? 'empty' : 'success' }

/**
 * Reads `links: a b c`, `dropped: 3`, `title: x`, `html: x`, `robots: x` and `verdict: x` lines of a body;
 * everything else is its Markdown.
 */
export const fakeExtractor: Extractor = {
  async extract(request: ExtractRequest): Promise<PackedResult> {
    const text = await Promise.resolve(Buffer.from(request.bytes).toString('utf8'))
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null
    const urls = line('links')?.split(' ') ?? []
    return packedHere(request, {
      links: urls.map((url) => new URL(url, request.url).href),
      linksDropped: Number(line('dropped') ?? 0),
      sketch: { exact: hash('md5', text, 'buffer').readUIntBE(0, 6), facts: 0, least: [] },
      outputs: { markdown: text, ...(line('html') === null ? {} : { html: line('html')! }) },
      metadata: {
        ...nothingStated,
        title: line('title'),
        robots: line('robots'),
        pages: null,
        wordCount: 0,
        contentType: 'text/html',
        charset: 'utf-8',
      },
      extractor: 'fake',
      degraded: null,
      verdict: request.judged === undefined ? null : verdictOf(line('verdict')),
      warnings: [],
      elapsedMs: 0,
    })
  },
  redact: redactHere,
  async untilCapacity() {
    await Promise.resolve()
  },
  async close() {
    await Promise.resolve()
  },
}

/** Robots that allow everything but the listed paths. */
export const fakeRobots = (disallowed: readonly string[] = []): RobotsLoader => ({
  load: async () =>
    await Promise.resolve({
      state: 'rules',
      file: parseRobots(['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)].join('\n')),
    }),
})

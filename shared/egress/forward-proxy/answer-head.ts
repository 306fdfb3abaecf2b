/**
 * Holds back the head of an HTTP proxy's answer to a browser until it is known whether the proxy or the site answers.
 */
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import type { EgressError } from '../connections/egress-error.ts'
import { refusalOf } from '../upstream-proxy/proxy-refusal.ts'

/** The outcome: an answer of the proxy itself, or bytes to pass to the browser. */
type AnswerSight = { refusal: EgressError } | { passes: Buffer }

const start = 'HTTP/1.'

const headerOf =
  (lines: readonly string[]) =>
  (wanted: string): string | undefined => {
    const values = lines.flatMap((line) => {
      const at = line.indexOf(':')
      return at !== -1 && line.slice(0, at).toLowerCase() === wanted ? [line.slice(at + 1).trim()] : []
    })
    return values.length === 0 ? undefined : values.join(', ')
  }

export class AnswerHead {
  #bytes: Buffer = Buffer.alloc(0)

  /**
   * Adds bytes.
   * @returns null while the head is incomplete. Bytes that are not a head, or a head that is too long, are passed on.
   */
  add(chunk: Buffer): AnswerSight | null {
    const from = Math.max(0, this.#bytes.length - 3)
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    const begins = this.#bytes.toString('latin1', 0, start.length)
    const end = this.#bytes.indexOf('\r\n\r\n', from)
    if (!start.startsWith(begins) || (end === -1 && this.#bytes.length > forwardProxyLimits.headersMaxBytes)) {
      return { passes: this.#bytes }
    }
    if (end === -1) return null
    const [line = '', ...headers] = this.#bytes.toString('latin1', 0, end).split('\r\n')
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(line) ?? []
    const refusal = refusalOf(Number(status ?? 0), headerOf(headers))
    return refusal === null ? { passes: this.#bytes } : { refusal }
  }
}

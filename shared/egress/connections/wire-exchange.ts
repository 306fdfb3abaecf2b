/** What goes over the wire, for archives of it: requests as they were sent, and their answers as they were received. */

/** Headers in order, repeated ones included; names as they were received. */
export type WireHeaders = readonly (readonly [name: string, value: string])[]

/**
 * Why the end of a body is missing: a limit of size, a limit of time, the other side ended the connection, or another
 * reason.
 */
export type WireCut = 'length' | 'time' | 'disconnect' | 'unspecified'

/** One exchange with a server; each hop of a chain of redirects is an exchange of its own. */
export interface WireExchange {
  /** Absolute, without fragment. */
  url: string
  method: string
  /** When the request was sent, epoch milliseconds. */
  startedAtMs: number
  /** Headers of the request, without those for a proxy. */
  requestHeaders: WireHeaders
  /** Body of the request; null if none exists, or it is not known or not whole. */
  requestBody: Uint8Array | null
  status: number
  /** Reason phrase; may be empty. */
  reason: string
  headers: WireHeaders
  /** Body of the answer, without chunk framing. */
  body: Uint8Array
  /** Whether the content coding that the headers name has been removed from the body. */
  isDecoded: boolean
  /**
   * Longest body that may be stored, also when it is decoded later, bytes.
   * @default egressLimits.pageMaxDecodedBytes
   */
  bodyMaxBytes?: number
  /** Set when the body is only the beginning of what was sent, or was to be sent. */
  cut: WireCut | null
  /** Whether the answer may be the document of the page, and not a part of it. */
  isDocument: boolean
}

/**
 * Receives exchanges as they end, and takes ownership of the bodies. Must not throw; may return a promise, which
 * never rejects, for when the exchange has been recorded.
 */
export type OnExchange = (exchange: WireExchange) => unknown

/** What an archive of the exchanges of a page must not contain. */
export interface HiddenParts {
  /** Names of request headers that carry what the caller or a session has given, in lower case. */
  headers: ReadonlySet<string>
  /** Whether bodies of requests may contain what the caller has given or typed. */
  requestBodies: boolean
  /** Texts that are removed from everything, longest first. */
  secrets: readonly string[]
}

/** Receives the exchanges of a page as they end; takes ownership of them. */
export interface PageWire {
  /** @returns when the exchange has been recorded, or could not be; never rejects. */
  add(exchange: WireExchange, hidden: HiddenParts): Promise<void>
}

/** Where the document of a page is in the archive: URL and date of its record. */
export interface WirePlace {
  /** URL of the record, without fragment. */
  url: string
  /** Date of the record, ISO 8601 with milliseconds. */
  date: string
}

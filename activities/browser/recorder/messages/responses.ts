/** Converts responses of the protocol to those of a recording. Pure. */
import type { Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { shortText } from './flat-text.ts'
import type { KeptHeads } from './kept-heads.ts'
import type { RecordedResponse } from './model.ts'

/** What is known in addition to the response itself. */
interface ResponseContext {
  /** Port of the forward proxy on loopback; null = no proxy. */
  proxyPort: number | null
  servedFromMemory: boolean
  heads: KeptHeads
}

const short = (text: string): string => shortText(text, captureLimits.headTextMaxCharacters)

/** A response of which only the status line is known. */
export const bareResponse = (status: number, statusText = ''): RecordedResponse => ({
  status,
  statusText,
  headers: {},
  mimeType: null,
  charset: null,
  httpVersion: null,
  serverIp: null,
  serverPort: null,
  fromCache: 'none',
  fromServiceWorker: false,
  serviceWorkerSource: null,
  headersBytes: null,
  security: null,
})

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '[::1]' || address === '::1'

/** Converts a response of the protocol. Server addresses are null when they are those of the forward proxy. */
export function toResponse(response: Protocol.Network.Response, context: ResponseContext): RecordedResponse {
  const recorded = bareResponse(response.status, short(response.statusText))
  recorded.headers = context.heads.headers(response.headers)
  recorded.mimeType = short(response.mimeType) || null
  recorded.charset = short(response.charset ?? '') || null
  recorded.httpVersion = response.protocol || null
  const ip = response.remoteIPAddress ?? ''
  const throughProxy = context.proxyPort !== null && response.remotePort === context.proxyPort && isLoopback(ip)
  if (ip !== '' && !throughProxy) {
    recorded.serverIp = ip
    recorded.serverPort = response.remotePort ?? null
  }
  recorded.fromCache = cacheOf(response, context)
  recorded.fromServiceWorker = response.fromServiceWorker ?? false
  if (recorded.fromServiceWorker) recorded.serviceWorkerSource = response.serviceWorkerResponseSource ?? null
  const fromWire = recorded.fromCache === 'none' && !recorded.fromServiceWorker
  recorded.headersBytes = fromWire && response.encodedDataLength > 0 ? response.encodedDataLength : null
  const { securityDetails } = response
  if (securityDetails !== undefined) {
    const { protocol, issuer, subjectName, validFrom, validTo } = securityDetails
    recorded.security = { protocol, issuer, subjectName, validFrom, validTo }
  }
  return recorded
}

function cacheOf(response: Protocol.Network.Response, context: ResponseContext): RecordedResponse['fromCache'] {
  if (context.servedFromMemory) return 'memory'
  if (response.fromPrefetchCache ?? false) return 'prefetch'
  return (response.fromDiskCache ?? false) ? 'disk' : 'none'
}

/**
 * What a browser cannot know behind a forward proxy: it sees its proxy at the other end of every
 * connection, and speaks to it in a header that no server gets.
 */
import type { ServerAddress } from '@seine/shared/egress/forward-proxy/contract.ts'
import type { RecordedHop, Recording } from './model.ts'

function correctHop(hop: RecordedHop, addressOf: (url: string) => ServerAddress | null): void {
  const { response, requestHeaders } = hop
  const connection = requestHeaders['proxy-connection']
  if (connection !== undefined) {
    delete requestHeaders['proxy-connection']
    // The proxy passes the wish on under the name that servers know.
    requestHeaders['connection'] ??= connection
  }
  if (response === null || response.serverIp !== null) return
  if (response.fromCache !== 'none' || response.fromServiceWorker) return
  const address = addressOf(hop.url)
  if (address === null) return
  response.serverIp = address.ip
  response.serverPort = address.port
}

/**
 * Corrects a finished recording in place.
 * @param addressOf the address that was dialled for a URL's host, or null.
 */
export function correctForProxy(recording: Recording, addressOf: (url: string) => ServerAddress | null): void {
  for (const { hops, preflight } of recording.requests) {
    for (const hop of hops) correctHop(hop, addressOf)
    if (preflight !== null) correctHop(preflight, addressOf)
  }
}

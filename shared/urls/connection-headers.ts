/**
 * Headers that frame a message or belong to the connection (RFC 9110, section 7.6.1), lower case. The HTTP client sets
 * them itself: an API request that names one is refused, and none is forwarded. `host` is included because it must
 * name the host that the target policy vetted.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

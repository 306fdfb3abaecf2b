/**
 * Headers that frame a message or belong to the connection (RFC 9110, section 7.6.1), lower case.
 * The client owns them: a caller who names one in an API request is told so, and none is passed on.
 * `host` is among them: it must name the host that was vetted.
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

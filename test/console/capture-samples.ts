/** Captures and HAR files for tests of the console. */

const base = Date.parse('2026-11-21T20:35:26.104Z')

/** Members of an entry of a HAR file that a test chooses. */
export interface SampleEntry {
  url?: string
  method?: string
  status?: number
  type?: string
  mime?: string
  text?: string
  encoding?: string
  /** From the start of the capture, milliseconds. */
  at?: number
  time?: number
  extra?: object
  requestHeaders?: { name: string; value: string }[]
  responseHeaders?: { name: string; value: string }[]
}

/** @returns an entry as Chrome writes it. */
export function harEntry(entry: SampleEntry = {}): object {
  const {
    url = 'https://example.com/guide/',
    method = 'GET',
    status = 200,
    type = 'document',
    at = 0,
    time = 100,
  } = entry
  const { mime = 'text/html', text, encoding, extra = {}, requestHeaders = [], responseHeaders = [] } = entry
  const content = {
    size: text?.length ?? 0,
    mimeType: mime,
    ...(text === undefined ? {} : { text }),
    ...(encoding === undefined ? {} : { encoding }),
  }
  return {
    startedDateTime: new Date(base + at).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: 'h2',
      cookies: [],
      headers: requestHeaders,
      queryString: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: 'OK',
      httpVersion: 'h2',
      cookies: [],
      headers: responseHeaders,
      content,
      redirectURL: '',
      headersSize: -1,
      bodySize: 500,
      _transferSize: 1_200,
    },
    cache: {},
    timings: {
      blocked: time * 0.05,
      dns: time * 0.05,
      connect: time * 0.2,
      ssl: time * 0.1,
      send: time * 0.05,
      wait: time * 0.45,
      receive: time * 0.2,
    },
    _resourceType: type,
    ...extra,
  }
}

/** @returns the text of a HAR file. */
export const harText = (entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, pages: [], entries } })

/** @returns a file as `setInputFiles` takes it. */
export const harUpload = (text: string, name = 'sample.har') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

/** @returns entries of a page with calls of every type. */
export const variedEntries = (): object[] => [
  harEntry({ url: 'https://example.com/old', status: 301, time: 40, extra: {} }),
  harEntry({
    at: 40,
    time: 160,
    text: '<!doctype html><title>The guide</title>',
    requestHeaders: [{ name: 'accept', value: 'text/html' }],
    responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
  }),
  harEntry({ url: 'https://example.com/app.js', type: 'script', mime: 'text/javascript', at: 150, time: 60 }),
  harEntry({
    url: 'https://api.example.com/prices?from=1&to=20',
    type: 'fetch',
    method: 'POST',
    mime: 'application/json',
    text: '{"prices":[{"name":"berth","euros":45}]}',
    at: 260,
    time: 700,
  }),
  harEntry({
    url: 'https://api.example.com/missing',
    type: 'xhr',
    status: 404,
    at: 300,
    time: 90,
    mime: 'application/json',
  }),
  harEntry({
    url: 'wss://live.example.com/feed',
    type: 'websocket',
    status: 101,
    at: 420,
    time: 900,
    extra: {
      _webSocketMessages: [
        { type: 'send', time: (base + 500) / 1_000, opcode: 1, data: '{"subscribe":"prices"}' },
        { type: 'receive', time: (base + 640) / 1_000, opcode: 1, data: '{"berth":45}' },
      ],
    },
  }),
  harEntry({
    url: 'https://example.com/events',
    type: 'eventsource',
    mime: 'text/event-stream',
    text: 'event: price\nid: 7\ndata: 45\n\n',
    at: 500,
    time: 800,
  }),
  harEntry({
    url: 'https://lost.example.com/',
    type: 'fetch',
    status: 0,
    at: 600,
    time: 30,
    extra: { response: { status: 0, _error: 'net::ERR_CONNECTION_REFUSED' } },
  }),
]

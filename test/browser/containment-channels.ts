/** All channels through which a page can make a browser open a connection. */

/** One channel, tried from a page of the fixture. */
export interface Channel {
  name: string
  /** Script for the page. @param port port of a listener on 127.0.0.1 that must not be reached. */
  script: (port: number) => string
  /**
   * Returns the evidence at the proxy that the browser tried: a URL whose refusal is recorded, or null for a connection
   * that an engine never attempts with its launch flags.
   */
  seenAs: (port: number) => string | null
  /** Whether the listener receives datagrams. */
  udp?: true
  /** Whether it needs a secure origin. */
  secure?: true
}

const http = (port: number): string => `http://127.0.0.1:${port}/`

const web = (name: string, script: (url: string) => string): Channel => ({
  name,
  script: (port) => script(http(port)),
  seenAs: http,
})

/** Adds an element to the page. */
const element = (name: string, tag: string, attributes: (url: string) => Record<string, string>): Channel =>
  web(
    name,
    (url) =>
      `document.body.append(Object.assign(document.createElement('${tag}'), ${JSON.stringify(attributes(url))})), undefined`,
  )

const link = (rel: string, more: Record<string, string> = {}): Channel =>
  element(`link rel=${rel}`, 'link', (href) => ({ rel, href, ...more }))

const speculation = (action: string): Channel =>
  web(
    `speculation rules, ${action}`,
    (url) => `(() => {
      const script = Object.assign(document.createElement('script'), { type: 'speculationrules' })
      script.textContent = '${JSON.stringify({ [action]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] })}'
      document.head.append(script)
    })()`,
  )

const inBlob = (code: string): string =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }))`

const elements: Channel[] = [
  element('image', 'img', (src) => ({ src })),
  element('iframe', 'iframe', (src) => ({ src })),
  element('script', 'script', (src) => ({ src })),
  element('module script', 'script', (src) => ({ src, type: 'module' })),
  element('video', 'video', (src) => ({ src, preload: 'auto' })),
  element('object', 'object', (data) => ({ data })),
  element('embed', 'embed', (src) => ({ src })),
  link('stylesheet'),
  { ...link('icon'), seenAs: () => null },
  link('preload', { as: 'image' }),
  link('modulepreload'),
  link('prefetch'),
  web('background image', (url) => `document.body.style.background = 'url(${url})'`),
  web('font', (url) => `new FontFace('x', 'url(${url})').load().catch(() => {}), undefined`),
]

const calls: Channel[] = [
  web('fetch', (url) => `fetch('${url}').catch(() => {}), undefined`),
  web(
    'fetch with keepalive',
    (url) => `fetch('${url}', { keepalive: true, mode: 'no-cors' }).catch(() => {}), undefined`,
  ),
  web('XHR', (url) => `(() => { const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send() })()`),
  web('EventSource', (url) => `new EventSource('${url}'), undefined`),
  web('beacon', (url) => `navigator.sendBeacon('${url}', 'x')`),
  web(
    'fetch after a redirect',
    (url) => `fetch('/redirect?${encodeURIComponent(url)}', { mode: 'no-cors' }).catch(() => {}), undefined`,
  ),
  web('image after a redirect', (url) => `new Image().src = '/redirect?${encodeURIComponent(url)}'`),
  {
    ...web(
      'ping of a link',
      (url) => `(() => {
    const a = Object.assign(document.createElement('a'), { href: '#x', ping: '${url}' })
    document.body.append(a)
    a.click()
  })()`,
    ),
    seenAs: () => null,
  },
  web('WebSocket', (url) => `new WebSocket('${url.replace('http', 'ws')}'), undefined`),
  web('WebSocket, secure', (url) => `new WebSocket('${url.replace('http', 'wss')}'), undefined`),
]

const workers: Channel[] = [
  web('dedicated worker', (url) => `new Worker(${inBlob(`fetch('${url}')`)}), undefined`),
  web('script of a worker', (url) => `new Worker(${inBlob(`importScripts('${url}')`)}), undefined`),
  web(
    'WebSocket of a worker',
    (url) => `new Worker(${inBlob(`new WebSocket('${url.replace('http', 'ws')}')`)}), undefined`,
  ),
  web('shared worker', (url) => `new SharedWorker('/fetcher.js?${encodeURIComponent(url)}'), undefined`),
  {
    ...web(
      'service worker',
      (url) => `navigator.serviceWorker.register('/fetcher.js?${encodeURIComponent(url)}').catch(() => {}), undefined`,
    ),
    secure: true,
  },
]

const navigations: Channel[] = [
  web('location', (url) => `location.href = '${url}', undefined`),
  web('location to a redirect', (url) => `location.href = '/redirect?${encodeURIComponent(url)}', undefined`),
  element('meta refresh', 'meta', (url) => ({ httpEquiv: 'refresh', content: `0;url=${url}` })),
  web('popup', (url) => `window.open('${url}'), undefined`),
  web('popup without opener', (url) => `window.open('${url}', '_blank', 'noopener'), undefined`),
  web(
    'form',
    (url) => `(() => {
    const form = Object.assign(document.createElement('form'), { action: '${url}', method: 'post' })
    document.body.append(form)
    form.submit()
  })()`,
  ),
]

const spellings = [
  'localhost',
  'localhost.',
  'a.localhost',
  '127.1',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '017700000001',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
]

const hosts: Channel[] = spellings.map((host) => ({
  name: `fetch of ${host}`,
  script: (port) => `fetch('http://${host}:${port}/', { mode: 'no-cors' }).catch(() => {}), undefined`,
  seenAs: (port) => `http://${host}:${port}/`,
}))

const connections: Channel[] = [
  {
    name: 'URL with user info',
    script: (port) => `location.href = 'http://user:pass@127.0.0.1:${port}/', undefined`,
    seenAs: http,
  },
  {
    name: 'preconnect',
    script: (port) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'https://127.0.0.1:${port}/' })), undefined`,
    seenAs: () => null,
  },
  {
    name: 'dns-prefetch',
    script: (port) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: 'http://127.0.0.1:${port}/' })), undefined`,
    seenAs: () => null,
  },
  { ...speculation('prefetch'), seenAs: () => null },
  { ...speculation('prerender'), seenAs: () => null },
]

const webRtc = (name: string, server: (port: number) => object, more: Partial<Channel> = {}): Channel => ({
  name,
  script: (port) => `new Promise((resolve) => {
    const peer = new RTCPeerConnection({ iceServers: [${JSON.stringify(server(port))}] })
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve()
    peer.createDataChannel('x')
    peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    setTimeout(resolve, 1500)
  })`,
  seenAs: () => null,
  ...more,
})

const datagrams: Channel[] = [
  webRtc('WebRTC, STUN', (port) => ({ urls: `stun:127.0.0.1:${port}` }), { udp: true }),
  webRtc('WebRTC, TURN', (port) => ({ urls: `turn:127.0.0.1:${port}`, username: 'u', credential: 'p' }), { udp: true }),
  webRtc('WebRTC, TURN over TCP', (port) => ({
    urls: `turn:127.0.0.1:${port}?transport=tcp`,
    username: 'u',
    credential: 'p',
  })),
  {
    name: 'WebTransport',
    script: (port) => `new WebTransport('https://127.0.0.1:${port}/').ready.catch(() => {})`,
    seenAs: () => null,
    udp: true,
    secure: true,
  },
]

/** Link-local addresses come last: they may be used only where everything before is contained. */
const linkLocal: Channel = {
  name: 'fetch of a link-local address',
  script: (port) => `fetch('http://169.254.1.1:${port}/', { mode: 'no-cors' }).catch(() => {}), undefined`,
  seenAs: (port) => `http://169.254.1.1:${port}/`,
}

export const channels: readonly Channel[] = [
  ...elements,
  ...calls,
  ...workers,
  ...navigations,
  ...hosts,
  ...connections,
  ...datagrams,
  linkLocal,
]

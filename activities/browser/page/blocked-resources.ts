/// <reference lib="dom" />
/**
 * Blocks kinds of resources for a page. URLs with a telling file extension are blocked inside the renderer, which
 * costs nothing; other requests pause and are judged by their type. A blocked request carries the reason
 * `inspector`.
 *
 * An extension also blocks what scripts fetch under such a name, so extensions of data are not listed (`svg`,
 * `json`, `m3u8`, `ts`). Navigations are never blocked.
 */
import type { Protocol } from 'puppeteer'
import type { BlockableResource } from '@seine/shared/tasks/browser-page.ts'
import type { AttachedTarget } from '../recorder/contract.ts'
import { intercept } from './interception.ts'

interface Means {
  extensions?: readonly string[]
  /** Wildcard patterns for the whole URL. */
  urls?: readonly string[]
  /** A type of the protocol's Fetch domain, which has fewer types than its Network domain. */
  type?: Protocol.Network.ResourceType
}

const means: Readonly<Record<BlockableResource, Means>> = {
  image: { extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'ico'], type: 'Image' },
  media: {
    extensions: ['mp4', 'm4v', 'webm', 'ogv', 'mov', 'mp3', 'm4a', 'ogg', 'oga', 'wav', 'flac', 'aac'],
    type: 'Media',
  },
  font: { extensions: ['woff', 'woff2', 'ttf', 'otf', 'eot'], type: 'Font' },
  stylesheet: { extensions: ['css'], type: 'Stylesheet' },
  script: { extensions: ['js', 'mjs'], type: 'Script' },
  texttrack: { extensions: ['vtt', 'srt'] },
  manifest: { extensions: ['webmanifest'], urls: ['*/manifest.json', '*/manifest.json?*'] },
  ping: { type: 'Ping' },
  websocket: {},
  other: { urls: ['*/favicon.ico'], type: 'CSPViolationReport' },
}

/**
 * Returns the wildcard patterns of the kinds, for `Network.setBlockedURLs`.
 * @returns at most a few dozen patterns; up to 500 cost no time in the renderer.
 */
export function blockedUrlPatterns(kinds: readonly BlockableResource[]): string[] {
  return kinds.flatMap((kind) => {
    const { extensions = [], urls = [] } = means[kind]
    return [...extensions.flatMap((extension) => [`*.${extension}`, `*.${extension}?*`]), ...urls]
  })
}

/**
 * Runs in the page before its scripts: replaces WebSocket with one that fails at once, because the protocol cannot
 * block WebSockets.
 */
function refuseWebSockets(): void {
  const Native = globalThis.WebSocket
  const refused = (url: string): EventTarget => {
    const socket = Object.create(Native.prototype) as EventTarget
    const events = new EventTarget()
    const own: Record<string, unknown> = {
      url,
      readyState: Native.CLOSED,
      bufferedAmount: 0,
      extensions: '',
      protocol: '',
      binaryType: 'blob',
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
      send: () => {},
      close: () => {},
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    }
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(socket, name, { value, writable: true, configurable: true })
    }
    setTimeout(() => {
      for (const event of [new Event('error'), new CloseEvent('close', { code: 1006 })]) {
        events.dispatchEvent(event)
        const handler = (socket as unknown as Record<string, unknown>)[`on${event.type}`]
        if (typeof handler === 'function') handler.call(socket, event)
      }
    })
    return socket
  }
  globalThis.WebSocket = new Proxy(Native, { construct: (_target, [url]) => refused(String(url)) })
}

/**
 * Blocks kinds of resources for a target. Call it before the target runs; it sends commands without awaiting them.
 * Workers load resources only by `fetch`, which is never blocked by type.
 */
export function blockResources({ session, type }: AttachedTarget, kinds: readonly BlockableResource[]): void {
  if (type !== 'page' && type !== 'popup' && type !== 'iframe') return
  const urls = blockedUrlPatterns(kinds)
  if (urls.length > 0) session.send('Network.setBlockedURLs', { urls }).catch(() => {})
  const types = new Set(kinds.flatMap((kind) => means[kind].type ?? []))
  if (types.size > 0) {
    intercept(session, {
      patterns: [...types].map((resourceType) => ({ resourceType })),
      decide: ({ resourceType }) => (types.has(resourceType) ? 'refuse' : null),
    })
  }
  if (kinds.includes('websocket')) {
    const source = `(${refuseWebSockets.toString()})()`
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }).catch(() => {})
  }
}

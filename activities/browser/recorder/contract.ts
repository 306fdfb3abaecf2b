/**
 * What the recorder offers to everything that drives a page, and what it needs of the browser.
 * The recorder is fed by raw CDP; Puppeteer's own network manager is off.
 */
import type { CDPSession } from 'puppeteer'
import type { RecordedRequest, Recording, ResourceType, TargetType } from './messages/model.ts'

/** A target that was attached, before it runs. */
export interface AttachedTarget {
  session: CDPSession
  type: TargetType
  targetId: string
  url: string
  /** A silent session that keeps bodies across navigations, once it is there. */
  keeper?: () => CDPSession | null
}

/**
 * Called for every target of the context while it is paused. Commands are sent and never awaited:
 * a target that is not resumed at once can hang the page.
 */
export type TargetHook = (target: AttachedTarget) => void

/**
 * One per browser process: attaches to every page, popup, worker, shared and service worker of the
 * process and hands each to whoever watches its browser context. Targets of contexts that nobody
 * watches are resumed and let go.
 */
export interface TargetHub {
  /**
   * @param onAttached called synchronously, before the target is resumed.
   * @param keepBodies whether targets get a `keeper`. @default false
   * @returns ends the watch.
   */
  watch(browserContextId: string, onAttached: TargetHook, keepBodies?: boolean): () => void
  close(): Promise<void>
}

/** A request that is under way, as waits see it. */
export interface OpenRequest {
  url: string
  resourceType: ResourceType
  /** By `performance.now()` of this process. */
  startedAtMs: number
}

/** What is known of the main document while the page loads. */
export interface MainDocument {
  /** URL of the last hop so far. */
  url: string
  /** Null before any response. */
  status: number | null
  headers: Record<string, string | string[]>
  mimeType: string | null
  request: RecordedRequest
}

/** Traffic as it happens. */
export interface TrafficView {
  /** Requests and WebSockets that have not ended; `data:` URLs are not among them. */
  open(): Iterable<OpenRequest>
  /** How often the same URL (without query) has been asked for. */
  timesAsked(url: string): number
  /** Called after every start and end of a request. @returns takes the listener off. */
  onChange(listener: () => void): () => void
  /** Called whenever something of an answer has come: its head, a piece of its body, its end. @returns takes the listener off. */
  onReceived(listener: () => void): () => void
  /** The newest navigation request of the main frame; null before the first. */
  mainDocument(): MainDocument | null
}

export interface Recorder {
  readonly traffic: TrafficView
  /** Sets the zero of all offsets; call it right before the navigation. */
  begin(): void
  /** Ends the recording: waits for bodies on their way, at most `flushMs`. Never throws. */
  finish(): Promise<Recording>
}

/** Bounds of one capture; an operator may set them. */
export interface CaptureBounds {
  responseBodyMaxBytes: number
  requestBodyMaxBytes: number
  bodiesMaxBytes: number
  callsMax: number
  framesPerCallMax: number
}

export interface RecorderOptions {
  hub: TargetHub
  browserContextId: string
  bounds: CaptureBounds
  /**
   * Whose bodies are read. `calls` = of what the API lists (document, xhr, fetch, eventsource);
   * `all` = of static assets too, which a HAR needs to be replayed; `none` = traffic is counted and no
   * body is read: rendering for text needs the document's head alone.
   */
  bodies: 'calls' | 'all' | 'none'
  /** Called for every target before it runs: identity, headers, blocked resources. */
  onTarget: TargetHook
  /** How long the end waits for bodies that are on their way. @default captureLimits.flushMs */
  flushMs?: number
  /** Port of the context's forward proxy on loopback, whose address is nobody's server; null = no proxy. */
  proxyPort?: number | null
}

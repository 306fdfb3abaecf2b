/**
 * The recorder's interface for code that drives a page, and what the recorder needs from the browser. The recorder
 * uses raw CDP; Puppeteer's own network manager is off.
 */
import type { CDPSession } from 'puppeteer'
import type { RecordedRequest, Recording, ResourceType, TargetType } from './messages/model.ts'

/** A target that has been attached, before it runs. */
export interface AttachedTarget {
  session: CDPSession
  type: TargetType
  targetId: string
  url: string
  /** Returns a session without events that keeps bodies across navigations; null until it is attached. */
  keeper?: () => CDPSession | null
}

/**
 * Called for every target of the context while it is paused. Send commands without awaiting them: a target that is
 * not resumed at once can hang the page.
 */
export type TargetHook = (target: AttachedTarget) => void

/**
 * One per browser process: attaches to every page, popup, worker, shared and service worker of the process, and
 * passes each to the watch of its browser context. Targets of contexts without a watch are resumed and detached.
 */
export interface TargetHub {
  /**
   * Watches a browser context.
   * @param onAttached called synchronously, before the target is resumed.
   * @param keepBodies whether targets get a `keeper`. @default false
   * @returns a function that ends the watch.
   */
  watch(browserContextId: string, onAttached: TargetHook, keepBodies?: boolean): () => void
  close(): Promise<void>
}

/** A request that is under way, as code that waits for the page sees it. */
export interface OpenRequest {
  url: string
  resourceType: ResourceType
  /** A value of `performance.now()` of this process. */
  startedAtMs: number
}

/** What is known about the main document while the page loads. */
export interface MainDocument {
  /** URL of the newest hop. */
  url: string
  /** Null before any response. */
  status: number | null
  headers: Record<string, string | string[]>
  mimeType: string | null
  request: RecordedRequest
}

/** Traffic as it happens. */
export interface TrafficView {
  /** Requests and WebSockets that have not ended, without `data:` URLs. */
  open(): Iterable<OpenRequest>
  /** How often the same URL (without query) has been requested. */
  timesRequested(url: string): number
  /**
   * Adds a listener that is called after every start and end of a request.
   * @returns a function that removes it.
   */
  onChange(listener: () => void): () => void
  /**
   * Adds a listener that is called when a part of a response arrives: its head, a piece of its body, its end.
   * @returns a function that removes it.
   */
  onReceived(listener: () => void): () => void
  /** The newest navigation request of the main frame; null before the first. */
  mainDocument(): MainDocument | null
  /** The newest document that the main frame has displayed; before the first, the same as `mainDocument`. */
  shownDocument(): MainDocument | null
  /** The document that could not be loaded while the main frame displays the browser's error page; otherwise null. */
  unreachableDocument(): MainDocument | null
}

export interface Recorder {
  readonly traffic: TrafficView
  /** Sets the zero of all offsets; call it immediately before the navigation. */
  begin(): void
  /** Ends the recording: waits for pending reads of bodies, at most `flushMs`. Never throws. */
  finish(): Promise<Recording>
}

/** Limits of one capture; an operator may set them. */
export interface CaptureBounds {
  responseBodyMaxBytes: number
  requestBodyMaxBytes: number
  bodiesMaxBytes: number
  callsMax: number
  framesPerCallMax: number
}

/** Whether a request of the recording is of use to the caller. */
export type IsWanted = (request: RecordedRequest) => boolean

export interface RecorderOptions {
  hub: TargetHub
  browserContextId: string
  bounds: CaptureBounds
  /**
   * Which bodies are read. `calls` = those of requests that the API lists (document, xhr, fetch, eventsource); `all`
   * = those of static assets too, which the replay of a HAR needs; `none` = traffic is counted and no body is read,
   * because rendering for text needs only the head of the document.
   */
  bodies: 'calls' | 'all' | 'none'
  /**
   * Asked at the response and the end of each request: bodies and messages of the others are not read, so that they
   * take nothing of the budget. @default all requests
   */
  isWanted?: IsWanted | undefined
  /** Called for every target before it runs, to set identity, headers and blocked resources. */
  onTarget: TargetHook
  /** How long the end waits for pending reads of bodies, milliseconds. @default captureLimits.flushMs */
  flushMs?: number
  /**
   * Port of the context's forward proxy on loopback, which is not recorded as a server's address; null = no proxy.
   */
  proxyPort?: number | null
}

/** The view of the log for code that waits for a page. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { MainDocument, OpenRequest, TrafficView } from './contract.ts'
import { isMainDocument } from './main-document.ts'
import type { RecordedEntry } from './entry.ts'

const withoutQuery = (url: string): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

export class Traffic implements TrafficView {
  readonly #open = new Map<RecordedEntry, OpenRequest>()
  readonly #requestCounts = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #receivers = new Set<() => void>()
  /** Cache of URLs without their query, because the same URLs are requested many times. */
  readonly #paths = new Map<string, string>()
  #late: NodeJS.Timeout | null = null
  #main: RecordedEntry | null = null
  #shown: RecordedEntry | null = null
  #unreachable: RecordedEntry | null = null

  /** Records that a request began. */
  started(entry: RecordedEntry): void {
    const { record, hop } = entry
    const path = this.#pathOf(hop.url)
    this.#requestCounts.set(path, (this.#requestCounts.get(path) ?? 0) + 1)
    this.#open.set(entry, { url: hop.url, resourceType: record.resourceType, startedAtMs: entry.startedAtMs })
    if (isMainDocument(record)) this.#main = entry
  }

  /**
   * Records that the main frame displays another document.
   * @param entry its request; null when none was recorded.
   * @param isErrorPage whether it is the browser's own page in place of a document that it could not display.
   */
  committed(entry: RecordedEntry | null, isErrorPage: boolean): void {
    const request = entry ?? (isErrorPage ? this.#main : null)
    // For an error status without a body, the browser displays a page of its own, but the site has answered.
    const isAnswered = (request?.pageStatus ?? 0) >= 400
    this.#unreachable = isErrorPage && !isAnswered ? request : null
    if (this.#unreachable === null) this.#shown = request ?? this.#shown
  }

  /** Records that a request ended. */
  ended(entry: RecordedEntry): void {
    this.#open.delete(entry)
  }

  /**
   * Notifies the listeners, which examine every open request: with thousands open, not after every change but soon
   * after.
   */
  changed(): void {
    if (this.#open.size <= captureLimits.openWatchedMax) this.#notify()
    else this.#late ??= setTimeout(() => this.#notify(), captureLimits.openChangeMs)
  }

  /** Returns the requests under way. */
  open(): Iterable<OpenRequest> {
    return this.#open.values()
  }

  /** Returns how often a URL was requested, whatever its query. */
  timesRequested(url: string): number {
    return this.#requestCounts.get(this.#pathOf(url)) ?? 0
  }

  /** Calls a listener when requests begin or end. @returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls a listener when a part of a response arrives. @returns a function that removes it. */
  onReceived(listener: () => void): () => void {
    this.#receivers.add(listener)
    return () => this.#receivers.delete(listener)
  }

  /** Records that a part of a response arrived. */
  received(): void {
    for (const receiver of this.#receivers) receiver()
  }

  #notify(): void {
    if (this.#late !== null) clearTimeout(this.#late)
    this.#late = null
    for (const listener of this.#listeners) listener()
  }

  #pathOf(url: string): string {
    const known = this.#paths.get(url)
    if (known !== undefined) return known
    const path = withoutQuery(url)
    if (this.#paths.size < captureLimits.requestsKeptMax) this.#paths.set(url, path)
    return path
  }

  /** Returns the newest document that the main frame has requested; null before the first. */
  mainDocument(): MainDocument | null {
    return documentOf(this.#main)
  }

  /**
   * Returns the newest document that the main frame has displayed, which is not the newest requested one after a
   * download or an answer without content; before the first, the newest requested one.
   */
  shownDocument(): MainDocument | null {
    return documentOf(this.#shown ?? this.#main)
  }

  /** Returns the document in whose place the main frame displays the browser's error page; null for any other page. */
  unreachableDocument(): MainDocument | null {
    return documentOf(this.#unreachable)
  }
}

function documentOf(entry: RecordedEntry | null): MainDocument | null {
  if (entry === null) return null
  const { hop, record } = entry
  return {
    url: hop.url,
    // A revalidated document is displayed with the status it was stored with.
    status: entry.pageStatus ?? hop.response?.status ?? null,
    headers: hop.response?.headers ?? {},
    mimeType: hop.response?.mimeType ?? null,
    request: record,
  }
}

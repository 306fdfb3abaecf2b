/** Waiting that a signal ends. */

/** Waits. @param ms milliseconds. @throws the reason of the signal, as soon as it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  let onAbort: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => reject(signal?.reason)
      onAbort = stop
      timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', stop, { once: true })
    })
  } finally {
    clearTimeout(timer)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
  }
}

/** A signal of its own that follows another one and ends after a time without a sign of life. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #parent: AbortSignal | undefined
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #passed = false

  /** @param ms time, milliseconds. @param parent signal that is followed. */
  constructor(ms: number, parent?: AbortSignal) {
    this.#ms = ms
    this.#parent = parent
    if (parent?.aborted === true) this.#follow()
    else parent?.addEventListener('abort', this.#follow, { once: true })
    this.extend()
  }

  /** Aborted after the time, or when the parent is. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** True when the time is over. */
  get passed(): boolean {
    return this.#passed
  }

  /** Starts the time anew. */
  extend(ms: number = this.#ms): void {
    this.stop()
    this.#timer = setTimeout(() => {
      this.#passed = true
      this.#controller.abort(new DOMException('the time is over', 'TimeoutError'))
    }, ms)
  }

  /** Stops the clock; the parent is still followed. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Stops the clock and no longer follows the parent. */
  end(): void {
    this.stop()
    this.#parent?.removeEventListener('abort', this.#follow)
  }

  /** Aborts what is still open. */
  abort(): void {
    this.end()
    this.#controller.abort(new DOMException('no longer needed', 'AbortError'))
  }

  #follow = (): void => this.#controller.abort(this.#parent?.reason)
}

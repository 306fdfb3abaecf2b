/** Silences the console of an extraction thread. */

/**
 * Discards everything libraries print from now on: a page that causes a million warnings must not send them through
 * the main thread.
 */
export function quietConsole(): void {
  for (const [name, member] of Object.entries(console)) {
    if (typeof member === 'function') Object.defineProperty(console, name, { value: () => {} })
  }
}

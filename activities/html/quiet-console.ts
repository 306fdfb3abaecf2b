/** Silence in an extraction thread. */

/**
 * From now on what libraries print about a page they do not like goes nowhere: a page that causes a
 * million warnings must not send them through the main thread.
 */
export function quietConsole(): void {
  for (const [name, member] of Object.entries(console)) {
    if (typeof member === 'function') Object.defineProperty(console, name, { value: () => {} })
  }
}

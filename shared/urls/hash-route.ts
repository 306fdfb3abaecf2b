/** Detects URL fragments that select content, rather than a position on a page. */

/**
 * Returns true when a fragment is a route: scripts of client-side sites use `#/...` and `#!...` to choose what to
 * show.
 * @param hash value of `URL.hash`, including its `#`; empty without a fragment.
 */
export const isHashRoute = (hash: string): boolean => hash.startsWith('#/') || hash.startsWith('#!')

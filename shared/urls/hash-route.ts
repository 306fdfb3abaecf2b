/** Fragments that are more than a place on a page. */

/**
 * Says whether a fragment is a route: scripts of client-side sites choose by `#/…` and `#!…` what to show.
 * @param hash as `URL.hash` tells it, with its `#`; empty without one.
 */
export const isHashRoute = (hash: string): boolean => hash.startsWith('#/') || hash.startsWith('#!')

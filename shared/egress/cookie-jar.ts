/** Cookies of one attempt or session (RFC 6265): kept apart from everybody else's. */

export interface CookieJar {
  /** The value of the `Cookie` header for a URL; empty when there is none. */
  header(url: URL): string
  /** Takes in what an answer sets. @param lines values of its `Set-Cookie` headers; what is malformed is left out. */
  store(url: URL, lines: readonly string[]): void
}

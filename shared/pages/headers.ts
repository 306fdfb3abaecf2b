/** Headers of requests and responses as captures list them. Types only. */

/** Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
export type HeaderMap = Record<string, string | string[]>

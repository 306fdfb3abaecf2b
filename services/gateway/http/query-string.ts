/** Decodes the query of a request by the URL standard instead of the framework. */
import type { Request } from 'express'

/** Returns the query parameters of a request as sent, without the parsing of Express. */
export function searchOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const at = originalUrl.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at))
}

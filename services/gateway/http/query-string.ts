/** The query of a request, decoded by the URL standard and not by the framework. */
import type { Request } from 'express'

export function searchOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const at = originalUrl.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at))
}

/** The headers of a session: which requests have them. Pure. */
import { isOfDomain } from './domain.ts'

/**
 * Decides request by request, in the order in which they are made: hosts of the domain have the headers,
 * and once a page has come by https nothing goes out in the clear any more.
 * @param url where the page begins.
 * @returns says whether a request has them. @param isPage whether it asks for the page itself.
 */
export function sessionReach(domain: string, url: string): (to: URL, isPage: boolean) => boolean {
  let isSecured = new URL(url).protocol === 'https:'
  return (to, isPage) => {
    const isSecure = to.protocol === 'https:'
    if ((!isSecure && isSecured) || !isOfDomain(to.hostname, domain)) return false
    isSecured ||= isSecure && isPage
    return true
  }
}

/** Decides which requests get the headers of a session. Pure. */
import { isOfDomain } from './domain.ts'

/**
 * Decides for each request, in the order in which the requests are made: hosts of the domain get the headers; once a
 * page has been requested by https, requests without TLS no longer get them.
 * @param url start URL of the page.
 * @returns a function that says whether a request gets them. @param isPage whether the request is for the page itself.
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

/** The values of cookies in exchanges over the wire. Pure. */
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'

/** Returns the values of the cookies that an exchange with a host of the domain sends or sets. */
export function cookieValues(
  { url, requestHeaders, headers }: Pick<WireExchange, 'url' | 'requestHeaders' | 'headers'>,
  domain: string,
): string[] {
  if (!isOfDomain(URL.parse(url)?.hostname ?? '', domain)) return []
  const sent = requestHeaders.flatMap(([name, value]) => (/^cookie2?$/i.test(name) ? value.split(';') : []))
  const set = headers.flatMap(([name, value]) =>
    /^set-cookie2?$/i.test(name) ? value.split('\n').map((line) => line.split(';', 1)[0]!) : [],
  )
  return [...sent, ...set].map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
}

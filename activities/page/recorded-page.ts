/** Says what must not be stored of the exchanges of a page. */
import type { HiddenParts, OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { PageRequest } from '@seine/shared/pages/page.ts'

/** Returns what receives the exchanges of a page from its lanes; null when they are not recorded. */
export function recordingOf({ wire = null, browser, body, session = null }: PageRequest): OnExchange | null {
  if (wire === null) return null
  const names = [...Object.keys(browser.headers), ...Object.keys(session?.headers ?? {})]
  const hidden: HiddenParts = {
    headers: new Set(names.map((name) => name.toLowerCase())),
    requestBodies: body !== null || browser.actions.length > 0 || session !== null,
    secrets: session?.secrets ?? [],
  }
  return (exchange) => wire.add(exchange, hidden)
}

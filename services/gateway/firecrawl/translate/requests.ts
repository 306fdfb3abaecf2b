/** Bodies of scrape and map in our form. */
import { mapLimits } from '@seine/shared/config/limits.ts'
import { Type } from 'typebox'
import { namePageFields, readScrapeOptions, scrapeOptionFields } from './scrape-options.ts'
import type { Translation } from './translation.ts'
import { anyValues, refuseLacking, wireBodyReader } from './wire-body.ts'

/** A translated body. Its rules are checked by the operation that it is passed to. */
export interface TranslatedBody {
  body: Record<string, unknown>
  /** Time for the whole call, milliseconds; null: no limit of the caller. */
  timeoutMs: number | null
}

const readScrapeBody = wireBodyReader({ url: Type.String(), ...scrapeOptionFields })

/** Translates the body of a scrape. @returns null when it has problems. */
export function scrapeRequest(given: unknown, notes: Translation): TranslatedBody | null {
  const body = readScrapeBody(given, notes)
  if (body === null) return null
  const page = readScrapeOptions(body, '', notes)
  namePageFields(page, notes, (name) => `/${name}`)
  return notes.ok ? { body: { ...page.fields, url: body['url'] }, timeoutMs: page.timeoutMs } : null
}

/** Default of the number of links, which is higher than ours. */
const mapLinksDefault = 5_000

const readMapBody = wireBodyReader({
  url: Type.String(),
  search: Type.Optional(Type.String()),
  sitemap: Type.Optional(Type.Enum(['include', 'skip', 'only'])),
  includeSubdomains: Type.Optional(Type.Boolean()),
  ignoreQueryParameters: Type.Optional(Type.Boolean()),
  ignoreCache: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mapLimits.linksMax })),
  timeout: Type.Optional(Type.Integer({ minimum: mapLimits.timeoutMsMin })),
  ...anyValues(['location', 'useMock']),
})

/** Translates the body of a map. @returns null when it has problems. */
export function mapRequest(given: unknown, notes: Translation): TranslatedBody | null {
  const body = readMapBody(given, notes)
  if (body === null) return null
  refuseLacking(body, { location: 'sites are explored without a proxy' }, notes)
  const { timeout, location: _location, useMock: _useMock, ...same } = body
  const limited = typeof timeout === 'number' ? { timeout: Math.min(timeout, mapLimits.timeoutMsMax) } : {}
  if (!notes.ok) return null
  return { body: { limit: mapLinksDefault, ...same, ...limited }, timeoutMs: null }
}

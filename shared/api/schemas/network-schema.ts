/** Schemas of `POST /browser/network`: its body, and the parameters that filter the listed calls. */
import { Type, type Static } from 'typebox'
import { captureLimits } from '../../config/browser-limits.ts'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { callTypes } from './network-call-schema.ts'
import { scrapeFields } from './scrape-schema.ts'

const pageFields = {
  geolocation: scrapeFields.geolocation,
  session_id: scrapeFields.session_id,
  tag: scrapeFields.tag,
  actions: scrapeFields.actions,
  timeout: scrapeFields.timeout,
  wait_selector: scrapeFields.wait_selector,
  wait_ms: scrapeFields.wait_ms,
  override_parameter: scrapeFields.override_parameter,
}

const ownFields = {
  url: Type.String({
    description: `Absolute http(s) URL of the page, at most ${jobLimits.urlMaxCharacters} characters.`,
  }),
  method: Type.Optional(Type.Enum(['GET'], { default: 'GET', description: 'Method of the navigation.' })),
  body: Type.Optional(Type.Null({ description: 'Not allowed: a navigation has no body.' })),
  include_session_credentials: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With `session_id`: lists cookies and headers of the session as they were sent, instead of `[secret]`. Secrets of its playbook are never shown.',
    }),
  ),
}

/** Names of the fields that are not page options. */
export const networkOwnFields: readonly string[] = Object.keys(ownFields)
export const networkPageFields: readonly string[] = Object.keys(pageFields)

/** The body with its page options inside `scrape`, where the rules of page options expect them. */
export const networkRequestSchema = Type.Object(
  { ...ownFields, scrape: Type.Object(pageFields, { additionalProperties: false }) },
  { additionalProperties: false },
)
export type NetworkRequest = Static<typeof networkRequestSchema>

/** The body as callers write it. */
export const publishedNetworkSchema = Type.Object({ ...ownFields, ...pageFields }, { additionalProperties: false })

/** Schemas of the query parameters. */
export const networkParameters = {
  resource_type: Type.Optional(
    Type.Array(Type.Enum([...callTypes]), {
      minItems: 1,
      maxItems: requestLimits.choicesMax,
      description: 'Only calls of these kinds, separated by commas or one parameter each.',
    }),
  ),
  url_pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: jobLimits.patternMaxCharacters,
      description: 'Only calls whose URL matches, in RE2 syntax, unanchored.',
    }),
  ),
  host: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: captureLimits.filterHostMaxCharacters,
      description: 'Only calls to this host, without port.',
    }),
  ),
}

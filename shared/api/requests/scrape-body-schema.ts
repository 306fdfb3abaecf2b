/** Schema of the body of `POST /scrape`. */
import { Type, type Static } from 'typebox'
import { jobLimits } from '../../config/limits.ts'
import { plainSpellings } from '../rules/flat-body.ts'
import { requestFields } from '../schemas/request-fields.ts'
import { formatList, scrapeFields } from '../schemas/scrape-schema.ts'

const { url: _url, method: _method, body: _body, output: _output, ...pageFields } = scrapeFields

const ownFields = {
  url: Type.String({
    description: `Absolute http(s) URL of the page, at most ${jobLimits.urlMaxCharacters} characters.`,
  }),
  ...requestFields('the page'),
  output: Type.Optional(formatList({ default: ['html'], description: 'Formats returned, a member of `data` each.' })),
}

/** Names of the fields that are not page options. */
export const scrapeOwnFields: readonly string[] = Object.keys(ownFields)

/** The body with its page options inside `scrape`, where the rules of page options expect them. */
export const scrapeBodySchema = Type.Object(
  { ...ownFields, scrape: Type.Object(pageFields, { additionalProperties: false }) },
  { additionalProperties: false },
)
export type ScrapeBody = Static<typeof scrapeBodySchema>

/** Every accepted spelling of a field, mapped to its canonical name. */
export const scrapeBodySpellings: ReadonlyMap<string, string> = new Map([
  ...plainSpellings([...scrapeOwnFields, ...Object.keys(pageFields)]),
  ['session', 'session_id'] as const,
])

/** The body as callers write it. */
export const publishedScrapeBodySchema = Type.Object(
  { ...ownFields, ...pageFields, session: pageFields.session_id },
  { additionalProperties: false },
)

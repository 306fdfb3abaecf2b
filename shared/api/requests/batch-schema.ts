/**
 * Schema of the body of `POST /batch/scrape`. The validated schema has the page options under their canonical names
 * inside `scrape`, as in a crawl; the published schema has them in camelCase at the top level.
 */
import { Type, type Static, type TSchema } from 'typebox'
import { jobLimits } from '../../config/limits.ts'
import { jobFields } from '../schemas/job-fields.ts'
import { requestFields } from '../schemas/request-fields.ts'
import { formatList, scrapeFields } from '../schemas/scrape-schema.ts'
import { camelCase } from '../rules/spelling.ts'

const { url: _url, method: _method, body: _body, output: _output, ...pageFields } = scrapeFields

const ownFields = {
  ...requestFields('every URL'),
  output: Type.Optional(
    formatList({ default: ['html'], description: 'Formats returned per page, each in a file of its own.' }),
  ),
  ...jobFields('Maximum number of URLs; also the most that `urls` may have.'),
}

/** Canonical names of the page options of a batch. */
const batchPageOptions: readonly string[] = Object.keys(pageFields)

/** Names of the other fields, besides `urls`. */
export const batchOwnFields: readonly string[] = Object.keys(ownFields)

/** The body in its canonical spelling and without `urls`, which `batch-urls.ts` reads. */
export const batchRequestSchema = Type.Object(
  { ...ownFields, scrape: Type.Object(pageFields, { additionalProperties: false }) },
  { additionalProperties: false },
)
export type BatchRequest = Static<typeof batchRequestSchema>

/** Every accepted spelling of a page option, mapped to its canonical name. */
export const batchSpellings: ReadonlyMap<string, string> = new Map([
  ...batchPageOptions.map((name) => [camelCase(name), name] as const),
  ['session', 'session_id'] as const,
  ['session_id', 'session_id'] as const,
])

/** The body in every accepted spelling, as the API description shows it. */
export const publishedBatchSchema = Type.Object(
  {
    urls: Type.Array(
      Type.String({
        description: `Absolute http(s) URL, at most ${jobLimits.urlMaxCharacters} characters, also percent-encoded.`,
      }),
      {
        minItems: 1,
        maxItems: jobLimits.limitPagesMax,
        description:
          'Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position.',
      },
    ),
    ...ownFields,
    ...(Object.fromEntries(
      [...batchSpellings].map(([spelling, name]) => [spelling, (pageFields as Record<string, TSchema>)[name]]),
    ) as Record<string, TSchema>),
  },
  { additionalProperties: false },
)

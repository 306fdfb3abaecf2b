/** Schema of the body of `POST /crawl`. */
import { Type, type Static, type TSchema } from 'typebox'
import { jobLimits, requestLimits } from '../config/limits.ts'
import { publishedScrapeSchema } from './scrape-options.ts'
import { pageFormats, scrapeOptionsSchema } from './scrape-schema.ts'

const patterns = (description: string) =>
  Type.Array(Type.String({ maxLength: jobLimits.patternMaxCharacters }), {
    maxItems: jobLimits.patternsMax,
    description,
  })

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

/** Lifecycle notifications; the rules beyond the shape are in `webhook-rules.ts`. */
const webhookSchema = Type.Object(
  {
    url: Type.String({ description: 'HTTPS URL of a public host, without credentials.' }),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        maxProperties: requestLimits.webhookHeadersMax,
        description: 'Sent with each call.',
      }),
    ),
    metadata: Type.Optional(Type.Unknown({ description: 'Echoed back in every payload.' })),
    events: Type.Optional(
      Type.Array(Type.Enum(['started', 'page', 'completed', 'failed']), {
        maxItems: requestLimits.choicesMax,
        description: 'Empty = all events.',
      }),
    ),
  },
  { additionalProperties: false },
)

const outputListSchema = Type.Array(Type.Enum([...pageFormats]), { minItems: 1, maxItems: requestLimits.choicesMax })

const outputObjectSchema = Type.Object(
  {
    markdown: flag('Markdown.'),
    html: flag('HTML as it was received.'),
    clean_html: flag('HTML without boilerplate.'),
    links: flag('Links of the whole page.'),
    screenshot: flag('Screenshot of the viewport.'),
  },
  { additionalProperties: false },
)

const requestSchema = <Scrape extends TSchema>(scrape: Scrape) =>
  ({
    url: Type.String({ description: `Absolute http(s) URL, at most ${jobLimits.urlMaxCharacters} characters.` }),
    email: Type.Optional(
      Type.String({ maxLength: requestLimits.emailMaxCharacters, description: 'Told when the crawl completes.' }),
    ),
    includePaths: Type.Optional(patterns('Only URLs whose path and query match one of these (RE2) are results.')),
    excludePaths: Type.Optional(patterns('URLs whose path and query match one of these (RE2) are skipped.')),
    maxDiscoveryDepth: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Maximum link depth from the start URL; unlimited when omitted.' }),
    ),
    sitemap: Type.Optional(Type.Enum(['include', 'skip', 'only'], { default: 'include' })),
    ignoreQueryParameters: flag('URLs that differ only in their query are duplicates.'),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.limitPagesMax,
        default: jobLimits.limitPagesDefault,
        description: 'Maximum number of pages attempted.',
      }),
    ),
    crawlEntireDomain: flag('Follows links anywhere on the host instead of only below the start path.'),
    allowSubdomains: flag('Follows links to subdomains of the registrable domain.'),
    output: Type.Optional(
      Type.Union([outputListSchema, outputObjectSchema], {
        default: ['markdown'],
        description: 'Content fields per page; at least one.',
      }),
    ),
    webhook: Type.Optional(webhookSchema),
    scrape: Type.Optional(scrape),
    scheduleToCloseTimeoutSecs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.scheduleToCloseTimeoutSecsMax,
        default: jobLimits.scheduleToCloseTimeoutSecsDefault,
        description: 'Time budget of the job in seconds.',
      }),
    ),
    heartbeatTimeoutSecs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.heartbeatTimeoutSecsMax,
        default: jobLimits.heartbeatTimeoutSecsDefault,
        description: 'Seconds without progress before the crawl is retried as stalled.',
      }),
    ),
  }) as const

/** The body in its canonical spelling: what is validated. */
export const crawlRequestSchema = Type.Object(requestSchema(scrapeOptionsSchema), { additionalProperties: false })
export type CrawlRequest = Static<typeof crawlRequestSchema>

/** The body in every accepted spelling: what the API description shows. */
export const publishedCrawlSchema = Type.Object(
  { ...requestSchema(publishedScrapeSchema), scrapeOptions: Type.Optional(publishedScrapeSchema) },
  { additionalProperties: false },
)

/** Schema of the body of `POST /crawl`. */
import { Type, type Static, type TSchema } from 'typebox'
import { jobLimits } from '../../config/limits.ts'
import { jobFields } from '../schemas/job-fields.ts'
import { publishedScrapeSchema } from '../rules/scrape-options.ts'
import { formatList, scrapeOptionsSchema } from '../schemas/scrape-schema.ts'

const patterns = (description: string) =>
  Type.Array(Type.String({ maxLength: jobLimits.patternMaxCharacters }), {
    maxItems: jobLimits.patternsMax,
    description,
  })

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

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

const thousands = (pages: number): string => pages.toLocaleString('en-US')

const limitDescription = `Maximum number of pages attempted. Operators may allow up to ${thousands(jobLimits.crawlLimitPagesMax)} (\`SEINE_CRAWL_LIMIT_MAX\`).`

const requestSchema = <Scrape extends TSchema>(scrape: Scrape, limitMax: number = jobLimits.limitPagesMax) =>
  ({
    url: Type.String({ description: `Absolute http(s) URL, at most ${jobLimits.urlMaxCharacters} characters.` }),
    ...jobFields(limitDescription, limitMax),
    includePaths: Type.Optional(patterns('Only URLs whose path and query match one of these (RE2) are results.')),
    excludePaths: Type.Optional(patterns('URLs whose path and query match one of these (RE2) are skipped.')),
    maxDiscoveryDepth: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Maximum link depth from the start URL; unlimited when omitted.' }),
    ),
    sitemap: Type.Optional(Type.Enum(['include', 'skip', 'only'], { default: 'include' })),
    ignoreQueryParameters: flag('URLs that differ only in their query are duplicates.'),
    crawlEntireDomain: flag('Follows links anywhere on the host instead of only below the start path.'),
    allowSubdomains: flag('Follows links to subdomains of the registrable domain.'),
    output: Type.Optional(
      Type.Union([formatList(), outputObjectSchema], {
        default: ['markdown'],
        description: 'Content fields per page; at least one.',
      }),
    ),
    scrape: Type.Optional(scrape),
  }) as const

/** Returns the body in its canonical spelling, as it is validated. @param limitMax largest `limit`, pages. */
export const crawlRequestSchema = (limitMax: number) =>
  Type.Object(requestSchema(scrapeOptionsSchema, limitMax), { additionalProperties: false })
export type CrawlRequest = Static<ReturnType<typeof crawlRequestSchema>>

/** The body in every accepted spelling, as the API description shows it. */
export const publishedCrawlSchema = Type.Object(
  { ...requestSchema(publishedScrapeSchema), scrapeOptions: Type.Optional(publishedScrapeSchema) },
  { additionalProperties: false },
)

/** Answer of `POST /scrape`. */
import { Type, type Static } from 'typebox'
import { ofService } from './answer-texts.ts'
import { actionResultSchema, attemptSchema } from './attempt-schema.ts'
import { requestId } from './job-schema.ts'
import { jsonReportSchema } from './json-report.ts'
import { orNull, textOrNull } from './schema-parts.ts'

/** Content of the page, one member per requested format. */
export const dataSchema = Type.Object({
  html: Type.Optional(Type.String({ description: 'As it was received, or as the browser rendered it.' })),
  clean_html: Type.Optional(Type.String()),
  markdown: Type.Optional(Type.String()),
  links: Type.Optional(Type.Array(Type.String(), { description: 'Of the whole page, absolute.' })),
  json: Type.Optional(
    Type.Unknown({ description: 'The data that the schema or the prompt describes; null when nothing was found.' }),
  ),
  screenshot: Type.Optional(Type.String({ description: 'Link to a PNG; the link expires.' })),
  screenshot_full_page: Type.Optional(Type.String({ description: 'Link to a PNG; the link expires.' })),
})

export const metadataSchema = Type.Object({
  title: textOrNull('Of the page.'),
  description: textOrNull('As stated by the page.'),
  language: textOrNull('BCP 47.'),
  canonical_url: textOrNull('Absolute.'),
  author: textOrNull('Several are joined by a comma.'),
  published_time: textOrNull('ISO 8601, with the precision that the page states.'),
  modified_time: textOrNull('ISO 8601, with the precision that the page states.'),
  site_name: textOrNull('As stated by the page.'),
  favicon: textOrNull('Absolute URL.'),
  robots: textOrNull('Content of meta robots, lower case.'),
  content_type: Type.String(),
  charset: textOrNull('Encoding in which the text was decoded.'),
  pages: orNull(Type.Integer(), 'Of a paged document.'),
  word_count: Type.Integer({ minimum: 0, description: 'Words of the content that was chosen.' }),
  og: Type.Object({}, { description: 'OpenGraph properties without their prefix.' }),
  json_ld: Type.Array(Type.Unknown(), { description: 'JSON-LD items in document order.' }),
  extractor: Type.String({ description: 'The method that produced the content.', ...ofService }),
  json: Type.Optional(jsonReportSchema),
  degraded: Type.Optional(Type.String({ description: 'Why the output is less than requested.', ...ofService })),
})

export const scrapeResultSchema = Type.Object({
  request_id: requestId,
  session_id: textOrNull('Session in use.'),
  url: Type.String({ description: 'As requested.' }),
  final_url: Type.String({ description: 'After redirects.' }),
  status: Type.Integer({ description: "Of the page; a target's own error page is a success with its status." }),
  success: Type.Boolean({ description: 'Always true: a page that could not be loaded is answered with a problem.' }),
  effective_geolocation: textOrNull('Country from which the page was requested, when one was chosen.'),
  tag: Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], { description: 'As requested.' }),
  winning_attempt: Type.Integer({ minimum: 1, description: '`index` of the attempt that loaded the page.' }),
  attempts: Type.Array(attemptSchema, { description: 'One per strategy that was tried, in order.' }),
  data: dataSchema,
  metadata: metadataSchema,
  actions: Type.Optional(Type.Array(actionResultSchema, { description: 'Of the last attempt.' })),
  cached_at: textOrNull('When the page was loaded, if it comes from the cache; null if it was loaded now.'),
  warnings: Type.Array(Type.String()),
})
export type ScrapeResult = Static<typeof scrapeResultSchema>
export type ScrapeMetadata = Static<typeof metadataSchema>

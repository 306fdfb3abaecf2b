/** Schema of the body of `POST /map`. */
import { Type, type Static } from 'typebox'
import { jobLimits, mapLimits } from '../../config/limits.ts'

/** The body as callers write it and as it is validated: each field has only one spelling. */
export const mapRequestSchema = Type.Object(
  {
    url: Type.String({
      description: `Absolute http(s) URL of the site, at most ${jobLimits.urlMaxCharacters} characters. Its path does not narrow the map.`,
    }),
    sitemap: Type.Optional(
      Type.Enum(['include', 'skip', 'only'], {
        default: 'include',
        description: 'Sitemaps and the links of the page, its links alone, or sitemaps alone.',
      }),
    ),
    includeSubdomains: Type.Optional(
      Type.Boolean({ default: true, description: 'Also URLs of other hosts under the registrable domain.' }),
    ),
    ignoreQueryParameters: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'URLs that differ only in their query are duplicates; the first that is found is listed.',
      }),
    ),
    ignoreCache: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Explores the site again, even when it was explored within a day.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mapLimits.linksMax,
        default: mapLimits.linksDefault,
        description: 'Maximum number of links to return.',
      }),
    ),
    timeout: Type.Optional(
      Type.Integer({
        minimum: mapLimits.timeoutMsMin,
        maximum: mapLimits.timeoutMsMax,
        default: mapLimits.timeoutMsDefault,
        description: 'Time for the whole call, milliseconds. What was found until then is returned.',
      }),
    ),
    search: Type.Optional(
      Type.String({
        maxLength: mapLimits.searchMaxCharacters,
        description:
          'Words to rank links by: those of their URLs, titles and descriptions. Links without any of them are left out, unless none would be left.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type MapRequest = Static<typeof mapRequestSchema>

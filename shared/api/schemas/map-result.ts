/** Answer of `POST /map`. */
import { Type, type Static } from 'typebox'
import { requestId } from './job-schema.ts'

export const mapLinkSchema = Type.Object({
  url: Type.String(),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  lastmod: Type.Optional(Type.String({ description: 'As stated in the sitemap, W3C datetime.' })),
  source: Type.Enum(['sitemap', 'page', 'search'], { description: 'Where the URL was found.' }),
})
export type MapLink = Static<typeof mapLinkSchema>

export const mapResultSchema = Type.Object({
  success: Type.Boolean(),
  request_id: requestId,
  links: Type.Array(mapLinkSchema, { description: 'Best matches of `search` first, else in the order of discovery.' }),
  truncated: Type.Boolean({ description: 'True when there are more links: the limit or the time was reached.' }),
  sources: Type.Object(
    {
      sitemap: Type.Integer({ minimum: 0 }),
      page: Type.Integer({ minimum: 0 }),
      search: Type.Integer({ minimum: 0 }),
    },
    { description: 'Links by where they were found.' },
  ),
  cached_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the site was explored, if the answer comes from the cache; null if it was explored now.',
  }),
  warnings: Type.Array(Type.String()),
})
export type MapResult = Static<typeof mapResultSchema>

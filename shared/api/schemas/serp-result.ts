/** Answer of `GET /serp`. */
import { Type, type Static } from 'typebox'
import { requestId } from './job-schema.ts'
import { serpEngines } from '../../tasks/scrape-task.ts'
import { orNull } from './schema-parts.ts'

const text = Type.String()
const url = Type.String({ description: 'Target of the link, without the redirect of the engine around it.' })

const entry = {
  position: Type.Integer({ minimum: 1, description: 'From 1, counted across all pages.' }),
  title: Type.String(),
  link: url,
  url: Type.String({ description: 'The same as `link`.' }),
  snippet: Type.String({ description: 'Empty if the engine shows no snippet.' }),
  domain: Type.String({ description: 'Host of `link`, without `www.`' }),
  displayed_link: orNull(text, 'The address as the engine shows it.'),
  page: Type.Integer({ minimum: 1, description: 'Page of the engine that contains it.' }),
}

export const serpEntrySchema = Type.Object(entry)
export type SerpEntry = Static<typeof serpEntrySchema>

export const serpPanelSchema = Type.Object({
  title: Type.String(),
  type: orNull(text, 'Type of the entity, in the words of the engine.'),
  description: orNull(text, 'A few sentences.'),
  source: orNull(text, 'Address that the description comes from.'),
  website: orNull(text, 'Official website.'),
  image: orNull(text, 'Address of an image.'),
  attributes: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
export type SerpPanel = Static<typeof serpPanelSchema>

export const serpAnswerBoxSchema = Type.Object({
  answer: Type.String(),
  title: orNull(text, 'Title of the page that the answer comes from.'),
  link: orNull(text, 'Address of that page.'),
})
export type SerpAnswerBox = Static<typeof serpAnswerBoxSchema>

export const serpQuestionSchema = Type.Object({
  question: Type.String(),
  answer: orNull(text, 'Null when the engine loads it only after a click.'),
  title: orNull(text, 'Title of the page that the answer comes from.'),
  link: orNull(text, 'Address of that page.'),
})
export type SerpQuestion = Static<typeof serpQuestionSchema>

export const serpResultSchema = Type.Object({
  request_id: requestId,
  query: Type.String(),
  engine: Type.Enum([...serpEngines]),
  backend: Type.Enum(['searxng', 'brave', 'html'], {
    description: 'The back-end through which the engine was queried.',
  }),
  country: orNull(text, 'As requested, ISO 3166-1 alpha-2.'),
  language: orNull(text, 'As requested, BCP 47.'),
  page: Type.Integer({ minimum: 1 }),
  fetched_at: Type.String({
    format: 'date-time',
    description: 'When the engine answered: earlier than the request when the answer comes from the cache.',
  }),
  organic: Type.Array(serpEntrySchema, { description: 'Empty when the engine finds nothing.' }),
  ads: Type.Array(serpEntrySchema),
  knowledge_graph: orNull(serpPanelSchema, 'The panel about the entity that was searched for.'),
  answer_box: orNull(serpAnswerBoxSchema, 'The answer above the results.'),
  people_also_ask: Type.Array(serpQuestionSchema),
  related_searches: Type.Array(Type.String()),
  total_results: orNull(Type.Integer({ minimum: 0 }), 'As the engine estimates it.'),
  pagination: Type.Object({
    current: Type.Integer({ minimum: 1 }),
    next: orNull(
      Type.Integer({ minimum: 2 }),
      'Null after the last page. Where it is not known whether another page follows, the number of the page that would follow.',
    ),
  }),
  warnings: Type.Array(Type.String(), {
    description: 'What the back-end cannot supply, and what went wrong on the way.',
  }),
})
export type SerpResult = Static<typeof serpResultSchema>

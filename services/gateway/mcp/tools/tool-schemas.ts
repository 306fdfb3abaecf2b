/** Builds the schemas of tools from those of the API's routes. */
import { Type, type TObject, type TSchema } from 'typebox'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { mcpLimits } from '../tool/mcp-limits.ts'

/** Descriptions of members that have none in the API's schemas, because the guide describes them there. */
const descriptions: Readonly<Record<string, string>> = {
  action: 'What to do.',
  actions: 'Steps in a browser before the content is taken, in order.',
  duration_ms: 'How long it lasts, milliseconds.',
  geolocation: 'Country to request the page from, ISO 3166-1 alpha-2.',
  proxy_strategy: 'Proxies to use; `auto` escalates as needed.',
  session_id: 'Session whose cookies are used, as returned by an earlier scrape.',
  sitemap: 'Whether the sitemap is used: as well, not at all, or alone.',
  timeout_ms: 'How long to wait for the element, milliseconds.',
  wait_ms: 'Waits this long after loading, milliseconds.',
  source: 'Where it was found.',
  id: 'Id of the job.',
  status: 'Status.',
  success: 'Whether it succeeded.',
  warnings: 'What should be known about the result.',
  url: 'The URL.',
  title: 'Title of the page.',
  engine: 'Search engine.',
  page: 'Page of results.',
  prompt: 'What to extract, in words.',
  query: 'What was searched for.',
}

interface Shape {
  type?: string | readonly string[]
  anyOf?: readonly Shape[]
  description?: string
  properties?: Record<string, Shape>
  items?: Shape
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
const byName = new Map(
  Object.entries(descriptions).flatMap(([name, words]) => [
    [name, words],
    [camel(name), words],
  ]),
)

/** Returns true for a simple type or null, which has a shorter form. */
const isNullable = (anyOf: Shape['anyOf']): anyOf is readonly [{ type: string }, { type: 'null' }] =>
  anyOf?.length === 2 && typeof anyOf[0]?.type === 'string' && anyOf[1]?.type === 'null' && anyOf[0].type !== 'object'

/** Returns a schema in which every named member has a description. */
function described(schema: Shape, name: string): Shape {
  const { properties, items } = schema
  const description = schema.description ?? byName.get(name)
  const { anyOf, ...rest } = schema
  return {
    ...(isNullable(anyOf) ? { ...rest, ...anyOf[0], type: [anyOf[0].type, 'null'] } : schema),
    ...(description === undefined ? {} : { description }),
    ...(properties === undefined ? {} : { properties: describedMembers(properties) }),
    ...(items === undefined ? {} : { items: described(items, '') }),
  }
}

const describedMembers = (members: Record<string, Shape>): Record<string, Shape> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, described(member, name)]))

/** Returns members of a schema by name; keeps which of them are required. @throws Error for an unknown name. */
export function pick(fields: Readonly<Record<string, TSchema>>, names: readonly string[]): Record<string, TSchema> {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name]
      if (field === undefined) throw new Error(`the API has no field ${name}`)
      return [name, field]
    }),
  )
}

/** Returns a strict object of these members, each with its description. */
export const strictObject = (fields: Record<string, TSchema>): TObject =>
  described(Type.Object(fields, { additionalProperties: false }), '') as TObject

/** Returns an object with rarely needed arguments. */
export const optionsObject = (fields: Record<string, TSchema>) =>
  Type.Optional(Type.Object(fields, { additionalProperties: false, description: 'Options that are rarely needed.' }))

/**
 * Returns members of a schema under shorter descriptions.
 * @param words description by name; these members are returned.
 */
export const brief = (
  fields: Readonly<Record<string, TSchema>>,
  words: Readonly<Record<string, string>>,
): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(pick(fields, Object.keys(words))).map(([name, field]) => {
      const renamed = { ...field, description: words[name] }
      // Whether a member is optional is a hidden property, which a copy does not have.
      return [name, Type.IsOptional(field) ? Type.Optional(renamed) : renamed]
    }),
  )

/** Describes options of pages by those of the tool `scrape`, which describes them in full. */
export const asInScrape = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'As in scrape.']))

const maxCharactersField = Type.Optional(
  Type.Integer({
    minimum: mcpLimits.replyCharactersMin,
    maximum: mcpLimits.replyCharactersMax,
    default: mcpLimits.replyCharactersDefault,
    description: 'Most text in a reply.',
  }),
)

/** Arguments of every tool whose text may be long. */
export const readingArguments = {
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'Continues a reply by its `next_cursor`; needs no other argument.' }),
  ),
  max_characters: maxCharactersField,
}

/** Arguments of every tool that reads a list by cursors of its own. */
export const listArguments = {
  cursor: Type.Optional(Type.String({ maxLength: 1_000, description: 'Continues the list by its `next_cursor`.' })),
  max_characters: maxCharactersField,
}

const nextCursor = Type.Union([Type.String(), Type.Null()], { description: '`cursor` to read on.' })

/** Members of the structured result of such a list. */
export const listFacts = { next_cursor: nextCursor }

/** The key under which a repeated call makes nothing twice; the route checks its form. */
export const idempotencyKeyField = Type.Optional(
  Type.String({
    maxLength: requestLimits.idempotencyKeyMaxCharacters,
    description: 'Text of your own: a repeated call with the same key makes nothing twice.',
  }),
)

/** The id of a job. */
export const jobIdField = Type.String({ minLength: 1, maxLength: 100, description: 'Id of the job.' })

/** Returns the argument for how long a tool may wait. */
export const waitField = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: mcpLimits.waitSecsMax, default: 0, description }))

/** Members of every structured result with a text. */
const readingFacts = { next_cursor: nextCursor }

/** Returns the schema of a structured result with these members. */
export const resultObject = (fields: Record<string, TSchema>): TObject => strictObject({ ...fields, ...readingFacts })

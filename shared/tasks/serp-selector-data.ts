/**
 * The data of a selector set: how result pages of an engine are requested and parsed. When an engine changes its
 * layout, only a new version of its file is needed.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { serpEngines } from './scrape-task.ts'
import { constantSchemas } from '../values/constant-schemas.ts'
import { once } from '../values/once.ts'

/** Selectors in the order of preference: the first one that matches is used. */
const selectors = Type.Array(Type.String({ minLength: 1 }))
const closed = { additionalProperties: false }

const entrySchema = Type.Object(
  {
    /** Name of the layout, for operators. */
    layout: Type.String(),
    /** Selector of one result. */
    item: Type.String({ minLength: 1 }),
    link: selectors,
    title: selectors,
    snippet: selectors,
    displayedLink: selectors,
  },
  closed,
)

export const selectorSetSchema = Type.Object(
  {
    engine: Type.Enum([...serpEngines]),
    version: Type.Integer({ minimum: 1 }),
    /** Date of the version. */
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    userAgents: Type.Object({ desktop: Type.String(), mobile: Type.String() }, closed),
    /** Sent with every request for a page of results. */
    headers: Type.Record(Type.String(), Type.String()),
    /** Number of results on the first page, and on each later page. */
    paging: Type.Object({ first: Type.Integer({ minimum: 1 }), later: Type.Integer({ minimum: 1 }) }, closed),
    /** How later pages are requested; POST sends the parameters as a form. */
    laterMethod: Type.Enum(['GET', 'POST']),
    /**
     * Fields of a page that are sent with the request for a later one, as name to selector; a later page is never
     * requested without them.
     */
    carried: Type.Record(Type.String(), Type.String()),
    /** Signs of a page that blocks us: a part of its URL, or an element. */
    blocked: Type.Array(
      Type.Object(
        {
          why: Type.Enum(['captcha', 'denied', 'rate_limited']),
          name: Type.String(),
          url: Type.Optional(Type.String({ minLength: 3 })),
          selectors: Type.Optional(selectors),
        },
        closed,
      ),
    ),
    /** Signs of a page that is empty without scripts. */
    needsBrowser: selectors,
    /** Signs that nothing was found; texts in lower case. */
    empty: Type.Object({ selectors, texts: Type.Array(Type.String({ minLength: 5 })) }, closed),
    /** Elements inside texts that are not part of them. */
    noise: selectors,
    /** The link to the next page. */
    next: selectors,
    organic: Type.Array(entrySchema, { minItems: 1 }),
    ads: Type.Array(entrySchema),
    knowledgeGraph: Type.Array(
      Type.Object(
        {
          root: Type.String({ minLength: 1 }),
          title: selectors,
          type: selectors,
          description: selectors,
          source: selectors,
          website: selectors,
          image: selectors,
          attribute: Type.Object({ item: Type.String({ minLength: 1 }), name: selectors, value: selectors }, closed),
        },
        closed,
      ),
    ),
    answerBox: Type.Array(
      Type.Object(
        { root: Type.String({ minLength: 1 }), answer: selectors, title: selectors, link: selectors },
        closed,
      ),
    ),
    peopleAlsoAsk: Type.Array(
      Type.Object(
        {
          item: Type.String({ minLength: 1 }),
          question: selectors,
          answer: selectors,
          title: selectors,
          link: selectors,
        },
        closed,
      ),
    ),
    relatedSearches: selectors,
    totalResults: selectors,
    /** Whether the total starts with the range of results on the page, on all pages but the first: `11-20 of 1,230`. */
    totalHasRange: Type.Boolean(),
  },
  closed,
)

export type SelectorSetData = Static<typeof selectorSetSchema>

/** Compiled at its first use: most processes never search. */
const compiled = once(() => {
  const ajv = new Ajv2020({ ...constantSchemas, allErrors: true })
  return { ajv, validate: ajv.compile<SelectorSetData>(selectorSetSchema) }
})

/**
 * Checks the data of a selector set.
 * @throws Error naming everything that is wrong with its form.
 */
export function checkedSelectorSet(data: unknown): SelectorSetData {
  const { ajv, validate } = compiled()
  if (validate(data)) return data
  throw new Error(`the selector set is malformed: ${ajv.errorsText(validate.errors, { dataVar: 'set' })}`)
}

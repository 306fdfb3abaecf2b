/** The report on the `json` output of a page, in answers and in the archives of jobs. */
import { Type, type Static } from 'typebox'

export const jsonReportSchema = Type.Object(
  {
    by: Type.Union([Type.Literal('model'), Type.Literal('page')], {
      description:
        '`model`: a language model has read the page; `page`: filled from what the page states, without one.',
    }),
    model: Type.Union([Type.String(), Type.Null()], { description: 'Name of the model; null without one.' }),
    valid: Type.Boolean({ description: 'Whether the value is valid for the schema as it was given.' }),
    errors: Type.Array(
      Type.Object(
        {
          pointer: Type.String({ description: 'JSON pointer into the value.' }),
          message: Type.String(),
        },
        { additionalProperties: false },
      ),
      { description: 'Where it is not valid.' },
    ),
    sources: Type.Record(Type.String(), Type.String(), {
      description: 'JSON pointer of a field → where on the page its value comes from; empty with a model.',
    }),
    usage: Type.Union(
      [
        Type.Object(
          {
            calls: Type.Integer({ minimum: 0 }),
            chunks: Type.Integer({ minimum: 0, description: 'Number of parts in which the page was read.' }),
            prompt_tokens: Type.Integer({ minimum: 0 }),
            completion_tokens: Type.Integer({ minimum: 0 }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'Tokens that the model has used; null without one.' },
    ),
  },
  { additionalProperties: false },
)

export type JsonReport = Static<typeof jsonReportSchema>

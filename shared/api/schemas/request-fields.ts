/** Schemas of the method and the body of the request for a page. */
import { Type } from 'typebox'
import { jobLimits } from '../../config/limits.ts'

/**
 * Returns both fields.
 * @param what what is requested, such as `the page`; used in their descriptions.
 */
export const requestFields = (what: string) =>
  ({
    method: Type.Optional(
      Type.Enum(['GET', 'POST', 'PUT', 'DELETE'], { default: 'GET', description: `HTTP method for ${what}.` }),
    ),
    body: Type.Optional(
      Type.Union([Type.Object({}), Type.String()], {
        description:
          `Request body for ${what}, not allowed with \`GET\`: an object is sent as JSON, a text as it is, ` +
          `as JSON where it is a JSON object or list. At most ${jobLimits.requestBodyMaxBytes} bytes.`,
      }),
    ),
  }) as const

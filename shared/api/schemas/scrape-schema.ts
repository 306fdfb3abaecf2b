/**
 * Options of one page in the spelling of the scrape endpoint (snake_case). Every endpoint that scrapes accepts them;
 * `scrape-options.ts` converts the other spellings.
 */
import { Type } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { blockableResources } from '../../tasks/browser-page.ts'
import { jobFormats, type JobFormat } from '../../tasks/formats.ts'
import { actionKinds } from '../../selectors/browser-action.ts'
import { selectorTypes } from '../../selectors/selector-type.ts'

/** Returns the schema of a list of formats. */
export const formatList = (annotations: { default?: JobFormat[]; description?: string } = {}) =>
  Type.Array(Type.Enum([...jobFormats]), { minItems: 1, maxItems: requestLimits.choicesMax, ...annotations })

const selector = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: requestLimits.selectorMaxCharacters })

const actionSchema = Type.Object(
  {
    action: Type.Enum([...actionKinds]),
    selector: Type.Optional(selector('Element that the action applies to.')),
    selector_type: Type.Optional(
      Type.Enum([...selectorTypes], { description: 'How `selector` is interpreted.', default: 'css' }),
    ),
    value: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: 'Text, key, option or pixels.' })),
    duration_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: requestLimits.actionDurationMsMax })),
    frame_selector: Type.Optional(selector('Searches inside this iframe.')),
    if_present: Type.Optional(Type.Boolean({ description: 'Skips the action when its selector is not visible.' })),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: requestLimits.actionTimeoutMsMax })),
  },
  { additionalProperties: false },
)

const overrideSchema = Type.Object(
  {
    headers: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: jobLimits.headersMax })),
    proxy: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Name of a provider or tier.' })),
    network_idle: Type.Optional(Type.Boolean()),
    load_dom: Type.Optional(Type.Boolean()),
    disable_resources: Type.Optional(
      Type.Union(
        [Type.Boolean(), Type.Array(Type.Enum([...blockableResources]), { maxItems: requestLimits.choicesMax })],
        { description: 'Types of resources that the browser does not load; true = those needed only for appearance.' },
      ),
    ),
  },
  { additionalProperties: false },
)

const tag = Type.String({ minLength: 1, maxLength: requestLimits.tagMaxCharacters })
const selectors = (description: string) =>
  Type.Array(selector('CSS selector.'), { maxItems: requestLimits.selectorsMax, description })

/** The page options, without the enclosing object. */
export const scrapeFields = {
  url: Type.Optional(Type.Unknown({ description: 'Ignored inside a job.' })),
  method: Type.Optional(Type.Unknown({ description: 'Ignored inside a job.' })),
  body: Type.Optional(Type.Unknown({ description: 'Ignored inside a job.' })),
  js_render: Type.Optional(Type.Boolean({ description: 'true forces a browser, false forbids one.' })),
  proxy_strategy: Type.Optional(Type.Enum(['auto', 'basic', 'enhanced', 'premium'])),
  output: Type.Optional(formatList({ description: 'Formats returned per page.' })),
  only_main_content: Type.Optional(
    Type.Boolean({ default: true, description: 'Removes navigation, footers and advertisements.' }),
  ),
  geolocation: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2 country.' })),
  session_id: Type.Optional(Type.String({ minLength: 1, maxLength: requestLimits.sessionIdMaxCharacters })),
  tag: Type.Optional(Type.Union([tag, Type.Array(tag, { maxItems: requestLimits.tagsMax })])),
  actions: Type.Optional(Type.Array(actionSchema, { maxItems: requestLimits.actionsMax })),
  timeout: Type.Optional(
    Type.Integer({
      minimum: jobLimits.pageTimeoutMsMin,
      maximum: jobLimits.pageTimeoutMsMax,
      default: jobLimits.pageTimeoutMsDefault,
      description: 'Milliseconds per page and attempt.',
    }),
  ),
  wait_selector: Type.Optional(selector('CSS selector to wait for in a browser.')),
  wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: jobLimits.waitMsMax })),
  override_parameter: Type.Optional(overrideSchema),
  prompt: Type.Optional(Type.String({ minLength: 1, maxLength: jobLimits.promptMaxCharacters })),
  schema: Type.Optional(Type.Object({}, { description: 'JSON Schema for the `json` format.' })),
  include_tags: Type.Optional(selectors('Only elements that match one of these are content.')),
  exclude_tags: Type.Optional(selectors('Elements that match one of these are not content.')),
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: requestLimits.maxAgeSecsMax,
      default: 0,
      description: 'Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.',
    }),
  ),
}

/** Options of one page in their canonical spelling, as they are validated. */
export const scrapeOptionsSchema = Type.Object(scrapeFields, { additionalProperties: false })

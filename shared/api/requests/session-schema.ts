/** Schemas of the session routes. */
import { Type, type Static } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { maskedValue } from '../../values/masked-value.ts'
import { jobLimits } from '../../config/limits.ts'
import { sessionLimits } from '../../config/session-limits.ts'
import { requestId } from '../schemas/job-schema.ts'
import { pageParameters } from '../rules/query-parameters.ts'
import { scrapeFields } from '../schemas/scrape-schema.ts'
import { dateTime } from '../schemas/schema-parts.ts'

const closed = { additionalProperties: false } as const

const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: sessionLimits.textMaxCharacters, description })

const selector = (description: string) =>
  Type.String({ minLength: 1, maxLength: requestLimits.selectorMaxCharacters, description })

/** Pattern of the session ids that callers may choose. */
export const sessionIdPattern = `^[A-Za-z0-9][A-Za-z0-9._-]{0,${sessionLimits.idMaxCharacters - 1}}$`

const cookieSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: sessionLimits.cookieMaxBytes }),
    value: Type.String({ maxLength: sessionLimits.cookieMaxBytes, description: 'May have `{{secret.name}}`.' }),
    domain: Type.Optional(
      Type.String({
        maxLength: sessionLimits.domainMaxCharacters,
        description: 'Sent to this host and those below it. Default: to all hosts of the domain of the session.',
      }),
    ),
    path: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: sessionLimits.textMaxCharacters,
        default: '/',
        description: 'Begins with `/`.',
      }),
    ),
    expires: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 253_402_300_799,
        description: 'Epoch seconds. Default: the cookie expires with the session.',
      }),
    ),
    secure: Type.Optional(Type.Boolean({ default: false, description: 'Only over HTTPS.' })),
    http_only: Type.Optional(Type.Boolean({ default: false, description: 'Hidden from scripts.' })),
    same_site: Type.Optional(Type.Enum(['strict', 'lax', 'none'], { description: 'The SameSite attribute.' })),
  },
  closed,
)

/** Returns the schema of conditions on a page. */
const conditionSchema = (description: string) =>
  Type.Object(
    {
      url_pattern: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: jobLimits.patternMaxCharacters,
          description: 'RE2 syntax, unanchored, on the final URL.',
        }),
      ),
      selector: Type.Optional(selector('CSS selector: the document has a match.')),
      selector_absent: Type.Optional(selector('CSS selector: the document has no match.')),
      text: Type.Optional(text('Part of the visible text, upper and lower case alike.')),
      cookie: Type.Optional(text('Name of a cookie that the session has.')),
      status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the document.' })),
    },
    { ...closed, minProperties: 1, description },
  )

const item = Type.String({ maxLength: sessionLimits.storageMaxBytes })

const playbookFields = {
  start_url: Type.Optional(
    Type.String({
      description: `URL of the domain where the playbook begins; with one, it runs when it is registered. At most ${jobLimits.urlMaxCharacters} characters.`,
    }),
  ),
  js_render: Type.Optional(Type.Boolean({ description: 'true forces a browser, false forbids one.' })),
  actions: Type.Optional(scrapeFields.actions),
  cookies: Type.Optional(
    Type.Array(cookieSchema, {
      maxItems: sessionLimits.cookiesMax,
      description: 'Cookies that the session starts with.',
    }),
  ),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      maxProperties: sessionLimits.headersMax,
      description: 'Sent with every request to hosts of the domain. Values may have `{{secret.name}}`.',
    }),
  ),
  local_storage: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([item, Type.Record(Type.String(), item, { maxProperties: sessionLimits.storageItemsMax })]),
      {
        maxProperties: sessionLimits.storageItemsMax,
        description: 'Origin → key → value; or key → value, for the origin of `start_url`.',
      },
    ),
  ),
  geolocation: Type.Optional(scrapeFields.geolocation),
  proxy_strategy: Type.Optional(scrapeFields.proxy_strategy),
  user_agent: Type.Optional(text('Sent to hosts of the domain instead of the default one.')),
  success: Type.Optional(
    conditionSchema(
      'How the last page shows that the playbook has succeeded; all given conditions must hold. Default: its status is below 400 and every action has succeeded.',
    ),
  ),
  logged_out: Type.Optional(
    conditionSchema('How a page shows that the session is logged out; all given conditions must hold.'),
  ),
  refresh: Type.Optional(
    Type.Object(
      {
        on_logged_out: Type.Optional(
          Type.Boolean({
            default: true,
            description: 'Runs the playbook again when a page shows that the session is logged out.',
          }),
        ),
        interval_seconds: Type.Optional(
          Type.Integer({
            minimum: sessionLimits.refreshSecsMin,
            maximum: sessionLimits.refreshSecsMax,
            description: 'Runs it again before the next use when the last run was this long ago.',
          }),
        ),
      },
      closed,
    ),
  ),
}

const secrets = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: sessionLimits.secretMaxBytes }), {
  maxProperties: sessionLimits.secretsMax,
  description: `Texts that replace \`{{secret.name}}\` in values of actions, headers, cookies and local storage; at most ${sessionLimits.secretsMaxBytes} bytes in all. They are never returned. In a \`PUT\` without secrets, those of the previous playbook are kept.`,
})

const playbook = Type.Object(
  { ...playbookFields, secrets: Type.Optional(secrets) },
  { ...closed, description: 'How the session is started and restarted.' },
)

const bodyFields = {
  ttl_seconds: Type.Optional(
    Type.Integer({
      minimum: sessionLimits.ttlSecsMin,
      maximum: sessionLimits.ttlSecsMax,
      default: sessionLimits.ttlSecsDefault,
      description: 'Life of the session after its last use.',
    }),
  ),
  max_uses: Type.Optional(
    Type.Integer({ minimum: 1, maximum: sessionLimits.maxUsesMax, description: 'Pages after which it expires.' }),
  ),
  tag: Type.Optional(scrapeFields.tag),
  playbook: Type.Optional(playbook),
}

/** The body of `POST /sessions`. */
export const createSessionSchema = Type.Object(
  {
    session_id: Type.Optional(
      Type.String({ pattern: sessionIdPattern, description: 'Default: a new id. It must not begin with `imp-`.' }),
    ),
    domain: Type.String({
      minLength: 1,
      maxLength: sessionLimits.domainMaxCharacters,
      description:
        'Host name or address. The session holds for all hosts of its registrable domain, or for that one host when it has none.',
    }),
    ...bodyFields,
  },
  closed,
)
export type CreateSessionBody = Static<typeof createSessionSchema>

/** The body of `PUT /sessions/{id}`: all of a session except its id and its domain. */
export const replaceSessionSchema = Type.Object(
  {
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: sessionLimits.domainMaxCharacters,
        description: 'Must be that of the session, which cannot be changed.',
      }),
    ),
    ...bodyFields,
  },
  closed,
)

export type GivenPlaybook = Static<typeof playbook>
export type GivenCondition = NonNullable<GivenPlaybook['success']>
export type GivenCookie = Static<typeof cookieSchema>

/** Parameters of `GET /sessions`. Every entry requires a query to a workflow, so the pages are small. */
export const sessionListParameters = {
  cursor: pageParameters.cursor,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: sessionLimits.listPageMax,
      default: sessionLimits.listPageDefault,
      description: 'Maximum number of entries of this page.',
    }),
  ),
}

/** Parameters of `DELETE /sessions/{id}`. */
export const removeParameters = {
  force: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'Deletes it even while it is in use.' }),
  ),
}

const nullable = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const lastRunSchema = Type.Object({
  started_at: dateTime('Start of the run.'),
  finished_at: nullable(dateTime('End of the run; null while it runs.')),
  outcome: Type.Enum(['running', 'succeeded', 'failed']),
  trigger: Type.Enum(['registered', 'replaced', 'requested', 'logged_out', 'interval', 'retry']),
  error: nullable(Type.String({ description: 'Why the run failed.' })),
})

const sessionFields = {
  session_id: Type.String(),
  domain: Type.String({ description: 'Registrable domain, or the exact host or address when it has none.' }),
  implicit: Type.Boolean({ description: 'Whether a scrape has created it implicitly.' }),
  status: Type.Enum(['registered', 'warming', 'ready', 'busy', 'expired', 'failed'], {
    description:
      '`warming` while the playbook runs, `busy` while a page uses the session, `failed` after a run that failed.',
  }),
  ttl_seconds: Type.Integer(),
  max_uses: nullable(Type.Integer()),
  tag: Type.Array(Type.String()),
  playbook_version: Type.Integer({ description: 'Higher with every `PUT`; the same as in `ETag`.' }),
  created_at: dateTime('When it was registered.'),
  updated_at: dateTime('When it was registered or replaced.'),
  last_used_at: nullable(dateTime('Last page.')),
  expires_at: dateTime('Later with every use.'),
  use_count: Type.Integer({ description: 'Pages so far.' }),
  last_run: nullable(lastRunSchema),
}

/** A session without its playbook, as all answers about sessions return it. */
export const sessionSchema = Type.Object({ ...sessionFields, request_id: requestId })

const answeredStorage = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))

/** A session with its playbook; values that may be secret are masked. */
export const sessionDetailSchema = Type.Object({
  ...sessionFields,
  playbook: Type.Object(
    {
      start_url: nullable(Type.String()),
      js_render: nullable(Type.Boolean()),
      actions: Type.Array(scrapeFields.actions.items),
      cookies: Type.Array(cookieSchema),
      headers: Type.Record(Type.String(), Type.String()),
      local_storage: answeredStorage,
      geolocation: nullable(Type.String()),
      proxy_strategy: Type.String(),
      user_agent: nullable(Type.String()),
      secrets: Type.Record(Type.String(), Type.String()),
      success: nullable(conditionSchema('As registered; null = the default.')),
      logged_out: nullable(conditionSchema('As registered; null = not checked.')),
      refresh: Type.Object({ on_logged_out: Type.Boolean(), interval_seconds: nullable(Type.Integer()) }),
    },
    { description: `As registered. Values that may be secrets are \`${maskedValue}\`, except references to secrets.` },
  ),
  request_id: requestId,
})

/** Answer of `GET /sessions`. */
export const sessionListSchema = Type.Object({
  data: Type.Array(Type.Object(sessionFields), {
    description: 'Newest first. Sessions that scrapes have created implicitly are not listed.',
  }),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Pass it as `cursor` to continue the list; null at the end.',
  }),
  request_id: requestId,
})

export type SessionAnswer = Omit<Static<typeof sessionSchema>, 'request_id'>
export type SessionDetail = Omit<Static<typeof sessionDetailSchema>, 'request_id'>
export type PlaybookAnswer = SessionDetail['playbook']

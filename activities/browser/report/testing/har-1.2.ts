/**
 * HTTP Archive 1.2 as http://www.softwareishard.com/blog/har-12-spec/ defines it, for tests: members outside of it
 * are errors unless they begin with an underscore.
 */

type Schema = Record<string, unknown>

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer', minimum: -1 }
const date: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
}
const list = (items: Schema): Schema => ({ type: 'array', items })

/** Members whose names end in `?` are optional. */
function object(members: Record<string, Schema>): Schema {
  const names = Object.keys(members)
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: {
      comment: string,
      ...Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]])),
    },
    patternProperties: { '^_': {} },
    additionalProperties: false,
  }
}

const pair = object({ name: string, value: string })
const optionalTime: Schema = { type: 'number', minimum: -1 }
const time: Schema = { type: 'number', minimum: 0 }

const cookie = object({
  name: string,
  value: string,
  'path?': string,
  'domain?': string,
  'expires?': date,
  'httpOnly?': { type: 'boolean' },
  'secure?': { type: 'boolean' },
})

const request = object({
  method: string,
  url: { type: 'string', format: 'uri' },
  httpVersion: string,
  cookies: list(cookie),
  headers: list(pair),
  queryString: list(pair),
  'postData?': object({
    mimeType: string,
    text: string,
    'params?': list(object({ name: string, 'value?': string, 'fileName?': string, 'contentType?': string })),
    // From HAR 1.3, for binary uploads.
    'encoding?': { const: 'base64' },
  }),
  headersSize: integer,
  bodySize: integer,
})

const response = object({
  status: integer,
  statusText: string,
  httpVersion: string,
  cookies: list(cookie),
  headers: list(pair),
  content: object({
    size: integer,
    'compression?': { type: 'integer' },
    mimeType: { type: 'string', minLength: 1 },
    'text?': string,
    'encoding?': { const: 'base64' },
  }),
  redirectURL: string,
  headersSize: integer,
  bodySize: integer,
})

const entry = object({
  'pageref?': string,
  startedDateTime: date,
  time,
  request,
  response,
  cache: object({}),
  timings: object({
    'blocked?': optionalTime,
    'dns?': optionalTime,
    'connect?': optionalTime,
    send: time,
    wait: time,
    receive: time,
    'ssl?': optionalTime,
  }),
  'serverIPAddress?': string,
  'connection?': string,
})

const page = object({
  startedDateTime: date,
  id: string,
  title: string,
  pageTimings: object({ 'onContentLoad?': optionalTime, 'onLoad?': optionalTime }),
})

const tool = object({ name: string, version: string })

/** The JSON Schema of an archive. */
export const har12 = object({
  log: object({
    version: { const: '1.2' },
    creator: tool,
    'browser?': tool,
    'pages?': list(page),
    entries: list(entry),
  }),
})

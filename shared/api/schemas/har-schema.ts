/**
 * HTTP Archive 1.2 as Seine writes it: http://www.softwareishard.com/blog/har-12-spec/, with the members that Chrome
 * DevTools and Playwright add; their names begin with an underscore.
 */
import { Type, type Static } from 'typebox'
import { ofCookies, ofHeaderList, ofPayload, ofService } from './answer-texts.ts'

/** Comment on a text that is a truncated body. */
export const cutComment = 'body truncated'

const time = Type.Number({ minimum: 0, description: 'Milliseconds.' })
/** -1: not applicable or not known. */
const timeOrNone = Type.Number({ minimum: -1 })
const size = Type.Integer({ minimum: -1, description: 'Bytes; -1 when unknown.' })
const dateTime = Type.String({ format: 'date-time' })
const nameAndVersion = Type.Object({ name: Type.String(ofService), version: Type.String(ofService) })
const nameAndValue = Type.Object({ name: Type.String(), value: Type.String() })

const pageSchema = Type.Object({
  startedDateTime: dateTime,
  id: Type.String(ofService),
  title: Type.String(),
  pageTimings: Type.Object({ onContentLoad: timeOrNone, onLoad: timeOrNone }),
})

const cookieSchema = Type.Object({
  name: Type.String(),
  value: Type.String(),
  path: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  expires: Type.Optional(dateTime),
  httpOnly: Type.Optional(Type.Boolean()),
  secure: Type.Optional(Type.Boolean()),
})

/** Base64 if `encoding` is `base64`; truncated if `comment` states it. */
const payload = ofPayload({
  base64: { member: 'encoding', is: 'base64' },
  cut: { member: 'comment', is: cutComment },
})

const postDataSchema = Type.Object({
  mimeType: Type.String(),
  text: Type.String(payload),
  params: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Optional(Type.String()),
        fileName: Type.Optional(Type.String()),
        contentType: Type.Optional(Type.String()),
      }),
    ),
  ),
  encoding: Type.Optional(
    Type.Literal('base64', { description: 'For binary uploads; not part of HAR 1.2, but read by Playwright.' }),
  ),
  comment: Type.Optional(Type.String({ description: 'Why the text is missing or cut.' })),
})

const requestSchema = Type.Object({
  method: Type.String(),
  url: Type.String(),
  httpVersion: Type.String(),
  cookies: Type.Array(cookieSchema, ofCookies),
  headers: Type.Array(nameAndValue, ofHeaderList),
  queryString: Type.Array(nameAndValue),
  postData: Type.Optional(postDataSchema),
  headersSize: size,
  bodySize: size,
})

const contentSchema = Type.Object({
  size,
  compression: Type.Optional(Type.Integer({ description: 'Bytes saved on the wire.' })),
  mimeType: Type.String(),
  text: Type.Optional(Type.String(payload)),
  encoding: Type.Optional(Type.Literal('base64')),
  comment: Type.Optional(Type.String({ description: 'Why the text is missing or cut.' })),
})

const responseSchema = Type.Object({
  status: Type.Integer({ description: '-1 when there was no response.' }),
  statusText: Type.String(),
  httpVersion: Type.String(),
  cookies: Type.Array(cookieSchema, ofCookies),
  headers: Type.Array(nameAndValue, ofHeaderList),
  content: contentSchema,
  redirectURL: Type.String(),
  headersSize: size,
  bodySize: size,
  _transferSize: Type.Integer({ minimum: -1 }),
  _failureText: Type.Optional(Type.String()),
  _error: Type.Union([Type.String(), Type.Null()]),
})

const entrySchema = Type.Object({
  pageref: Type.Optional(Type.String(ofService)),
  startedDateTime: dateTime,
  time,
  request: requestSchema,
  response: responseSchema,
  cache: Type.Object({}),
  timings: Type.Object({
    blocked: timeOrNone,
    dns: timeOrNone,
    connect: timeOrNone,
    ssl: timeOrNone,
    send: time,
    wait: time,
    receive: time,
  }),
  serverIPAddress: Type.Optional(Type.String()),
  connection: Type.Optional(Type.String()),
  _resourceType: Type.String(ofService),
  _initiator: Type.Object({
    type: Type.String(ofService),
    url: Type.Optional(Type.String()),
    lineNumber: Type.Optional(Type.Integer()),
    columnNumber: Type.Optional(Type.Integer()),
  }),
  comment: Type.Optional(Type.String({ description: 'How many messages are not listed.', ...ofService })),
  _fromCache: Type.Optional(Type.Enum(['memory', 'disk'])),
  _webSocketMessages: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Enum(['send', 'receive']),
        time: Type.Number({ description: 'Seconds since the epoch.' }),
        opcode: Type.Integer(),
        data: Type.String({
          description: 'Base64 when binary.',
          ...ofPayload({ base64: { member: 'opcode', is: 2 }, cut: { member: '_truncated', is: true } }),
        }),
        _truncated: Type.Optional(Type.Boolean({ description: '`data` is only the beginning of the message.' })),
      }),
    ),
  ),
})
export type HarPostData = Static<typeof postDataSchema>
export type HarContent = Static<typeof contentSchema>
export type HarEntry = Static<typeof entrySchema>
export type HarPage = Static<typeof pageSchema>
export type HarCookie = Static<typeof cookieSchema>

export const harSchema = Type.Object({
  log: Type.Object({
    version: Type.Literal('1.2'),
    creator: nameAndVersion,
    browser: Type.Optional(nameAndVersion),
    pages: Type.Array(pageSchema),
    entries: Type.Array(entrySchema, { description: 'In the order in which requests began.' }),
    comment: Type.Optional(Type.String()),
    _session_id: Type.Optional(Type.String({ description: 'Session in use.', ...ofService })),
  }),
})
export type Har = Static<typeof harSchema>

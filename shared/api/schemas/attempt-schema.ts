/** One entry of `attempts`: the result of one strategy for a page, and the requests that its browser made. */
import { Type, type Static } from 'typebox'
import { ofService } from './answer-texts.ts'
import { browserOutcomes } from '../../tasks/browser-page.ts'
import { actionKinds } from '../../selectors/browser-action.ts'
import { networkCallSchema } from './network-call-schema.ts'
import { count } from './schema-parts.ts'

/** Every kind of request that is counted separately. */
export const requestTypes = [
  'document',
  'stylesheet',
  'image',
  'media',
  'font',
  'script',
  'xhr',
  'fetch',
  'websocket',
  'eventsource',
  'ping',
  'preflight',
  'other',
] as const

/** How an attempt at a page ended. */
export const attemptOutcomes = [...browserOutcomes, 'js_shell', 'empty', 'http_error'] as const

const duration = Type.Number({ minimum: 0 })
/** The reason for a failure. */
export const errorSchema = Type.Object({ code: Type.String(ofService), message: Type.String() })

/** Who blocked a page. */
export const blockedBySchema = Type.Object({
  vendor: Type.String(),
  signal: Type.String({ description: 'What the detection is based on.' }),
  confidence: Type.Enum(['high', 'medium', 'low']),
})

const perTypeField = Type.Integer({ minimum: 0 })
const perType = (description: string) =>
  Type.Object(
    {
      document: perTypeField,
      stylesheet: perTypeField,
      image: perTypeField,
      media: perTypeField,
      font: perTypeField,
      script: perTypeField,
      xhr: perTypeField,
      fetch: perTypeField,
      websocket: perTypeField,
      eventsource: perTypeField,
      ping: perTypeField,
      preflight: perTypeField,
      other: perTypeField,
    } satisfies Record<(typeof requestTypes)[number], typeof perTypeField>,
    { description },
  )

/** Requests and bytes of one attempt; every request of the browser counts, including static assets. */
export const countersSchema = Type.Object({
  requests_total: count(
    'Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked.',
  ),
  requests_finished: count('Answered in full; redirects included.'),
  requests_failed: count('Not answered, or not in full.'),
  requests_blocked: count('Not sent or not handed to the page: blocked by the browser, or by the address policy.'),
  requests_canceled: count('Canceled by the page or the browser.'),
  requests_pending: count('Still open at the end.'),
  requests_untracked: count(
    'Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else.',
  ),
  requests_redirected: count('Answered by a redirect that was followed; part of the finished ones.'),
  requests_from_cache: count('Answered by a cache of the browser.'),
  requests_from_service_worker: count('Answered by a service worker.'),
  requests_by_type: perType('Sum: `requests_total` without the untracked ones.'),
  bytes_received: count(
    'On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered.',
  ),
  bytes_decoded: count('Bodies, decompressed, and payloads of WebSockets.'),
  bytes_sent: count('Heads and bodies of requests, and payloads of WebSockets, as far as known.'),
  bytes_by_type: perType('`bytes_received` by type.'),
  websocket_frames_sent: count('How many.'),
  websocket_frames_received: count('How many.'),
})
export type AttemptCounters = Static<typeof countersSchema>

/** The result of one action. */
export const actionResultSchema = Type.Object({
  index: Type.Integer({ minimum: 0, description: 'Position in `actions`, from 0.' }),
  action: Type.Enum([...actionKinds]),
  status: Type.Enum(['ok', 'skipped', 'failed']),
  matched: count('Elements the selector found.'),
  elapsed_ms: duration,
  error: Type.Optional(errorSchema),
})
export type ActionResult = Static<typeof actionResultSchema>

const attemptFields = {
  index: Type.Integer({ minimum: 1 }),
  strategy: Type.String({ description: '`http_basic`, `browser_basic`, `browser_premium` …', ...ofService }),
  engine: Type.Enum(['http', 'headless_shell', 'chrome']),
  proxy_tier: Type.Enum(['none', 'basic', 'enhanced', 'premium']),
  geolocation: Type.Union([Type.String(), Type.Null()]),
  started_at: Type.String({ format: 'date-time' }),
  elapsed_ms: duration,
  http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the document; null without a response.' }),
  success: Type.Boolean(),
  outcome: Type.Enum([...attemptOutcomes]),
  error: Type.Optional(errorSchema),
  blocked_by: Type.Optional(blockedBySchema),
  timings_ms: Type.Object(
    {
      queue: duration,
      acquire: duration,
      navigate: duration,
      wait: duration,
      actions: duration,
      settle: duration,
      collect: duration,
    },
    { description: 'What the time was spent on.' },
  ),
  idle: Type.Optional(
    Type.Enum(['reached', 'timed_out'], {
      description: 'Whether the network became idle, when `network_idle` was requested.',
    }),
  ),
  actions: Type.Optional(Type.Array(actionResultSchema)),
  ...countersSchema.properties,
}

/** Fields that only captures have. */
const callFields = {
  network_calls: Type.Array(networkCallSchema, {
    description: 'Documents, XHR, fetch, WebSockets and EventSource, in the order in which they began.',
  }),
  network_calls_total: count('Calls that match the filters, those not listed included.'),
  network_calls_truncated: Type.Boolean({ description: 'Not all of them are listed.' }),
}

/** An attempt of a capture. */
export const captureAttemptSchema = Type.Object({ ...attemptFields, ...callFields })
export type CaptureAttempt = Static<typeof captureAttemptSchema>

/** An attempt without its calls. */
export const attemptSchema = Type.Object(attemptFields)
export type Attempt = Static<typeof attemptSchema>

/** An attempt in a problem; only the attempts of a capture list their calls. */
export const problemAttemptSchema = Type.Object({
  ...attemptFields,
  ...Type.Partial(Type.Object(callFields)).properties,
})

/** `@seine/client`: a client of Seine for Node, Bun, Deno and browsers. */
export { SeineClient, type PagesOptions } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotConfiguredError,
  NotFoundError,
  RateLimitError,
  SeineError,
  TargetError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  WaitTimeoutError,
  WebhookVerificationError,
  type ApiErrorFacts,
} from './errors.ts'
export type { FollowOptions, JobEvent } from './job-events.ts'
export type { ListCall, ListReply } from './list-call.ts'
export type { EntryOf, OperationName, QueryOf, ReplyOf, RequestBody } from './operation-types.ts'
export { operations, type Operation, type Repeat } from './operations.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export { clientVersion } from './version.ts'
export type { WaitOptions, WatchedStatus } from './wait-for-job.ts'
export { verifyWebhook, type VerifyOptions, type WebhookEvent, type WebhookHeaders } from './webhooks.ts'
export type * from './generated/openapi.ts'

/** Errors of tools, with the step that a model can take next. */
import { mcpLimits } from './mcp-limits.ts'
import type { RouteAnswer } from './route-caller.ts'

/** Thrown by tools; the message reaches the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: string
  /** What to do next, one sentence. */
  readonly next: string

  constructor(code: string, message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}

const nextByCode: Readonly<Record<string, string>> = {
  unauthorized: 'The API key of this server is missing or wrong: ask the user to set it.',
  job_not_found: 'Check the id: it must be one that crawl_start or batch_start returned for this API key.',
  page_not_found: 'Use an index that the list of pages has.',
  watch_not_found: 'Check the id: it must be one that watch_create returned for this API key.',
  session_not_found: 'Leave out session_id, or use one that a scrape returned.',
  session_busy: 'Wait a few seconds and call again.',
  not_configured: 'The operator of the service has to configure this: do not call again, tell the user.',
  serp_engine_not_configured: 'The operator has to configure a search engine: do not call again, tell the user.',
  proxy_not_configured: 'Leave out proxy and proxy_strategy, or use `auto`.',
  all_attempts_failed: 'Check the URL; a page that needs JavaScript may work with js_render true.',
  target_blocked: 'The site refused the request: use another source, or try proxy_strategy.',
  dns_failure: 'The host does not exist: check the URL.',
  unsafe_target: 'The address is not allowed: use a public URL.',
  url_not_allowed: 'Use a public http or https URL.',
  budget_exceeded: 'Call again with fewer waits and actions, or use a batch for slow pages.',
}

const isText = (value: unknown): value is string => typeof value === 'string'

function nextStep(code: string, body: Record<string, unknown>): string {
  const named = nextByCode[code]
  if (named !== undefined) return named
  if (Array.isArray(body['errors'])) return 'Correct the arguments that are named and call again.'
  const { retryable, retry_after: seconds } = body
  if (retryable === true) return `Wait ${typeof seconds === 'number' ? seconds : 5} seconds and call again.`
  return 'Do not repeat the same call: change it, or tell the user.'
}

interface FieldFacts {
  pointer?: unknown
  message?: unknown
}

/** Formats the problems of fields, the first of them. */
function fieldProblems(errors: unknown): string {
  if (!Array.isArray(errors)) return ''
  return (errors as FieldFacts[])
    .slice(0, mcpLimits.fieldProblemsMax)
    .map(
      ({ pointer, message }) => `\n- ${String(pointer)}: ${String(message).slice(0, mcpLimits.warningMaxCharacters)}`,
    )
    .join('')
}

/** Converts a problem that a route answered. */
export function routeError({ status, body }: RouteAnswer): ToolError {
  const code = isText(body['code']) ? body['code'] : 'unexpected_answer'
  const detail = isText(body['detail']) ? body['detail'] : `the service answered with status ${status}`
  const next = nextStep(code, body)
  return new ToolError(code, detail.slice(0, 2_000) + fieldProblems(body['errors']), next)
}

/** Converts anything that a tool throws. */
export function toolErrorFrom(error: unknown): ToolError {
  if (error instanceof ToolError) return error
  return new ToolError('service_unavailable', 'the service did not answer', 'Wait 5 seconds and call again.')
}

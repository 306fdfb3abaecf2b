/** Problems that several routes share, grouped by what the routes do. */

export const engineProblems = ['workflow_service_unavailable', 'not_configured'] as const
export const storeProblems = ['result_store_unavailable', 'stored_data_damaged'] as const
export const awayProblems = [...engineProblems, ...storeProblems] as const
export const jobProblems = ['job_not_found', ...awayProblems] as const
export const pauseProblems = ['job_finished', 'limit_exceeded', ...jobProblems] as const
export const queryProblems = ['validation_failed', 'unknown_field'] as const
export const bodyProblems = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
  'invalid_url',
  'url_not_allowed',
  'limit_exceeded',
] as const
export const pageProblems = [...bodyProblems, 'invalid_combination'] as const
export const streamProblems = [...jobProblems, 'concurrency_limit_reached'] as const
export const deliveryProblems = [...queryProblems, 'job_not_found', ...storeProblems] as const
export const redeliveryProblems = ['not_found', ...jobProblems] as const
/** Problems of requests that may contain a schema. */
export const schemaProblems = ['schema_too_complex', 'schema_busy'] as const
/** Problems of requests that may use a session. */
const sessionUseProblems = ['session_not_found', 'session_domain_mismatch'] as const

export const startProblems = [
  ...pageProblems,
  ...schemaProblems,
  ...sessionUseProblems,
  'concurrency_limit_reached',
  'mail_quota_reached',
  'idempotency_key_reused',
  'browser_unavailable',
  'proxy_not_configured',
  ...awayProblems,
] as const

export const retryProblems = [
  ...queryProblems,
  'job_not_found',
  'job_not_finished',
  'nothing_to_retry',
  'session_not_found',
  'session_domain_mismatch',
  'concurrency_limit_reached',
  'mail_quota_reached',
  'idempotency_key_reused',
  'browser_unavailable',
  'proxy_not_configured',
  ...awayProblems,
] as const

/** Problems of calls that use a session immediately. */
export const sessionCallProblems = [
  ...sessionUseProblems,
  'session_busy',
  'pattern_too_costly',
  ...awayProblems,
] as const

/** Problems of calls that a scrape worker answers. */
export const targetProblems = [
  'concurrency_limit_reached',
  'all_attempts_failed',
  'target_blocked',
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'unsafe_target',
  'scrape_unavailable',
  'budget_exceeded',
] as const

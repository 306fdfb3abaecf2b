/** The problems that routes have in common, by what they do. */

export const engineProblems = ['workflow_service_unavailable', 'not_configured'] as const
export const storeProblems = ['result_store_unavailable', 'stored_data_damaged'] as const
export const awayProblems = [...engineProblems, ...storeProblems] as const
export const jobProblems = ['job_not_found', ...awayProblems] as const
export const pauseProblems = ['job_finished', ...jobProblems] as const
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
/** Of requests that may have a schema. */
export const schemaProblems = ['schema_too_complex', 'schema_busy'] as const
/** Of what may use a session. */
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

/** Of calls that use a session at once. */
export const sessionCallProblems = [
  ...sessionUseProblems,
  'session_busy',
  'pattern_too_costly',
  ...awayProblems,
] as const

/** Of calls that a scrape worker answers. */
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

/**
 * Objectives of the service. The alerts, the dashboard and `docs/observability.md` have the same figures;
 * `services/gateway/service/service-objectives.test.ts` compares them.
 */
export const serviceLevelLimits = {
  /** The time that service levels cover. */
  windowMs: 3_600_000,
  /** Starts of jobs that are answered later than this miss their objective. */
  slowStartSecs: 1,
  /** The same for other requests about jobs. */
  slowRequestSecs: 1,
  /** First pages that end later than this after the start of their job miss their objective. */
  lateFirstPageSecs: 30,
  /** Share of requests, jobs, pages or captures that each objective allows to be bad. */
  allowedBad: {
    api_availability: 0.001,
    job_start: 0.01,
    api_latency: 0.01,
    first_page: 0.05,
    job_completion: 0.05,
    capture_success: 0.05,
  },
} as const

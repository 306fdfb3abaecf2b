/** The answer to a capture, for tests. */
import type { CapturedPage } from '../../pages/worker-reply.ts'

/** Returns a capture of a page without requests. */
export const capturedPage = (url: string): CapturedPage => ({
  url,
  session_id: null,
  final_url: url,
  status: 200,
  success: true,
  effective_geolocation: null,
  winning_attempt: 1,
  attempts: [],
  actions: [],
  warnings: [],
})

/** Maps a session that cannot be used to a problem of the API. Pure. */
import type { SessionProblemCode } from '@seine/shared/pages/worker-reply.ts'
import type { SessionUseError } from './contract.ts'

/** A problem in the form that both kinds of workers return. */
export interface SessionProblem {
  kind: 'problem'
  code: SessionProblemCode
  detail: string
  attempts: []
  retryAfterSecs?: number
}

/** Returns the problem for the caller. */
export const sessionProblem = ({ code, message, retryAfterSecs }: SessionUseError): SessionProblem => ({
  kind: 'problem',
  code: code === 'session_failed' ? 'all_attempts_failed' : code,
  detail: message,
  attempts: [],
  ...(retryAfterSecs === null ? {} : { retryAfterSecs }),
})

/** Returns the warnings for a page that shows that its session is logged out. */
export const loggedOutWarnings = (loggedOut: string | null): string[] =>
  loggedOut === null ? [] : [`session_logged_out: ${loggedOut}`]

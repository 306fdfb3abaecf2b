/** What a session that cannot be used is for whoever has asked for a page of it. Pure. */
import type { SessionProblemCode } from '@seine/shared/pages/worker-reply.ts'
import type { SessionUseError } from './contract.ts'

/** A problem as both kinds of workers tell it. */
export interface SessionProblem {
  kind: 'problem'
  code: SessionProblemCode
  detail: string
  attempts: []
  retryAfterSecs?: number
}

/** The problem for the caller. */
export const sessionProblem = ({ code, message, retryAfterSecs }: SessionUseError): SessionProblem => ({
  kind: 'problem',
  code: code === 'session_failed' ? 'all_attempts_failed' : code,
  detail: message,
  attempts: [],
  ...(retryAfterSecs === null ? {} : { retryAfterSecs }),
})

/** What is to be said of a page that shows its session logged out. */
export const loggedOutWarnings = (loggedOut: string | null): string[] =>
  loggedOut === null ? [] : [`session_logged_out: ${loggedOut}`]

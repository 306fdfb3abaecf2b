/** Redacts a capture in a session: removes the secrets that the session holds. */
import { textPlan, type TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import { problemAttemptSchema } from '@seine/shared/api/schemas/attempt-schema.ts'
import { harSchema } from '@seine/shared/api/schemas/har-schema.ts'
import { networkResultSchema } from '@seine/shared/api/schemas/network-result.ts'
import type { NetworkReply } from '@seine/shared/pages/worker-reply.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { redactInThreads, type TextThreads } from './redact-in-threads.ts'
import { redactionOf } from './redaction.ts'
import { credentialsOf, hiddenHeaders } from './session-credentials.ts'
import { keepPlan, objectPlan } from './text-plans.ts'

const plans: Readonly<Record<NetworkReply['kind'], TextPlan>> = {
  result: objectPlan({ kind: keepPlan, result: textPlan(networkResultSchema) }),
  har: objectPlan({ kind: keepPlan, har: textPlan(harSchema) }),
  problem: objectPlan({
    kind: keepPlan,
    code: keepPlan,
    detail: { kind: 'text' },
    attempts: { kind: 'list', item: textPlan(problemAttemptSchema) },
  }),
}

/** Values that may be secret: those of the session as it is after its page, and earlier ones. */
export interface CaptureSecrets {
  session: PageSession
  /** Values of cookies and headers before the page, and of cookies while it was loaded. */
  before: readonly string[]
}

/**
 * Removes secrets from a reply, and the credentials of the session: cookies, `Authorization` and the session's own
 * headers by their names, their values wherever they occur.
 * @param showsCredentials whether the caller requests cookies and headers unredacted; secrets of the playbook are never
 *   shown.
 * @returns a copy.
 */
export async function redactedCapture(
  reply: NetworkReply,
  { session, before }: CaptureSecrets,
  showsCredentials: boolean,
  threads: TextThreads,
): Promise<NetworkReply> {
  const plan = plans[reply.kind]
  if (showsCredentials) return await redactInThreads(reply, plan, redactionOf(session.secrets), threads)
  // Values that the page has changed occur in the answer in the old and the new form.
  const secrets = [...new Set([...session.secrets, ...before, ...credentialsOf(session)])]
  return await redactInThreads(reply, plan, redactionOf(secrets), threads, { hiddenHeaders: hiddenHeaders(session) })
}

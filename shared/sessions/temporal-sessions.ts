/** Sessions behind a Temporal client: every call has a deadline, and every fault is classified. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApplicationFailure,
  QueryRejectedError,
  WithStartWorkflowOperation,
  WorkflowClient,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client'
import { sessionLimits } from '../config/session-limits.ts'
import { fairnessOf, sessionMessages, sessionWorkflowIdOf, taskQueues, workflowTypes } from '../temporal/names.ts'
import { grpcCode, temporalFault } from '../temporal/temporal-fault.ts'
import {
  SessionsRefusedError,
  SessionsUnavailableError,
  type ListedSession,
  type SessionClient,
  type SessionFacts,
  type SessionFilter,
} from './session-client.ts'
import type { AcquireSession, SessionGrant, SessionView, SessionWorkflowInput } from './shapes.ts'
import type { SessionRef } from '../storage/session-ref.ts'
import { keyword, runningQuery } from '../temporal/visibility-query.ts'

/** Kind of explicit sessions in the search attribute; implicit sessions are not listed. */
const listedKind = 'session'

const factsOf = ({ tenant, id, incarnation, domain, implicit }: SessionWorkflowInput): SessionFacts => ({
  tenant,
  id,
  incarnation,
  domain,
  implicit,
})

const startOptions = (input: SessionWorkflowInput) =>
  ({
    taskQueue: taskQueues.control,
    workflowId: sessionWorkflowIdOf(input),
    args: [input],
    memo: { ...factsOf(input) },
    priority: fairnessOf(input.tenant),
    typedSearchAttributes: [
      keyword('Tenant', input.tenant),
      keyword('TargetHost', input.domain),
      ...(input.implicit ? [] : [keyword('JobKind', listedKind)]),
    ],
    staticSummary: `session of ${input.domain}`,
    staticDetails: `- session: \`${input.id}\`\n- tenant: \`${input.tenant}\`\n- started by: ${input.implicit ? 'a call' : 'the API'}`,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  }) satisfies WorkflowStartOptions

const listQuery = ({ tenant, startedUntil }: SessionFilter): string =>
  runningQuery({ workflowType: workflowTypes.session, jobKind: listedKind, tenant, startedUntil })

/** Returns true when there is no session with that id, or it has ended. */
const isGone = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError ||
  error instanceof QueryRejectedError ||
  (error instanceof WorkflowUpdateFailedError &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === 'AcceptedUpdateCompletedWorkflow')

/** gRPC `RESOURCE_EXHAUSTED`: more updates are open than a workflow may have. */
const resourceExhausted = 8

function sessionsFault(error: unknown): unknown {
  const fault = temporalFault(error)
  if (fault.kind === 'ours' || error instanceof WorkflowUpdateFailedError) return error
  return fault.kind === 'unavailable'
    ? new SessionsUnavailableError('Temporal does not answer', { cause: error })
    : new SessionsRefusedError(`Temporal refuses: ${fault.reason}`, { cause: error })
}

/** Returns `busy` when the session has as many open updates as the server allows. */
async function orBusy<T>(ask: () => Promise<T>): Promise<T | { kind: 'busy'; retryAfterSecs: number }> {
  try {
    return await ask()
  } catch (error) {
    if (grpcCode(error) === resourceExhausted) return { kind: 'busy', retryAfterSecs: 1 }
    throw error
  }
}

/** Repeats the request when there was no room in the queue, until its wait time ends. */
async function patiently<Grant extends SessionGrant | null>(
  request: AcquireSession,
  ask: (request: AcquireSession) => Promise<Grant>,
): Promise<Grant | { kind: 'busy'; retryAfterSecs: number }> {
  const untilMs = performance.now() + request.waitMs
  for (;;) {
    const leftMs = Math.max(0, Math.round(untilMs - performance.now()))
    const grant = await orBusy(async () => await ask({ ...request, waitMs: leftMs }))
    const remainingMs = untilMs - performance.now()
    if (grant?.kind !== 'busy' || remainingMs < sessionLimits.queueFullPauseMs) return grant
    await sleep(sessionLimits.queueFullPauseMs)
  }
}

/** Returns null when there is no such session. */
async function orNull<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Returns the sessions behind a Temporal client. */
export function createSessionClient(client: Client): SessionClient {
  const queries = new WorkflowClient({
    connection: client.connection,
    namespace: client.options.namespace,
    queryRejectCondition: 'NOT_OPEN',
  })

  async function call<T>(deadlineMs: number, run: () => Promise<T>): Promise<T> {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, run)
    } catch (error) {
      throw sessionsFault(error)
    }
  }

  const update = async <Answer>(
    ref: SessionRef,
    name: keyof typeof sessionMessages,
    request: object,
    waitMs = 0,
  ): Promise<Answer | null> =>
    await call(sessionLimits.updateDeadlineMs + waitMs, async () =>
      orNull(async () => {
        const handle = client.workflow.getHandle(sessionWorkflowIdOf(ref))
        return await handle.executeUpdate<Answer, [object]>(name, { args: [request] })
      }),
    )

  return {
    start: async (input) =>
      await call(sessionLimits.updateDeadlineMs, async () => {
        try {
          await client.workflow.start(workflowTypes.session, {
            ...startOptions(input),
            workflowIdConflictPolicy: 'FAIL',
          })
          return true
        } catch (error) {
          if (error instanceof WorkflowExecutionAlreadyStartedError) return false
          throw error
        }
      }),

    acquire: async (ref, request) =>
      await patiently(
        request,
        async (asked) => await update<SessionGrant>(ref, sessionMessages.acquire, asked, asked.waitMs),
      ),

    acquireImplicit: async (input, request) =>
      await patiently(request, async (asked) =>
        call(sessionLimits.updateDeadlineMs + asked.waitMs, async () => {
          const startWorkflowOperation = new WithStartWorkflowOperation(workflowTypes.session, {
            ...startOptions(input),
            workflowIdConflictPolicy: 'USE_EXISTING',
          })
          // The await of the update below reports the same fault.
          startWorkflowOperation.workflowHandle().catch(() => undefined)
          return await client.workflow.executeUpdateWithStart<never, SessionGrant, [AcquireSession]>(
            sessionMessages.acquire,
            { args: [asked], startWorkflowOperation: startWorkflowOperation as never },
          )
        }),
      ),

    release: async (ref, request) => await update(ref, sessionMessages.release, request),
    relogin: async (ref, request, runMaxMs) =>
      await update(ref, sessionMessages.relogin, request, runMaxMs + sessionLimits.runGraceMs),
    replace: async (ref, request) => await update(ref, sessionMessages.replace, request),
    refresh: async (ref) => await update(ref, sessionMessages.refresh, {}),
    remove: async (ref, request) => await update(ref, sessionMessages.remove, request, sessionLimits.removeWaitMs),

    view: async (ref) =>
      await call(sessionLimits.updateDeadlineMs, async () =>
        orNull(async () =>
          queries.getHandle(sessionWorkflowIdOf(ref)).query<SessionView, [number]>(sessionMessages.view, Date.now()),
        ),
      ),

    facts: async (ref) =>
      await call(sessionLimits.updateDeadlineMs, async () =>
        orNull(async () => {
          const { status, memo } = await client.workflow.getHandle(sessionWorkflowIdOf(ref)).describe()
          return status.name === 'RUNNING' ? ((memo ?? null) as SessionFacts | null) : null
        }),
      ),

    list: async (filter) =>
      await call(sessionLimits.updateDeadlineMs, async () => {
        const found: ListedSession[] = []
        const workflows = client.workflow.list({ query: listQuery(filter), pageSize: filter.max })
        for await (const { startTime, memo } of workflows) {
          found.push({ ...(memo as unknown as SessionFacts), startedAt: startTime })
          if (found.length >= filter.max) break
        }
        // The index is searched by name; the memo decides which tenant owns a session.
        return found.filter(({ tenant }) => tenant === filter.tenant)
      }),
  }
}

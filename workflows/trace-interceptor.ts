/**
 * Hands the trace that a workflow was started in on to its activities, its children and its next run. Without
 * a trace it does nothing. It never waits, draws no random numbers and makes no commands: histories replay the
 * same with it and without it, traced or not.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import {
  ContinueAsNew,
  proxySinks,
  workflowInfo,
  type Next,
  type WorkflowExecuteInput,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptorsFactory,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow'
import {
  formatTraceParent,
  traceHeader,
  traceParentIn,
  type TraceParent,
  type TraceSinks,
} from '@seine/shared/observability/tracing-header.ts'

/** The span id of a run: random digits of its run id, so that a replay has the same. */
const spanIdOf = (runId: string): string => runId.replaceAll('-', '').slice(-16)

/** What can be made of a header that somebody else has written. */
function parentIn(payload: Payload | undefined): TraceParent | null {
  if (payload === undefined) return null
  try {
    return traceParentIn(defaultPayloadConverter.fromPayload<unknown>(payload))
  } catch {
    return null
  }
}

type Outbound = Required<WorkflowOutboundCallsInterceptor>

const { seineTraces } = proxySinks<TraceSinks>()

class WorkflowTrace implements WorkflowInboundCallsInterceptor, WorkflowOutboundCallsInterceptor {
  /** For everything that the workflow starts; null = no trace. */
  #header: Payload | null = null

  execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const parent = parentIn(input.headers[traceHeader])
    if (parent === null) return next(input)
    const { runId, runStartTime } = workflowInfo()
    const spanId = spanIdOf(runId)
    this.#header = defaultPayloadConverter.toPayload({ traceparent: formatTraceParent({ ...parent, spanId }) })
    // The promise itself goes back: one derived from it would settle later.
    const ended = next(input)
    if (parent.sampled) {
      const tell = (error: string | null): void =>
        seineTraces.workflowEnded({
          parent,
          spanId,
          startedAtMs: runStartTime.getTime(),
          endedAtMs: Date.now(),
          error,
        })
      ended.then(
        () => tell(null),
        (error: unknown) => tell(error instanceof ContinueAsNew ? null : nameOf(error)),
      )
    }
    return ended
  }

  scheduleActivity: Outbound['scheduleActivity'] = (input, next) => next(this.#traced(input))

  scheduleLocalActivity: Outbound['scheduleLocalActivity'] = (input, next) => next(this.#traced(input))

  startChildWorkflowExecution: Outbound['startChildWorkflowExecution'] = (input, next) => next(this.#traced(input))

  continueAsNew: Outbound['continueAsNew'] = (input, next) => next(this.#traced(input))

  #traced<Input extends { readonly headers: Record<string, Payload> }>(input: Input): Input {
    return this.#header === null ? input : { ...input, headers: { ...input.headers, [traceHeader]: this.#header } }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error')

export const interceptors: WorkflowInterceptorsFactory = () => {
  const trace = new WorkflowTrace()
  return { inbound: [trace], outbound: [trace] }
}

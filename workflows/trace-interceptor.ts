/**
 * Passes the trace in which a workflow was started on to its activities, its children and its next run. Without a trace
 * it has no effect. It never waits, uses no random numbers and creates no commands, so histories replay identically
 * with and without it, traced or not.
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

/** Returns the span id of a run: random digits of its run id, so that a replay has the same id. */
const spanIdOf = (runId: string): string => runId.replaceAll('-', '').slice(-16)

/** Returns the parent in a header; null when the header is missing or invalid. */
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
  /** Header for everything that the workflow starts; null: no trace. */
  #header: Payload | null = null

  execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const parent = parentIn(input.headers[traceHeader])
    if (parent === null) return next(input)
    const { runId, runStartTime } = workflowInfo()
    const spanId = spanIdOf(runId)
    this.#header = defaultPayloadConverter.toPayload({ traceparent: formatTraceParent({ ...parent, spanId }) })
    // Returns the original promise: a derived one would settle later.
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

/** Returns the interceptors of one workflow; the SDK finds them by this name. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const trace = new WorkflowTrace()
  return { inbound: [trace], outbound: [trace] }
}

/** Tracing in Temporal workers: a span for each activity, and one for each run of a workflow. */
import { defaultPayloadConverter } from '@temporalio/client'
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker'
import { SpanKind, withSpanOf } from '../observability/spans.ts'
import { addForeignSpan } from '../observability/tracing.ts'
import { traceHeader, traceParentIn, type TraceParent, type TraceSinks } from '../observability/tracing-header.ts'

type Headers = Readonly<Record<string, Parameters<typeof defaultPayloadConverter.fromPayload>[0]>>

/** Returns the parent in a header; null when the header is missing or invalid. */
function parentIn(headers: Headers): TraceParent | null {
  const payload = headers[traceHeader]
  if (payload === undefined) return null
  try {
    return traceParentIn(defaultPayloadConverter.fromPayload(payload))
  } catch {
    return null
  }
}

/** Runs each activity in a span whose parent is the workflow that scheduled it. */
export const tracingActivityInterceptors: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      const attributes = {
        'temporal.workflow_id': info.workflowExecution?.workflowId ?? '',
        'temporal.activity_id': info.activityId,
        'temporal.attempt': info.attempt,
        'temporal.task_queue': info.taskQueue,
      }
      const name = `RunActivity:${info.activityType}`
      const parent = parentIn(input.headers)
      return await withSpanOf(parent, name, { kind: SpanKind.CONSUMER, attributes }, () => next(input))
    },
  },
})

/** Receives the spans of workflows. Every worker of workflows needs it, even when tracing is off. */
export const tracingSinks: InjectedSinks<TraceSinks> = {
  seineTraces: {
    workflowEnded: {
      fn: ({ workflowType, workflowId, runId }, span) =>
        addForeignSpan({
          ...span,
          name: `RunWorkflow:${workflowType}`,
          attributes: { 'temporal.workflow_id': workflowId, 'temporal.run_id': runId },
        }),
      callDuringReplay: false,
    },
  },
}

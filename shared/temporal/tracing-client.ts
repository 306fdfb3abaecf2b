/** Tracing in Temporal clients, for workflows that they start within a trace. */
import { defaultPayloadConverter, type WorkflowClientInterceptor } from '@temporalio/client'
import { activeTraceParent, SpanKind, withSpan } from '../observability/spans.ts'
import { traceHeader } from '../observability/tracing-header.ts'

/** Passes the current trace on to the workflow; without a trace it only starts the workflow. */
export const tracingClientInterceptor: WorkflowClientInterceptor = {
  async startWithDetails(input, next) {
    const attributes = { 'temporal.workflow_id': input.options.workflowId }
    return await withSpan(`StartWorkflow:${input.workflowType}`, { kind: SpanKind.CLIENT, attributes }, async () => {
      const traceparent = activeTraceParent()
      if (traceparent === null) return await next(input)
      const payload = defaultPayloadConverter.toPayload({ traceparent })
      return await next({ ...input, headers: { ...input.headers, [traceHeader]: payload } })
    })
  },
}

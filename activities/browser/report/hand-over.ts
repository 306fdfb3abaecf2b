/** Hands the traffic of an attempt to an archive. */
import type { OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { Recording } from '../recorder/messages/model.ts'
import { wireExchanges } from './wire-exchanges.ts'

/**
 * Hands over the exchanges of a recording, each when the one before has been recorded, and lets go of the bodies, so
 * that a page never keeps those of several attempts.
 */
export async function handOver(recording: Recording, onExchange: OnExchange): Promise<void> {
  for (const exchange of wireExchanges(recording)) await onExchange(exchange)
  for (const request of recording.requests) {
    request.responseBody = { kind: 'omitted', reason: 'evicted', bytes: request.responseBody.bytes }
  }
}

/**
 * One call of a webhook receiver: a POST through the egress, signed by Standard Webhooks 1.0
 * (https://www.standardwebhooks.com). No redirect is followed, and no answer but 2xx is a success.
 */
import { Webhook } from 'standardwebhooks'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { allowNothing } from '@seine/shared/egress/policy/allow-list.ts'
import { type EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { vetUrl } from '@seine/shared/egress/policy/target-policy.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import type { TryOutcome } from './delivery-plan.ts'

/** What is sent, and where. */
export interface WebhookCall {
  url: string
  /** Of the caller. */
  headers: Readonly<Record<string, string>>
  eventId: string
  body: string
  /** Each makes a signature; with none the call is not signed. */
  secrets: readonly string[]
}

/** What came of it. */
export interface WebhookReply {
  outcome: TryOutcome
  /** HTTP status; null without an answer. */
  status: number | null
  /** Null after a success. Holds nothing of what the receiver said. */
  error: { code: string; message: string } | null
  elapsedMs: number
}

export interface WebhookSender {
  /**
   * Calls the receiver once.
   * @param signal ends the call.
   * @throws the reason of the signal; nothing else.
   */
  send(call: WebhookCall, signal: AbortSignal): Promise<WebhookReply>
}

export interface WebhookSenderOptions {
  egress: Pick<EgressClient, 'fetch'>
  /** Of the whole call, milliseconds. */
  timeoutMs: number
  /** Clock, epoch milliseconds. */
  now: () => number
}

const userAgent = 'Seine-Webhooks/1 (+https://www.standardwebhooks.com)'

/**
 * The headers of a call: the caller's, and those that are ours to set.
 * @param nowMs clock, epoch milliseconds.
 */
export function webhookHeaders(call: Omit<WebhookCall, 'url'>, nowMs: number): Record<string, string> {
  const given = Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const at = new Date(nowMs)
  const signatures = call.secrets.map((secret) => new Webhook(secret).sign(call.eventId, at, call.body))
  return {
    'user-agent': userAgent,
    ...Object.fromEntries(given.filter(([name]) => !name.startsWith('webhook-'))),
    'content-type': 'application/json',
    'webhook-id': call.eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  }
}

/** The reply that an answer is. @param nowMs what a date in its `Retry-After` is compared with. */
function replyOf(status: number, retryAfter: string | undefined, nowMs: number): Omit<WebhookReply, 'elapsedMs'> {
  if (status >= 200 && status < 300) return { outcome: { kind: 'delivered' }, status, error: null }
  const message = `the receiver answered ${status}`
  if (status === 410) return { outcome: { kind: 'gone' }, status, error: { code: 'gone', message } }
  const maxMs = webhookLimits.retryAfterMaxSecs * 1_000
  const askedMs = status === 429 || status === 503 ? retryAfterMs(retryAfter, nowMs, maxMs) : null
  const error =
    status >= 300 && status < 400
      ? { code: 'redirect', message: `${message}; redirects are not followed` }
      : { code: 'http_status', message }
  return { outcome: { kind: 'failed', retryAfterMs: askedMs }, status, error }
}

/** Makes the sender of a process. */
export function createWebhookSender({ egress, timeoutMs, now }: WebhookSenderOptions): WebhookSender {
  const post = async (call: WebhookCall, signal: AbortSignal): Promise<Omit<WebhookReply, 'elapsedMs'>> => {
    // Only what the operator has listed is called over http; everything public goes by TLS.
    if (call.url.startsWith('http:') && vetUrl(call.url, allowNothing).ok) {
      throw new EgressError('unsafe_target', 'The target must not be fetched: it is public, and the scheme is http.')
    }
    const { status, headers } = await egress.fetch({
      url: call.url,
      method: 'POST',
      headers: webhookHeaders(call, now()),
      body: call.body,
      timeoutMs,
      // The status alone decides, whatever the rest of the answer is like.
      headOnly: true,
      maxDecodedBytes: 0,
      maxRedirects: 0,
      signal,
    })
    return replyOf(status, headers['retry-after'], now())
  }

  return {
    async send(call, signal) {
      const startedAt = performance.now()
      const elapsedMs = (): number => Math.round(performance.now() - startedAt)
      try {
        return { ...(await post(call, signal)), elapsedMs: elapsedMs() }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof EgressError)) throw error
        return {
          outcome: { kind: 'failed', retryAfterMs: null },
          status: null,
          error: { code: error.code, message: error.message },
          elapsedMs: elapsedMs(),
        }
      }
    },
  }
}

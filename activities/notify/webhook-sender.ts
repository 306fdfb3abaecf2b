/**
 * Calls a webhook receiver once: a POST through the egress, signed according to Standard Webhooks 1.0
 * (https://www.standardwebhooks.com). Redirects are not followed, and only 2xx counts as success.
 */
import { Webhook } from 'standardwebhooks'
import type { JobWebhook } from '@seine/shared/tasks/receivers.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { allowNothing } from '@seine/shared/egress/policy/allow-list.ts'
import { type EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { vetUrl } from '@seine/shared/egress/policy/target-policy.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import { overloadStatuses } from '@seine/shared/pages/pause-request.ts'
import type { TryOutcome } from './delivery-plan.ts'
import { wireSignature, wireSignatureHeader } from './firecrawl/wire-signature.ts'

/** The request to send, and its destination. */
export interface WebhookCall {
  url: string
  /** Headers that the caller configured. */
  headers: Readonly<Record<string, string>>
  eventId: string
  body: string
  /** One signature per secret; without secrets the call is not signed. */
  secrets: readonly string[]
  /** Wire form of the body; a form with a signature of its own gets that one as well, made with the first secret. */
  form?: JobWebhook['form']
}

/** The result of a call. */
export interface WebhookReply {
  outcome: TryOutcome
  /** HTTP status; null without a response. */
  status: number | null
  /** Null after a success. Contains nothing that the receiver sent. */
  error: { code: string; message: string } | null
  elapsedMs: number
}

export interface WebhookSender {
  /**
   * Calls the receiver once.
   * @param signal ends the call.
   * @throws the reason of the signal and no other error.
   */
  send(call: WebhookCall, signal: AbortSignal): Promise<WebhookReply>
}

export interface WebhookSenderOptions {
  egress: Pick<EgressClient, 'fetch'>
  /** Timeout of the whole call, milliseconds. */
  timeoutMs: number
  /** Clock, epoch milliseconds. */
  now: () => number
}

const userAgent = 'Seine-Webhooks/1 (+https://www.standardwebhooks.com)'

/**
 * Returns the headers of a call: the caller's, and those that the service sets.
 * @param nowMs clock, epoch milliseconds.
 */
export function webhookHeaders(call: Omit<WebhookCall, 'url'>, nowMs: number): Record<string, string> {
  const given = Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const at = new Date(nowMs)
  const signatures = call.secrets.map((secret) => new Webhook(secret).sign(call.eventId, at, call.body))
  // There is one such signature. New secrets are put first, so nothing changes for a receiver when the old one is removed.
  const [secret] = call.form === 'firecrawl' ? call.secrets : []
  const isOwn = (name: string): boolean =>
    name.startsWith('webhook-') || (call.form === 'firecrawl' && name === wireSignatureHeader)
  return {
    'user-agent': userAgent,
    ...Object.fromEntries(given.filter(([name]) => !isOwn(name))),
    'content-type': 'application/json',
    'webhook-id': call.eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
    ...(secret === undefined ? {} : { [wireSignatureHeader]: wireSignature(secret, call.body) }),
  }
}

/** Converts a response to a reply. @param nowMs the time against which a date in `Retry-After` is compared. */
function replyOf(status: number, retryAfter: string | undefined, nowMs: number): Omit<WebhookReply, 'elapsedMs'> {
  if (status >= 200 && status < 300) return { outcome: { kind: 'delivered' }, status, error: null }
  const message = `the receiver answered ${status}`
  if (status === 410) return { outcome: { kind: 'gone' }, status, error: { code: 'gone', message } }
  const maxMs = webhookLimits.retryAfterMaxSecs * 1_000
  const pauseMs = overloadStatuses.has(status) ? retryAfterMs(retryAfter, nowMs, maxMs) : null
  const error =
    status >= 300 && status < 400
      ? { code: 'redirect', message: `${message}; redirects are not followed` }
      : { code: 'http_status', message }
  return { outcome: { kind: 'failed', retryAfterMs: pauseMs }, status, error }
}

/** Creates the sender of a process. */
export function createWebhookSender({ egress, timeoutMs, now }: WebhookSenderOptions): WebhookSender {
  const post = async (call: WebhookCall, signal: AbortSignal): Promise<Omit<WebhookReply, 'elapsedMs'>> => {
    // Plain http is allowed only to destinations the operator has listed; public ones require TLS.
    if (call.url.startsWith('http:') && vetUrl(call.url, allowNothing).ok) {
      throw new EgressError('unsafe_target', 'The target must not be fetched: it is public, so it needs https.')
    }
    const { status, headers } = await egress.fetch({
      url: call.url,
      method: 'POST',
      headers: webhookHeaders(call, now()),
      body: call.body,
      timeoutMs,
      // Only the status decides, so the response body is not read.
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

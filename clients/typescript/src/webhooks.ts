/** Verifies webhook calls: Standard Webhooks 1.0 (https://www.standardwebhooks.com), symmetric signatures. */
import { WebhookVerificationError } from './errors.ts'
import type { EndedEvent, PageEvent, StartedEvent, WatchPageNotice, WatchRunNotice } from './generated/openapi.ts'
import { clientLimits } from './limits.ts'

/** Body of a webhook call, by its `type`. */
export type WebhookEvent = StartedEvent | PageEvent | EndedEvent | WatchPageNotice | WatchRunNotice

/** Headers of a call: of `fetch`, of Node, or a plain object; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** How strictly a call is verified. */
export interface VerifyOptions {
  /** Most difference of the clocks, seconds. @default 300 */
  toleranceSecs?: number
  /** Clock, epoch milliseconds. @default Date.now() */
  nowMs?: number
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const { get } = headers as { get?: unknown }
  if (typeof get === 'function') return (headers as Headers).get(name) ?? ''
  const given = Object.entries(headers as Record<string, string | string[] | undefined>)
  const value = given.find(([each]) => each.toLowerCase() === name)?.[1]
  return (Array.isArray(value) ? value.join(' ') : value) ?? ''
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function keyOf(secret: string): Promise<HmacKey> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = bytesOf(secret.replace(/^whsec_/, ''))
  } catch (cause) {
    throw new TypeError('a webhook secret must be Base64, after `whsec_`', { cause })
  }
  if (bytes.length === 0) throw new TypeError('a webhook secret must not be empty')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** The signatures of version 1 in a header. */
const signaturesOf = (header: string): Uint8Array<ArrayBuffer>[] =>
  header.split(/[\s]+/).flatMap((each) => {
    const [version, signature] = each.split(',')
    if (version !== 'v1' || signature === undefined) return []
    try {
      return [bytesOf(signature)]
    } catch {
      return []
    }
  })

function assertRecent(timestamp: string, { toleranceSecs, nowMs = Date.now() }: VerifyOptions): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const difference = Math.abs(nowMs / 1_000 - seconds)
  if (difference <= (toleranceSecs ?? clientLimits.webhookToleranceSecs)) return
  throw new WebhookVerificationError('webhook-timestamp is missing, too old or in the future')
}

/**
 * Verifies a webhook call and returns its event.
 * @param body the body as it came, before it is parsed.
 * @param headers the headers of the call.
 * @param secrets the secret of the API key, `whsec_…`; several while one replaces another.
 * @throws WebhookVerificationError when the call was not signed with one of the secrets, or is too old; TypeError for
 * an invalid secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'))
  const keys = await Promise.all((typeof secrets === 'string' ? [secrets] : secrets).map((secret) => keyOf(secret)))
  if (keys.length === 0) throw new TypeError('at least one webhook secret is needed')
  if (id === '' || signatures.length === 0) {
    throw new WebhookVerificationError('the call is not signed: webhook-id or webhook-signature is missing')
  }
  assertRecent(timestamp, options)
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text) as WebhookEvent
    }
  }
  throw new WebhookVerificationError('no signature of the call was made with one of the secrets')
}

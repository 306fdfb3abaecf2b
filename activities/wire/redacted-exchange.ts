/** Removes the secrets of a session from an exchange before it is stored. */
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { redactInThreads, type TextThreads } from '../redaction/redact-in-threads.ts'
import { redactionOf } from '../redaction/redaction.ts'
import { keepPlan, objectPlan } from '../redaction/text-plans.ts'
import { decodedBody, readingsOf } from './body-text.ts'

const foreign = { kind: 'foreign' } as const
const headPlan = objectPlan({ url: foreign, requestHeaders: foreign, reason: foreign, headers: foreign })
/** A secret may be cut in two where the text ends. */
const textPlan = {
  ...objectPlan({ text: foreign, isCut: keepPlan }),
  cut: { text: { member: 'isCut', is: true } },
}

/**
 * Returns the exchange without the secrets; its body is stored without content coding then. A body in which secrets
 * could not be found is left out, and the exchange says that it is cut.
 * @param secrets longest first.
 * @returns null when the exchange cannot be stored, because a secret is part of the host name.
 */
export async function redactedExchange(
  exchange: WireExchange,
  secrets: readonly string[],
  threads: TextThreads,
): Promise<WireExchange | null> {
  const redaction = redactionOf(secrets)
  if (redaction === null) return exchange
  const { url, requestHeaders, reason, headers } = exchange
  const head = await redactInThreads({ url, requestHeaders, reason, headers }, headPlan, redaction, threads)
  if (URL.parse(head.url)?.origin !== new URL(url).origin) return null
  const decoded = await decodedBody(exchange)
  const readings = decoded === null ? null : readingsOf(headers, decoded.body, redaction.secrets)
  if (decoded === null || readings === null) {
    return { ...exchange, ...head, body: new Uint8Array(0), isDecoded: true, cut: exchange.cut ?? 'unspecified' }
  }
  const { cut } = decoded
  let { body } = decoded
  for (const { textOf, bytesOf } of readings) {
    const given = { text: textOf(body), isCut: cut !== null }
    const { text } = await redactInThreads(given, textPlan, redaction, threads)
    body = bytesOf(text)
  }
  return { ...exchange, ...head, body, isDecoded: true, cut }
}

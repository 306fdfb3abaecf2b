/** Removes the secrets of a session from an exchange before it is stored. */
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { egressLimits } from '@seine/shared/config/limits.ts'
import type { WireExchange, WireHeaders } from '@seine/shared/egress/connections/wire-exchange.ts'
import { redactInThreads, type TextThreads } from '../redaction/redact-in-threads.ts'
import { redactionOf } from '../redaction/redaction.ts'
import { keepPlan, objectPlan } from '../redaction/text-plans.ts'

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate) }

const foreign = { kind: 'foreign' } as const
const plan = objectPlan({
  url: foreign,
  method: keepPlan,
  requestHeaders: foreign,
  reason: foreign,
  headers: foreign,
  text: foreign,
})

/**
 * Returns the exchange without the secrets; its body is stored without content coding then.
 * @param secrets longest first.
 */
export async function redactedExchange(
  exchange: WireExchange,
  secrets: readonly string[],
  threads: TextThreads,
): Promise<WireExchange> {
  const redaction = redactionOf(secrets)
  if (redaction === null) return exchange
  const { body, isDecoded } = await decoded(exchange)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // Every byte of another text is a character, so that those without a secret stay the same.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const { url, requestHeaders, reason, headers } = exchange
  const given = { url, requestHeaders, reason, headers, text: bytes.toString(encoding) }
  const { text, ...shown } = await redactInThreads(given, plan, redaction, threads)
  return { ...exchange, ...shown, body: Buffer.from(text, encoding), isDecoded }
}

const codingOf = (headers: WireHeaders): string =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value.trim().toLowerCase())
    .join(', ')

/** Removes the content coding of a body; a body that cannot be decoded is dropped, because secrets may be in it. */
async function decoded(exchange: WireExchange): Promise<Pick<WireExchange, 'body' | 'isDecoded'>> {
  const coding = codingOf(exchange.headers)
  if (exchange.isDecoded || coding === '' || coding === 'identity') return exchange
  if (!Object.hasOwn(decoders, coding)) return { body: new Uint8Array(0), isDecoded: true }
  try {
    const decode = decoders[coding as keyof typeof decoders]
    const body = await decode(exchange.body, { maxOutputLength: egressLimits.pageMaxDecodedBytes })
    return { body, isDecoded: true }
  } catch {
    return { body: new Uint8Array(0), isDecoded: true }
  }
}

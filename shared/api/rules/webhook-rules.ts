/**
 * Rules for a webhook receiver at registration: form, literal address and names. No name is resolved here; every
 * delivery applies all rules of the egress again.
 */
import { requestLimits } from '../../config/api-limits.ts'
import { checkHeaders } from './header-rules.ts'
import { jsonWithin } from './json-size.ts'
import type { ProblemList } from './problem-list.ts'
import { checkUrl, type UrlPolicy } from './url-rules.ts'

const headerBounds = {
  valueMaxCharacters: requestLimits.webhookHeaderMaxCharacters,
  totalMaxBytes: requestLimits.webhookHeadersMaxBytes,
  reserved: ['accept-encoding', 'content-encoding', 'content-type', 'cookie'],
  reservedPrefixes: ['webhook-'],
}

/**
 * Checks a webhook, as far as its values have the right type. `http:` is accepted only for receivers that the operator
 * lists as allowed private targets; all others require HTTPS.
 */
export function checkWebhook(webhook: Record<string, unknown>, policy: UrlPolicy, list: ProblemList): void {
  const { url, headers, metadata } = webhook
  if (typeof url === 'string' && !list.touches('/webhook/url')) {
    const receiver = checkUrl(url, '/webhook/url', policy, list)
    if (receiver?.protocol === 'http:' && policy.vetPublicUrl(url).ok) {
      list.add('/webhook/url', 'url_not_allowed', 'must be an https: URL')
    }
  }
  if (typeof headers === 'object' && headers !== null && !Array.isArray(headers)) {
    checkHeaders(headers as Record<string, unknown>, '/webhook/headers', headerBounds, list)
  }
  if (metadata !== undefined && jsonWithin(metadata, requestLimits.webhookMetadataMaxBytes) === null) {
    const rule = `must have at most ${requestLimits.webhookMetadataMaxBytes} bytes as JSON`
    list.add('/webhook/metadata', 'limit_exceeded', rule)
  }
}

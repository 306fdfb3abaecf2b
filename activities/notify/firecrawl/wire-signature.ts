/** The signature that receivers of the Firecrawl wire form check. */
import { createHmac } from 'node:crypto'

/** Name of the header. */
export const wireSignatureHeader = 'x-firecrawl-signature'

/**
 * Returns the value of the header: `sha256=` and the HMAC-SHA256 of the body in hexadecimal digits. It does not cover
 * the time of the call, unlike `webhook-signature`.
 * @param secret the whole text of the secret, `whsec_` included, is the key.
 */
export const wireSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

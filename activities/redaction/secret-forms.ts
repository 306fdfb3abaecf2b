/**
 * The forms of secrets that are searched for. Encodings that are decoded from the text instead are not included. Pure.
 */
import { redactionLimits } from '@seine/shared/config/session-limits.ts'

const { secretMinCharacters, base64SecretMinCharacters } = redactionLimits

/**
 * Returns how bytes appear inside the Base64 of a longer value: once for each offset within a group of three bytes,
 * without the characters at the edges that also encode neighbouring bytes.
 */
function base64Forms(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.byteLength) * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Returns the distinct forms of secrets; secrets that are too short have none. */
export function formsOf(secrets: readonly string[]): string[] {
  const known = secrets.filter(({ length }) => length >= secretMinCharacters)
  const forms = new Set([
    ...known,
    // UTF-8 with its bytes read as characters: occurs in percent-encoding, and in binary bodies.
    ...known.map((secret) => Buffer.from(secret).toString('latin1')),
    ...known
      .filter(({ length }) => length >= base64SecretMinCharacters)
      .flatMap((secret) => base64Forms(Buffer.from(secret))),
  ])
  return [...forms]
}

/** The forms of secrets that are looked for, apart from encodings that are taken off the text instead. Pure. */
import { redactionLimits } from '@seine/shared/config/session-limits.ts'

const { secretMinCharacters, base64SecretMinCharacters } = redactionLimits

/**
 * What bytes look like inside Base64 of something longer: once for each place they may have in a group of
 * three, without the characters at the edges that others share.
 */
function base64Forms(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.byteLength) * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The forms of secrets, distinct; secrets that are too short have none. */
export function formsOf(secrets: readonly string[]): string[] {
  const known = secrets.filter(({ length }) => length >= secretMinCharacters)
  const forms = new Set([
    ...known,
    // As UTF-8 whose bytes are taken for characters: percent-encoding, and bodies that are no text.
    ...known.map((secret) => Buffer.from(secret).toString('latin1')),
    ...known
      .filter(({ length }) => length >= base64SecretMinCharacters)
      .flatMap((secret) => base64Forms(Buffer.from(secret))),
  ])
  return [...forms]
}

/**
 * Encodes text in legacy encodings. Node can decode but not encode them, so the tables are built by decoding every byte
 * sequence once.
 */

type LegacyEncoding = 'windows-1252' | 'shift_jis'

const tables = new Map<LegacyEncoding, Map<string, Buffer>>()

function makeTable(encoding: LegacyEncoding): Map<string, Buffer> {
  const decoder = new TextDecoder(encoding)
  const made = new Map<string, Buffer>()
  const learn = (bytes: Buffer): void => {
    const text = decoder.decode(bytes)
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !made.has(text)) made.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) learn(Buffer.from([byte]))
  if (encoding === 'windows-1252') return made
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    for (let trail = 0x40; trail <= 0xfc; trail += 1) learn(Buffer.from([lead, trail]))
  }
  return made
}

/**
 * Encodes a text.
 * @returns the bytes of the text.
 * @throws Error naming the first character that the encoding does not contain.
 */
export function encodeText(text: string, encoding: LegacyEncoding): Buffer {
  const table = tables.get(encoding) ?? makeTable(encoding)
  tables.set(encoding, table)
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

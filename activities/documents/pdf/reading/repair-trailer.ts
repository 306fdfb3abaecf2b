/** Files cut off before their end have no trailer, by which a reader finds the root of everything. */

/**
 * Adds a trailer to a file that has none at all and names its catalogue.
 * @returns the bytes as they are when there is nothing to mend.
 */
export function repairTrailer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.includes('trailer') || file.includes('/XRef')) return bytes
  const catalog = Math.max(file.lastIndexOf('/Type /Catalog'), file.lastIndexOf('/Type/Catalog'))
  const begin = catalog === -1 ? -1 : file.lastIndexOf(' obj', catalog)
  const numbers =
    begin === -1 ? null : /(\d{1,7}) (\d{1,5})$/.exec(file.toString('latin1', Math.max(0, begin - 16), begin))
  if (numbers === null) return bytes
  const trailer = `\nendobj\ntrailer\n<< /Root ${numbers[1]} ${numbers[2]} R >>\nstartxref\n0\n%%EOF\n`
  return new Uint8Array(Buffer.concat([file, Buffer.from(trailer, 'latin1')]))
}

/** Repairs truncated files, which lack the trailer that points to the document catalog. */

/**
 * Adds a trailer to a file that has none but contains its catalog.
 * @returns the bytes unchanged when there is nothing to repair.
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

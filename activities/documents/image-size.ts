/**
 * Reads width and height of an image from its headers only.
 *
 * PNG (W3C PNG 11.2.1), GIF89a 18, JPEG (ITU-T T.81 B.2.2), WebP (RFC 9649), HEIF and AVIF (ISO/IEC
 * 23008-12, 6.5.3), BMP, ICO, TIFF 6.0.
 */

/** Size in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * Reads the size of an image.
 * @param mediaType as determined from the first bytes.
 * @returns null when the headers are truncated or do not state the size.
 */
export function imageSize(bytes: Uint8Array, mediaType: string): ImageSize | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readers.get(mediaType)?.(file) ?? null
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // Reading past the end of a truncated file.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: ReadonlyMap<string, (file: Buffer) => ImageSize | null> = new Map([
  ['image/png', (file: Buffer): ImageSize => ({ width: file.readUInt32BE(16), height: file.readUInt32BE(20) })],
  ['image/gif', (file: Buffer): ImageSize => ({ width: file.readUInt16LE(6), height: file.readUInt16LE(8) })],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
  ['image/avif', heifSize],
  ['image/heic', heifSize],
  ['image/heif', heifSize],
  ['image/bmp', bmpSize],
  ['image/x-icon', iconSize],
  ['image/tiff', tiffSize],
])

/** Walks the segments to the start-of-frame segment. */
function jpegSize(file: Buffer): ImageSize | null {
  let at = 2
  while (at + 9 <= file.length) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    // Any number of fill bytes may precede a marker; some markers have no length field.
    if (marker === 0xff) at++
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isFrameStart(marker)) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    else at += 2 + Math.max(2, file.readUInt16BE(at + 2))
  }
  return null
}

const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function webpSize(file: Buffer): ImageSize | null {
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) }
  if (chunk === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L') return null
  const packed = file.readUInt32LE(21)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}

/** Limit on the entries searched for the largest image; thumbnails and tiles also have sizes. */
const boxesMax = 256

function heifSize(file: Buffer): ImageSize | null {
  let largest: ImageSize | null = null
  let at = file.indexOf('ispe', 0, 'latin1')
  for (let count = 0; at !== -1 && at + 16 <= file.length && count < boxesMax; count++) {
    const size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
    at = file.indexOf('ispe', at + 4, 'latin1')
  }
  return largest
}

/** Reads the size of a BMP; a negative height means that rows are stored top down. */
function bmpSize(file: Buffer): ImageSize {
  if (file.readUInt32LE(14) === 12) return { width: file.readUInt16LE(18), height: file.readUInt16LE(20) }
  return { width: file.readInt32LE(18), height: Math.abs(file.readInt32LE(22)) }
}

/** Returns the size of the largest image in an icon; a byte of 0 means 256. */
function iconSize(file: Buffer): ImageSize | null {
  let largest: ImageSize | null = null
  const count = Math.min(file.readUInt16LE(4), boxesMax)
  for (let entry = 0; entry < count; entry++) {
    const at = 6 + entry * 16
    const size = { width: file.readUInt8(at) || 256, height: file.readUInt8(at + 1) || 256 }
    if (largest === null || size.width > largest.width) largest = size
  }
  return largest
}

const tiffWidth = 256
const tiffHeight = 257
const tiffShort = 3

/** Reads the tags of the first directory. */
function tiffSize(file: Buffer): ImageSize | null {
  const isLittle = file[0] === 0x49
  const short = (at: number): number => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const long = (at: number): number => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const directory = long(4)
  const size = { width: 0, height: 0 }
  for (let entry = 0; entry < Math.min(short(directory), boxesMax); entry++) {
    const at = directory + 2 + entry * 12
    const tag = short(at)
    const value = short(at + 2) === tiffShort ? short(at + 8) : long(at + 8)
    if (tag === tiffWidth) size.width = value
    if (tag === tiffHeight) size.height = value
  }
  return size
}

/**
 * The records of a ZIP file (APPNOTE 6.3.10). ZIP64 fields appear only where they are needed, because some readers have
 * trouble with them.
 */

/** An entry whose data has been written. */
export interface ZipEntry {
  name: Buffer
  isDeflated: boolean
  /** True when its sizes follow its data. */
  hasDescriptor: boolean
  crc: number
  /** Sizes of its data as stored, and of its content. */
  storedBytes: number
  bytes: number
  /** Position of its local header. */
  offset: number
}

const max16 = 0xff_ff
const max32 = 0xff_ff_ff_ff

const version = { deflate: 20, zip64: 45 } as const
/** Made on Unix, so that the external attributes are a file mode. */
const madeBy = (3 << 8) | version.zip64
const fileMode = 0o100_664 * 2 ** 16
/** 1 January 2000, 00:00: fixed, so that equal content gives equal archives. */
const date = (20 << 9) | (1 << 5) | 1
/** Names are UTF-8; sizes follow the data. */
const flags = { utf8: 0x08_00, descriptor: 0x00_08 } as const

const deflate = 8

const flagsOf = ({ hasDescriptor }: Pick<ZipEntry, 'hasDescriptor'>): number =>
  flags.utf8 | (hasDescriptor ? flags.descriptor : 0)

const isLarge = ({ bytes, storedBytes, offset }: Pick<ZipEntry, 'bytes' | 'storedBytes' | 'offset'>): boolean =>
  bytes >= max32 || storedBytes >= max32 || offset >= max32

/** Returns the header before the data; the sizes of an entry with a descriptor are not part of it. */
export function localHeader(entry: ZipEntry): Buffer {
  const { name, isDeflated, hasDescriptor, crc, storedBytes, bytes } = entry
  const header = Buffer.allocUnsafe(30 + name.length)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(version.deflate, 4)
  header.writeUInt16LE(flagsOf(entry), 6)
  header.writeUInt16LE(isDeflated ? deflate : 0, 8)
  header.writeUInt16LE(0, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt32LE(hasDescriptor ? 0 : crc, 14)
  header.writeUInt32LE(hasDescriptor ? 0 : storedBytes, 18)
  header.writeUInt32LE(hasDescriptor ? 0 : bytes, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(0, 28)
  name.copy(header, 30)
  return header
}

/** Returns the record behind the data of an entry whose sizes were not known before. */
export function dataDescriptor({ crc, storedBytes, bytes }: ZipEntry): Buffer {
  const isLong = bytes >= max32 || storedBytes >= max32
  const record = Buffer.allocUnsafe(isLong ? 24 : 16)
  record.writeUInt32LE(0x08_07_4b_50, 0)
  record.writeUInt32LE(crc, 4)
  if (isLong) {
    record.writeBigUInt64LE(BigInt(storedBytes), 8)
    record.writeBigUInt64LE(BigInt(bytes), 16)
  } else {
    record.writeUInt32LE(storedBytes, 8)
    record.writeUInt32LE(bytes, 12)
  }
  return record
}

/** Returns the line of an entry in the directory. */
export function directoryRecord(entry: ZipEntry): Buffer {
  const { name, isDeflated, crc, storedBytes, bytes, offset } = entry
  const isLong = isLarge(entry)
  const extra = isLong ? 28 : 0
  const record = Buffer.allocUnsafe(46 + name.length + extra)
  record.writeUInt32LE(0x02_01_4b_50, 0)
  record.writeUInt16LE(madeBy, 4)
  record.writeUInt16LE(isLong ? version.zip64 : version.deflate, 6)
  record.writeUInt16LE(flagsOf(entry), 8)
  record.writeUInt16LE(isDeflated ? deflate : 0, 10)
  record.writeUInt16LE(0, 12)
  record.writeUInt16LE(date, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(isLong ? max32 : storedBytes, 20)
  record.writeUInt32LE(isLong ? max32 : bytes, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra, 30)
  record.writeUInt16LE(0, 32)
  record.writeUInt16LE(0, 34)
  record.writeUInt16LE(0, 36)
  record.writeUInt32LE(fileMode, 38)
  record.writeUInt32LE(isLong ? max32 : offset, 42)
  name.copy(record, 46)
  if (isLong) {
    const at = 46 + name.length
    record.writeUInt16LE(0x00_01, at)
    record.writeUInt16LE(24, at + 2)
    record.writeBigUInt64LE(BigInt(bytes), at + 4)
    record.writeBigUInt64LE(BigInt(storedBytes), at + 12)
    record.writeBigUInt64LE(BigInt(offset), at + 20)
  }
  return record
}

/** Returns the records behind the directory. @param entries number of entries. */
export function endRecords(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(entries, max16), 8)
  end.writeUInt16LE(Math.min(entries, max16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12)
  end.writeUInt32LE(Math.min(directoryOffset, max32), 16)
  if (entries < max16 && directoryBytes < max32 && directoryOffset < max32) return end
  const long = Buffer.alloc(56 + 20)
  long.writeUInt32LE(0x06_06_4b_50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(madeBy, 12)
  long.writeUInt16LE(version.zip64, 14)
  long.writeBigUInt64LE(BigInt(entries), 24)
  long.writeBigUInt64LE(BigInt(entries), 32)
  long.writeBigUInt64LE(BigInt(directoryBytes), 40)
  long.writeBigUInt64LE(BigInt(directoryOffset), 48)
  long.writeUInt32LE(0x07_06_4b_50, 56)
  long.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 64)
  long.writeUInt32LE(1, 72)
  return Buffer.concat([long, end])
}

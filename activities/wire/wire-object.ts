/**
 * Objects of recorded exchanges: finished records of a WARC file, preceded by a list of them, so that an archive is
 * made by concatenation.
 */

/** A record of an object, in the order of its bytes. */
export interface WireEntry {
  /** Size of its gzip member, bytes. */
  bytes: number
  /** Facts of an answer for an index; absent for other records. */
  answer?: WireAnswer
}

/** What an index says about an answer. */
export interface WireAnswer {
  url: string
  /** ISO 8601 with milliseconds. */
  date: string
  status: number
  /** Media type without parameters; empty when the answer names none. */
  mime: string
  /** Digest of the payload, as in the record. */
  digest: string
  /** Absent for GET. */
  method?: string
  /** Body of the request as a query; absent when it is not recorded. */
  requestBody?: string
}

/** Bytes of the number in front of the list: its length. */
const lengthBytes = 4

/** Returns an object. @param members the records, in the order of the entries. */
export function wireObject(entries: readonly WireEntry[], members: readonly Uint8Array[]): Buffer {
  const list = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(list.byteLength)
  return Buffer.concat([length, list, ...members])
}

/** An object that has been read. */
export interface WireRecords {
  entries: WireEntry[]
  /** The members of all entries. */
  bytes: Uint8Array
}

/** Reads an object. @returns null when it is not whole. */
export function wireRecords(object: Uint8Array): WireRecords | null {
  const buffer = Buffer.from(object.buffer, object.byteOffset, object.byteLength)
  if (buffer.length < lengthBytes) return null
  const start = lengthBytes + buffer.readUInt32BE(0)
  if (buffer.length < start) return null
  try {
    const entries = JSON.parse(buffer.toString('utf8', lengthBytes, start)) as WireEntry[]
    const bytes = buffer.subarray(start)
    return entries.reduce((sum, entry) => sum + entry.bytes, 0) === bytes.byteLength ? { entries, bytes } : null
  } catch {
    return null
  }
}

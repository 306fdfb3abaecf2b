/** Pages of a watch that an earlier run stored: what a later run needs to find them unchanged. */
import type { TextFormat } from '../tasks/formats.ts'

/** Identifies the answer that a page was made from. */
export interface PagePrint {
  /** SHA-256 (hex) of the body and of everything else that its outputs depend on. */
  hash: string
  /** URL of the hop that answered; only this hop is asked conditionally. */
  url: string
  /** Validators of the answer, verbatim (RFC 9110, section 8.8); null when it has none that may be used. */
  etag: string | null
  lastModified: string | null
}

/** A text of a page as ZIP archives have it: they copy it, and need not compress it again. */
export interface StoredText {
  format: TextFormat
  /**
   * Length in the pack (raw deflate), and CRC-32 there: workers before texts were stored copy a page to another pack
   * without its texts.
   */
  deflatedBytes: number
  deflatedCrc: number
  /** Length, CRC-32 and SHA-256 (hex) of the text. */
  bytes: number
  crc: number
  sha256: string
}

/** Where the outputs of a page are, when its own record does not contain them. */
export interface StoredOutputs {
  /** Key of the pack. */
  pack: string
  /** Position and length in the pack, bytes. */
  at: number
  bytes: number
  /** Texts for ZIP archives, one behind the other after a line feed; omitted if none exist. */
  texts?: StoredText[]
}

/** A line of the index of a run: a page in its last good version. */
export interface StoredVersion {
  /** URL that was requested. */
  url: string
  /** Key of the pack. */
  pack: string
  /** Position of the head in the pack, and its length, bytes; the outputs follow after a line feed. */
  at: number
  headBytes: number
  /** Length of the outputs, bytes. */
  bytes: number
  /** @see StoredOutputs */
  texts?: StoredText[]
  print: PagePrint
}

/** Identifies the index of the stored pages of a run of a watch. */
export interface StoredIndex {
  tenant: string
  watchId: string
  /** When the watch was created; ISO 8601. */
  createdAt: string
  /** Number of the run. */
  run: number
  /** Number of objects of the index; 0: it has none. */
  buckets: number
}

/** How a page of a watch is requested. */
export interface Revisit {
  /** Its last good version; null when none is stored. */
  stored: StoredVersion | null
  /** Whether the request names the validators of that version. */
  isConditional: boolean
}

/** How it was found that a page has not changed: by an answer 304, or by its bytes. */
export type UnchangedBy = 'not_modified' | 'same_bytes'

/** Returns where the outputs of a stored page are. */
export const outputsOf = ({ pack, at, headBytes, bytes, texts }: StoredVersion): StoredOutputs => ({
  pack,
  at: at + headBytes + 1,
  bytes,
  ...(texts === undefined ? {} : { texts }),
})

/** Returns how much of its pack a stored page takes, bytes. */
export const storedBytesOf = ({ headBytes, bytes, texts = [] }: StoredVersion): number =>
  headBytes + bytes + 2 + texts.reduce((sum, { deflatedBytes }) => sum + deflatedBytes, 0)

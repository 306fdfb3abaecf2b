/** Writes the WARC archive of an ended job: one compressed file of all recorded exchanges. */
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts } from '@seine/shared/storage/upload-in-parts.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { OnDamage } from '../../segments/page-records.ts'
import { archivePartBytes } from '../files/part-size.ts'
import { bytePieces } from '../files/text-pieces.ts'
import { jobWire } from './job-wire.ts'
import { warcinfoMember } from './warcinfo.ts'

/** A job that has recorded its exchanges. */
export interface RecordedJob {
  store: Store
  input: JobInput
  /** Called for recorded exchanges that cannot be read. */
  damaged: OnDamage
}

/**
 * Writes the file. A repeated call writes the same bytes, and parts that an interrupted one has uploaded are kept.
 * @throws StoreUnavailableError
 */
export async function writeWarc(job: RecordedJob): Promise<void> {
  const { store, input } = job
  await uploadInParts(store, archiveKey(input, 'warc'), warcPieces(job), {
    contentType: 'application/warc+gzip',
    partBytes: archivePartBytes(input),
  })
}

async function* warcPieces({ store, input, damaged }: RecordedJob): AsyncGenerator<Uint8Array> {
  yield await warcinfoMember(input)
  for await (const { bytes } of jobWire(store, input, damaged)) yield* bytePieces(bytes)
}

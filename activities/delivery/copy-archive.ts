/** Copies an archive to a target as a stream, in parts, with bounded memory. */
import { createHash } from 'node:crypto'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import type { DeliveredFile } from '@seine/shared/jobs/target-deliveries.ts'
import type { ObjectHead, Store } from '@seine/shared/storage/object-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import type { TargetStore } from '@seine/shared/storage/target-bucket.ts'
import { uploadInParts } from '@seine/shared/storage/upload-in-parts.ts'
import { TargetFaultError } from './target-fault.ts'
import { TryLaterError, type TryClock } from './try-later.ts'

/** What ends a copy early. */
export interface CopyStop {
  /** Ends it between two pieces. */
  signal: AbortSignal
  /** Ends it between two pieces when a later try can continue it. */
  clock: TryClock
  /** False when earlier tries could not be continued, whatever the bucket has said. */
  continues: boolean
}

/** Thrown when the own store cannot be read, which is no fault of the target. */
export class OwnStoreError extends Error {
  override readonly name = 'OwnStoreError'
}

/** An archive in the own store, and where it is copied to. */
export interface ArchiveCopy {
  /** Key in the own store. */
  from: string
  head: ObjectHead
  /** Key at the target. */
  to: string
  /** Name below the folder of the job. */
  name: string
}

/** Returns the size of the parts of an archive, bytes: the same for each try, so that a later one can continue. */
export const partBytesOf = (bytes: number): number =>
  Math.max(deliveryLimits.partBytes, Math.ceil(bytes / deliveryLimits.partsMax))

/**
 * Copies an archive, or continues a copy that an earlier try began, and checks the size of the result.
 * @returns the size and the checksum of what was sent.
 * @throws OwnStoreError; TryLaterError when the clock has ended the copy; TargetFaultError when the copy has another size; the error of a call of the target.
 */
export async function copyArchive(
  store: Pick<Store, 'getPart'>,
  target: TargetStore,
  { from, head, to, name }: ArchiveCopy,
  { signal, clock, continues }: CopyStop,
): Promise<DeliveredFile> {
  const digest = createHash('sha256')
  const mayGoOn = (): void => {
    signal.throwIfAborted()
    if (!continues || !clock.isOver() || !target.canContinue()) return
    throw new TryLaterError(`${name} is continued`, deliveryLimits.againMs)
  }
  const body = hashed(archiveBytes(store, from, head, mayGoOn), digest)
  await uploadInParts(target, to, body, {
    contentType: head.contentType,
    partBytes: partBytesOf(head.bytes),
    onSend: () => clock.sends(),
    onKeep: () => clock.progresses(),
  })
  const bytes = await target.sizeOf(to)
  if (bytes !== head.bytes) {
    throw new TargetFaultError(`${name} has ${bytes ?? 'no'} bytes at the target instead of ${head.bytes}`)
  }
  return { name, bytes, sha256: digest.digest('hex') }
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let at = 0; at < bytes.byteLength; at += archiveLimits.hashPieceBytes) {
      const piece = bytes.subarray(at, at + archiveLimits.hashPieceBytes)
      digest.update(piece)
      yield piece
    }
  }
}

/**
 * Reads an archive in pieces, each with a call of its own, so that a slow target keeps no connection open.
 * @param mayGoOn called before each piece; ends the copy by throwing.
 */
async function* archiveBytes(
  store: Pick<Store, 'getPart'>,
  key: string,
  { bytes, etag }: ObjectHead,
  mayGoOn: () => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes;) {
    mayGoOn()
    const piece = await store.getPart(key, at, Math.min(deliveryLimits.readBytes, bytes - at), etag).catch((cause) => {
      throw new OwnStoreError('the archive cannot be read', { cause })
    })
    if (piece === null || piece.byteLength === 0) {
      const cause = new StoreUnavailableError(`object store: ${key} changed while it was read`)
      throw new OwnStoreError('the archive changed', { cause })
    }
    at += piece.byteLength
    yield piece
  }
}

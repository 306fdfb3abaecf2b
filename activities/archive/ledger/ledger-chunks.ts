/** The ledger of a finished job in the store: JSON lines in order, a fixed maximum of lines per object. */
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { ledgerChunkKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { LedgerLine } from './ledger.ts'

/** Writes the ledger. @returns the number of objects. */
export async function writeLedger(store: Store, job: JobRef, lines: Iterable<LedgerLine>): Promise<number> {
  let chunks = 0
  let texts: string[] = []
  const flush = async (): Promise<void> => {
    await store.put(ledgerChunkKey(job, chunks), texts.join('\n'))
    chunks += 1
    texts = []
  }
  for (const line of lines) {
    texts.push(JSON.stringify(line))
    if (texts.length === archiveLimits.ledgerChunkLines) await flush()
  }
  if (texts.length > 0) await flush()
  return chunks
}

/** Returns the lines of one object; an empty list when the object is gone because the job has expired. */
export async function readLedgerChunk(store: Pick<Store, 'get'>, job: JobRef, chunk: number): Promise<LedgerLine[]> {
  const bytes = await store.get(ledgerChunkKey(job, chunk))
  if (bytes === null) return []
  const texts = Buffer.from(bytes).toString('utf8').split('\n')
  return texts.map((text) => JSON.parse(text) as LedgerLine)
}

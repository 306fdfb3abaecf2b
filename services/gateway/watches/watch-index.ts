/**
 * The index of watches. A watch has one entry, which is written before its definition; a creation under an idempotency
 * key that did not get that far, or came second, leaves another one.
 */
import type { IndexedWatch } from '@seine/activities/watches/definition-store.ts'

/** Returns the number of watches that an API key has created. @param index all entries of its tenant. */
export const watchesOfKey = (index: readonly IndexedWatch[], keyId: string): number =>
  new Set(index.filter((watch) => watch.keyId === keyId).map(({ id }) => id)).size

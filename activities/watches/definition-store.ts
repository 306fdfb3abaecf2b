/** Definitions of watches in the store: one object per version, written by conditional creates only. */
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import { dayOf } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import type { WatchDefinition, WatchLife, WatchRef, WatchSecrets } from '@seine/shared/watches/definition.ts'
import {
  definitionKey,
  definitionsPrefix,
  deletedWatchesPrefix,
  deletedWatchKey,
  watchIndexKey,
  watchesOfTenantPrefix,
  watchIndexPrefix,
  watchOfIndexKey,
} from '@seine/shared/watches/watch-keys.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { deleteAllButPacks } from './prune-packs.ts'

/** A watch in the index of its tenant. */
export interface IndexedWatch {
  id: string
  keyId: string
  createdAtMs: number
  /** Sorts the newest first. */
  key: string
}

/** Returns the key of the index entry that belongs to a watch. */
export const entryKeyOf = (definition: WatchDefinition): string =>
  watchIndexKey(definition, definition.keyId, definition.createdAt)

/** Returns what the sealed parts of a definition are bound to. */
const bindingOf = ({ tenant, id }: WatchRef): string => `watch/${tenant}/${id}`

/** Seals the secret part of a definition. */
export const sealSecrets = (sealing: Sealing, watch: WatchRef, secrets: WatchSecrets): string =>
  sealing.seal(JSON.stringify(secrets), bindingOf(watch))

/**
 * Opens the secret part of a definition; null when it has none.
 * @throws SealError when there is no key, or the part was sealed with another one.
 */
export function openSecrets(sealing: Sealing | null, definition: WatchDefinition): WatchSecrets | null {
  if (definition.sealed === null) return null
  if (sealing === null) throw new SealError('SEINE_SEALING_KEY is not set, and the watch has sealed parts')
  return JSON.parse(sealing.open(definition.sealed, bindingOf(definition))) as WatchSecrets
}

export class DefinitionStore {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Returns the valid definition; null when there is no such watch. @throws StoreUnavailableError */
  async newest(watch: WatchRef): Promise<WatchDefinition | null> {
    const keys = await this.#store.list(definitionsPrefix(watch))
    for (const key of keys.toReversed()) {
      const definition = await readableJson<WatchDefinition>(this.#store, key)
      if (definition !== null) return definition
    }
    return null
  }

  /** Returns the definition of one version; null when it is gone. @throws StoreUnavailableError */
  async version(watch: WatchRef, version: number): Promise<WatchDefinition | null> {
    return await readableJson<WatchDefinition>(this.#store, definitionKey(watch, version))
  }

  /** Writes the first version and the place in the index. @returns false when the watch exists. */
  async create(definition: WatchDefinition): Promise<boolean> {
    // The index first: a definition without an index entry could never be listed; an entry without one is skipped.
    await this.#store.put(entryKeyOf(definition), '')
    return await this.#store.putIfAbsent(definitionKey(definition, definition.version), JSON.stringify(definition))
  }

  /** Writes the next version. @returns false when another request has written it. */
  async replace(definition: WatchDefinition): Promise<boolean> {
    const written = await this.#store.putIfAbsent(
      definitionKey(definition, definition.version),
      JSON.stringify(definition),
    )
    if (!written) return false
    // The version before is kept for a run that has just begun with it.
    const keys = await this.#store.list(definitionsPrefix(definition))
    await this.#store.delete(keys.filter((key) => key < definitionKey(definition, definition.version - 1)))
    return true
  }

  /**
   * Deletes a watch; its definitions first, so that it no longer exists for others. Pages that its jobs refer to are
   * deleted when these have expired, and with them whatever is left when this call fails.
   */
  async remove(definition: WatchDefinition): Promise<void> {
    // Once the definitions are gone, only this mark leads to the other objects.
    await this.#store.put(deletedWatchKey(dayOf(Date.now()), definition), '')
    await this.#store.delete(await this.#store.list(definitionsPrefix(definition)))
    await this.#store.delete([entryKeyOf(definition)])
    await deleteAllButPacks(this.#store, definition)
  }

  /** Returns whether a deletion of the watch has begun: see `remove`. @throws StoreUnavailableError */
  async #isBeingDeleted(watch: WatchLife): Promise<boolean> {
    for (const folder of await this.#store.listFolders(deletedWatchesPrefix)) {
      const day = folder.slice(deletedWatchesPrefix.length, -1)
      if ((await this.#store.get(deletedWatchKey(day, watch))) !== null) return true
    }
    return false
  }

  /**
   * Writes the place of a watch in the index again when it was lost.
   * @returns false when a deletion of the watch has begun: it has no place then.
   * @throws StoreUnavailableError
   */
  async restoreEntry(definition: WatchDefinition): Promise<boolean> {
    if (await this.#isBeingDeleted(definition)) return false
    const key = entryKeyOf(definition)
    await this.#store.put(key, '')
    // A deletion that has begun meanwhile may have deleted the entry before it was written.
    if (!(await this.#isBeingDeleted(definition))) return true
    await this.#store.delete([key])
    return false
  }

  /**
   * Lists the watches of a tenant, the newest first.
   * @param after key of the last watch of the page before; null: from the newest one.
   * @throws StoreUnavailableError
   */
  async index(tenant: string, after: string | null, max: number): Promise<IndexedWatch[]> {
    const range = { max, ...(after === null ? {} : { after }) }
    const keys = await this.#store.list(watchIndexPrefix(tenant), range)
    return keys.flatMap((key) => {
      const watch = watchOfIndexKey(key)
      return watch === null ? [] : [{ ...watch, key }]
    })
  }

  /**
   * Deletes entries without a watch: a gateway that dies between the two writes of `create` leaves one.
   * @param entries of the index of a tenant.
   * @returns the other entries.
   * @throws StoreUnavailableError
   */
  async deleteUnfinished(tenant: string, entries: readonly IndexedWatch[]): Promise<IndexedWatch[]> {
    const prefix = watchesOfTenantPrefix(tenant)
    const folders = new Set(await this.#store.listFolders(prefix))
    const latestMs = Date.now() - watchLimits.creationMaxMs
    const isUnfinished = ({ id, createdAtMs }: IndexedWatch): boolean =>
      createdAtMs < latestMs && !folders.has(`${prefix}${id}/`)
    await this.#store.delete(entries.filter(isUnfinished).map(({ key }) => key))
    return entries.filter((entry) => !isUnfinished(entry))
  }

  /** Returns a definition that must exist because it was just refused as existing. @throws StoreUnavailableError */
  async existing(watch: WatchRef): Promise<WatchDefinition> {
    const definition = await this.newest(watch)
    if (definition === null) throw new StoreUnavailableError(`object store: watch ${watch.id} is being written`)
    return definition
  }
}

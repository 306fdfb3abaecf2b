/** Keys of the objects of watches. */
import type { WatchLife, WatchRef } from './definition.ts'

/** Digits of a time in milliseconds until the year 2286. */
const msDigits = 13

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')

export const watchesPrefix = 'watches/'

/** Prefix of all watches of a tenant. */
export const watchesOfTenantPrefix = (tenant: string): string => `${watchesPrefix}${tenant}/`

/** Prefix of all objects of a watch. */
export const watchPrefix = ({ tenant, id }: WatchRef): string => `${watchesOfTenantPrefix(tenant)}${id}/`

/** Prefix of all versions of the definition of a watch. */
export const definitionsPrefix = (watch: WatchRef): string => `${watchPrefix(watch)}definition-`

/** Key of one version of the definition. @param version its number. */
export const definitionKey = (watch: WatchRef, version: number): string =>
  `${definitionsPrefix(watch)}${pad(version, 8)}.json`

/** Prefix of all runs of a watch. */
export const runsPrefix = (watch: WatchRef): string => `${watchPrefix(watch)}runs/`

/** Prefix of one run. @param n number of the run, from 1. */
export const runPrefix = (watch: WatchRef, n: number): string => `${runsPrefix(watch)}${pad(n, 9)}/`

/** Returns the number of a run in a key or folder below `runsPrefix`. */
export const runNumberOf = (watch: WatchRef, key: string): number =>
  Number(key.slice(runsPrefix(watch).length).split('/')[0])

/** Key of the input of a run, written when it begins. */
export const runStartKey = (watch: WatchRef, n: number): string => `${runPrefix(watch, n)}input.json`
/** Key of the end of a run, written once it has been compared. */
export const runEndKey = (watch: WatchRef, n: number): string => `${runPrefix(watch, n)}done.json`
/** Key of the state of all pages after a run, as compressed JSON lines. */
export const runStateKey = (watch: WatchRef, n: number): string => `${runPrefix(watch, n)}state.ndjson.zst`
/** Key of a part of the verdicts of a run. @param chunk number of the part. */
export const changesKey = (watch: WatchRef, n: number, chunk: number): string =>
  `${runPrefix(watch, n)}verdicts-${pad(chunk, 5)}.ndjson.zst`
/**
 * A part of the index of the stored pages of a run. The creation of the watch is part of the key, because readers keep
 * these objects in memory, and the runs of a watch that is created again have the same numbers.
 */
export const runStoredKey = (watch: WatchLife, n: number, bucket: number): string =>
  `${runPrefix(watch, n)}stored-${lifeOf(watch)}-${pad(bucket, 5)}.ndjson.zst`

/** What is sent after a run. */
export type DueKind = 'notices' | 'mail'

/** Prefix of the marks of runs after which something is still to be sent. */
export const duePrefix = (watch: WatchRef): string => `${watchPrefix(watch)}due/`
/** Mark of a run after which something is still to be sent. @param endedAt end of the run, ISO 8601. */
export const dueKey = (watch: WatchRef, n: number, endedAt: string, kind: DueKind): string =>
  `${duePrefix(watch)}${pad(n, 9)}-${pad(Date.parse(endedAt), msDigits)}-${kind}`
/** Returns the run of a key of `dueKey`, and when it ended, epoch milliseconds. */
export function dueRunOf(watch: WatchRef, key: string): { n: number; endedAtMs: number } {
  const [n, endedAtMs] = key.slice(duePrefix(watch).length).split('-').map(Number)
  return { n: n!, endedAtMs: endedAtMs! }
}

/** Marks the mail of a run as accepted by the server. */
export const runMailKey = (watch: WatchRef, n: number): string => `${runPrefix(watch, n)}mail.json`

/** Prefix of the compared texts of a watch. */
export const textsPrefix = (watch: WatchRef): string => `${watchPrefix(watch)}texts/`

/** A compared text. @param hash SHA-256 (hex) of the text. */
export const textKey = (watch: WatchRef, hash: string): string => `${textsPrefix(watch)}${hash}.zst`

/** Prefix of the packs with stored pages of a watch. */
export const packsPrefix = (watch: WatchRef): string => `${watchPrefix(watch)}pages/`

const lifeOf = ({ createdAt }: WatchLife): string => pad(Date.parse(createdAt), msDigits)

/**
 * A pack of stored pages. Jobs of a deleted watch still refer to its packs, so those of a watch that is created again
 * under its id have other keys.
 * @param n number of the run that wrote it.
 * @param bytes its size before compression.
 */
export const packKey = (watch: WatchLife, n: number, chunk: number, bytes: number): string =>
  `${packsPrefix(watch)}${lifeOf(watch)}-${pad(n, 9)}-${pad(chunk, 5)}-${bytes}.ndjson.zst`

/** Returns the size of a pack before compression, bytes. */
export const packBytesOf = (key: string): number => Number(/-(\d+)\.ndjson\.zst$/.exec(key)?.[1] ?? 0)

/** Returns when the watch of a pack was created, epoch milliseconds. */
export const packCreationOf = (watch: WatchRef, key: string): number =>
  Number(key.slice(packsPrefix(watch).length).split('-')[0])

/** Packs that the last good state no longer uses, and since when: jobs that are still kept may refer to them. */
export const unusedPacksKey = (watch: WatchRef): string => `${watchPrefix(watch)}unused-pages.json`

/** Deleted watches by day: their packs are deleted when their jobs have expired. */
export const deletedWatchesPrefix = 'deleted-watches/'

/** @param day as `dayOf` gives it. */
export const deletedWatchKey = (day: string, watch: WatchLife): string =>
  `${deletedWatchesPrefix}${day}/${watch.tenant}~${watch.id}~${lifeOf(watch)}`

/** Returns the watch of a key of `deletedWatchKey`, and when it was created, epoch milliseconds. */
export function deletedWatchOf(key: string): { watch: WatchRef; createdAtMs: number } {
  const parts = key.slice(key.lastIndexOf('/') + 1).split('~')
  const [id = '', created] = parts.splice(-2)
  return { watch: { tenant: parts.join('~'), id }, createdAtMs: Number(created) }
}

/** How many runs the schedule had skipped when they were last counted in the metrics. */
export const scheduleSkipsKey = (watch: WatchRef): string => `${watchPrefix(watch)}schedule-skips.json`

/** Runs that were skipped because another run was in progress: one object each, and the count of earlier ones. */
export const skippedPrefix = (watch: WatchRef): string => `${watchPrefix(watch)}skipped/`
/** Mark of a skipped run. @param nominalAt time that the schedule named, ISO 8601. */
export const skippedRunKey = (watch: WatchRef, nominalAt: string): string => `${skippedPrefix(watch)}${nominalAt}`
/** Count of the skipped runs up to one of them, whose marks no longer count; it is listed before all marks. */
export const skippedCountKey = (watch: WatchRef, count: number, until: string): string =>
  `${skippedPrefix(watch)}!${count}-${until}`

/** Returns what a key of `skippedCountKey` says; null for the mark of a skipped run. */
export function skippedCountOf(watch: WatchRef, key: string): { count: number; until: string } | null {
  const [, count, until] = /^!(\d+)-(.+)$/.exec(key.slice(skippedPrefix(watch).length)) ?? []
  return count === undefined || until === undefined ? null : { count: Number(count), until }
}

/** Index of the watches of a tenant, the newest first. */
export const watchIndexPrefix = (tenant: string): string => `watch-index/${tenant}/`

/** Larger than any time in milliseconds: times subtracted from it sort backwards. */
const lastMs = 9_999_999_999_999

/** Key of a watch in the index of its tenant; newer watches sort first. @param createdAt ISO 8601. */
export const watchIndexKey = (watch: WatchRef, keyId: string, createdAt: string): string =>
  `${watchIndexPrefix(watch.tenant)}${pad(lastMs - Date.parse(createdAt), msDigits)}~${watch.id}~${encodeURIComponent(keyId)}`

/** Returns the watch, its creation (epoch milliseconds) and the API key of an index key; null for another key. */
export function watchOfIndexKey(key: string): { id: string; keyId: string; createdAtMs: number } | null {
  const [age, id, keyId] = key.slice(key.lastIndexOf('/') + 1).split('~')
  if (id === undefined || keyId === undefined) return null
  return { id, keyId: decodeURIComponent(keyId), createdAtMs: lastMs - Number(age) }
}

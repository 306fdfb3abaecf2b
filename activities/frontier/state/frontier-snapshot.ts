/**
 * Serialises a whole frontier to text and back: lines of JSON, so that neither direction blocks the event loop for
 * long, however many URLs there are. Fields of an entry that have their usual value are left out.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { newEntry, type FrontierEntry } from './entry.ts'
import { FingerprintSet } from '@seine/shared/urls/fingerprint-set.ts'
import { firstLaneOf, type FrontierOptions } from './frontier-options.ts'
import { FrontierState, type Restored } from './frontier-state.ts'

/** The first line of a snapshot. */
type Header = Omit<Restored, 'fingerprints'> & { version: 2; fingerprints: string }

const newline = 0x0a

/** Default values of an entry's fields; entries of older workers have no lane. */
const usualEntry = (options: FrontierOptions): FrontierEntry =>
  newEntry({ url: '', depth: 0, parent: null, state: 'scraped' }, firstLaneOf(options))

/** Returns the fields of an entry that differ from the defaults. */
function pruned(
  entry: FrontierEntry,
  usual: FrontierEntry,
  names: readonly (keyof FrontierEntry)[],
): Partial<FrontierEntry> {
  const kept: Record<string, unknown> = {}
  for (const name of names) if (entry[name] !== usual[name]) kept[name] = entry[name]
  return kept
}

/**
 * Writes a frontier as lines of JSON. The frontier must not change meanwhile. The result is bytes: of a million URLs
 * they may be longer than a string can be.
 */
export async function snapshotBytes(state: FrontierState): Promise<Buffer> {
  const header: Header = {
    version: 2,
    generation: state.generation,
    scopeUrl: state.scopeUrl,
    discovered: state.discovered,
    nextSlice: state.nextSlice,
    leases: [...state.leases.values()],
    merged: state.merged,
    hosts: [...state.hosts],
    overflow: state.overflow,
    warnings: state.warnings,
    warningBook: state.warningBook,
    fingerprints: state.fingerprints.toString(),
    families: state.families,
    repeats: state.repeats,
    verdicts: state.verdicts,
  }
  const usual = usualEntry(state.options)
  const names = Object.keys(usual) as (keyof FrontierEntry)[]
  const { entriesPerTurn } = frontierLimits
  const lines = [Buffer.from(JSON.stringify(header))]
  for (let from = 0; from < state.entries.length; from += entriesPerTurn) {
    const entries = state.entries.slice(from, from + entriesPerTurn).map((entry) => pruned(entry, usual, names))
    lines.push(Buffer.from(`\n${JSON.stringify(entries)}`))
    await nextTurn()
  }
  return Buffer.concat(lines)
}

/** Yields the lines of a text. */
function* linesIn(bytes: Uint8Array): Generator<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let from = 0; from <= text.length;) {
    const newlineAt = text.indexOf(newline, from)
    const end = newlineAt === -1 ? text.length : newlineAt
    yield text.toString('utf8', from, end)
    from = end + 1
  }
}

/** Restores a frontier. @param bytes as written by `snapshotBytes`. */
export async function restoreFrontier(bytes: Uint8Array, options: FrontierOptions): Promise<FrontierState> {
  const lines = linesIn(bytes)
  const { fingerprints, ...header } = JSON.parse(lines.next().value ?? '') as Header
  const usual = usualEntry(options)
  const entries: FrontierEntry[] = []
  for (const line of lines) {
    for (const entry of JSON.parse(line) as Partial<FrontierEntry>[]) entries.push({ ...usual, ...entry })
    await nextTurn()
  }
  const state = new FrontierState(options, header.scopeUrl)
  await state.restore(entries, {
    ...header,
    fingerprints: FingerprintSet.parse(fingerprints, frontierLimits.fingerprintsMax),
  })
  return state
}

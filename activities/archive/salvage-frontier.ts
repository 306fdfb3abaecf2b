/**
 * Rebuilds the frontier of a job that has lost a generation from what can be read: its generations up to the lost one,
 * then the lists and results of the slices that were cut after it. The result is not stored: no generation can follow a
 * lost one, and rebuilding gives the same result again.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import { sliceOfListKey, slicesPrefix } from '@seine/shared/storage/object-keys.ts'
import type { FinaliseInput } from '@seine/shared/temporal/shapes.ts'
import { readableNotes } from '@seine/shared/jobs/noted-counters.ts'
import { writeNotes, type NotedPage } from '@seine/shared/jobs/page-notes.ts'
import { settledNotes } from '../frontier/settled-notes.ts'
import { ReportedAnswers, settledIn } from '../frontier/settled-pages.ts'
import type { Lease } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { mergeSlice } from '../frontier/merge-slice.ts'
import { rebuildResult } from '../frontier/rebuilt-result.ts'
import { leftResult } from '../frontier/slice-results.ts'
import type { SliceList, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { isDeterministic } from '../faults/repeated-fault.ts'
import { closeEntries } from './close-entries.ts'
import type { CloseDeps } from './close-frontier.ts'

/**
 * Ends the frontier of a job as far as it can be read, and writes the notes of pages that have none yet.
 * @throws StoreUnavailableError
 */
export async function salvageFrontier(deps: CloseDeps, input: JobInput, call: FinaliseInput): Promise<FrontierState> {
  const state = await deps.generations.newestReadable(input, input)
  deps.generations.forget(input)
  state.warn(
    `the state of the URLs of the job could be read up to step ${state.generation + 1}; later pages were taken from the stored results of their slices`,
  )
  const answers = new ReportedAnswers()
  for (const lease of [...state.leases.values()].toSorted((a, b) => a.slice - b.slice)) {
    await mergeLeft(deps, input, state, { lease, listed: lease.seqs }, call.endedAtMs, answers)
  }
  for (const [slice, keys] of await laterLists(deps, input, state)) {
    const list = await listOf(deps, input, slice, keys)
    if (list === null) continue
    state.nextSlice = slice
    await mergeLeft(deps, input, state, leaseAgain(state, list), call.endedAtMs, answers)
  }
  await closeEntries(state, call.outcome)
  const ops = state.takeOps()
  const settled = settledIn({ ops, settled: answers.stored(ops, call.endedAtMs) })
  const list = input.kind === 'batch' ? await deps.inputs.batchList(input) : null
  await writeMissingNotes(deps, input, settledNotes(state, settled, list), call.endedAtMs)
  return state
}

/** A lease, and the `seq` that its pages have in the objects the slice stored. */
interface OldLease {
  lease: Lease
  listed: readonly number[]
}

/**
 * Returns the slices that the readable generations do not know, in the order in which they were cut, each with the keys
 * of the lists that attempts at the advance have written for it.
 */
async function laterLists(
  { store }: CloseDeps,
  input: JobInput,
  { nextSlice }: FrontierState,
): Promise<[slice: number, keys: string[]][]> {
  const lists = new Map<number, string[]>()
  for (const key of await store.list(slicesPrefix(input))) {
    const slice = sliceOfListKey(key)
    if (slice !== null && slice >= nextSlice) lists.set(slice, [...(lists.get(slice) ?? []), key])
  }
  return [...lists].toSorted(([a], [b]) => a - b)
}

/**
 * Returns the list of a slice. The generation that says which of several was dispatched is lost: it is the one that the
 * result of the slice fits, or the first that can be read.
 */
async function listOf(
  { store }: CloseDeps,
  input: JobInput,
  slice: number,
  keys: readonly string[],
): Promise<SliceList | null> {
  const read = await Promise.all(keys.map((key) => readableJson<SliceList>(store, key)))
  const lists = read.filter((list) => list !== null)
  if (lists.length < 2) return lists[0] ?? null
  for (const list of lists) {
    const seqs = list.pages.map(({ seq }) => seq)
    const lease: Lease = { slice, lane: 'http', hosts: [], shares: [], seqs }
    if ((await leftResult(store, input, lease)).kind === 'whole') return list
  }
  return lists[0]!
}

/** Leases the pages of a list again; pages that the frontier does not know are added as the list describes them. */
function leaseAgain(state: FrontierState, { pages }: SliceList): OldLease {
  const leased = pages.flatMap(({ seq, url, depth, parent, linksOnly, lines }) => {
    if (state.find(url) === null) {
      const from = parent === null ? null : (state.find(parent)?.seq ?? null)
      state.add({ url, depth, parent: from, state: 'pending', linksOnly, lines })
    }
    const found = state.find(url)
    return found?.entry.state === 'pending' ? [{ seq: found.seq, listed: seq }] : []
  })
  const lease = state.cut(
    'http',
    [],
    [],
    leased.map(({ seq }) => seq),
  )
  return { lease, listed: leased.map(({ listed }) => listed) }
}

/** Merges what a slice has stored; when it cannot be merged, its pages stay unfinished until the job is closed. */
async function mergeLeft(
  { store }: CloseDeps,
  input: JobInput,
  state: FrontierState,
  { lease, listed }: OldLease,
  nowMs: number,
  answers: ReportedAnswers,
): Promise<void> {
  const seqs = new Map(listed.map((old, at) => [old, lease.seqs[at]!]))
  const stored = { ...lease, seqs: [...listed] }
  const left = await leftResult(store, input, stored)
  const result = renumbered(left.kind === 'whole' ? left.result : await rebuildResult(store, input, stored), seqs)
  try {
    answers.record(result)
    await mergeSlice(state, input, lease, result, [], nowMs)
  } catch (error) {
    if (!isDeterministic(error)) throw error
    state.warn(`slice ${lease.slice} cannot be merged and is left out`)
    state.merge(lease.slice, result.segments)
  }
}

/** Returns the result with the current sequence numbers of its pages. */
const renumbered = (result: SliceResult, seqs: ReadonlyMap<number, number>): SliceResult => ({
  ...result,
  outcomes: result.outcomes.flatMap((outcome) => {
    const seq = seqs.get(outcome.seq)
    return seq === undefined ? [] : [{ ...outcome, seq }]
  }),
})

/** Writes the notes of pages for which no generation, readable or lost, has written one. */
async function writeMissingNotes(
  { store }: CloseDeps,
  input: JobInput,
  notes: readonly NotedPage[],
  atMs: number,
): Promise<void> {
  const written = await readableNotes(store, input)
  const nameOf = ({ note: { url, index } }: Pick<NotedPage, 'note'>): string =>
    input.kind === 'crawl' ? url : `${index} ${url}`
  const known = new Set(written.map(nameOf))
  const missing = notes.filter((note) => !known.has(nameOf(note)))
  await writeNotes(store, input, written.length + 1, missing, atMs)
}

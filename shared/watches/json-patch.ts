/** JSON patches (RFC 6902) between two documents, bounded in time and size. */
import { isObject } from '../api/rules/json-object.ts'
import { watchLimits } from '../config/watch-limits.ts'
import { pointerSegment } from '../values/json-pointer.ts'

export type PatchOperation = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string }

/** Returns a value with the members of every object in order; members named `__proto__` are kept. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, ordered(item)]))
}

/** Returns a document as text that is equal for equal documents, one value a line. */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value), null, 2)

const identity = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null'

/** Returns the positions that two lists have in common, as pairs in order; null when the lists are too long. */
function commonItems(a: readonly string[], b: readonly string[]): [number, number][] | null {
  if (a.length * b.length > watchLimits.patchCellsMax) return null
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  return pairs
}

/** Returns the operations between two lists without common first and last items. @param from position of the first. */
function listOperations(a: readonly unknown[], b: readonly unknown[], path: string, from: number): PatchOperation[] {
  const common = commonItems(a.map(identity), b.map(identity))
  if (common === null) return []
  const operations: PatchOperation[] = []
  let at = from
  let i = 0
  let j = 0
  for (const [nextI, nextJ] of [...common, [a.length, b.length] as [number, number]]) {
    for (; i < nextI && j < nextJ; i += 1, j += 1, at += 1) operations.push(...between(a[i], b[j], `${path}/${at}`))
    for (; i < nextI; i += 1) operations.push({ op: 'remove', path: `${path}/${at}` })
    for (; j < nextJ; j += 1, at += 1) operations.push({ op: 'add', path: `${path}/${at}`, value: b[j] })
    i += 1
    j += 1
    at += 1
  }
  return operations
}

function betweenLists(a: readonly unknown[], b: readonly unknown[], path: string): PatchOperation[] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && identity(a[head]) === identity(b[head])) head += 1
  let tail = 0
  while (tail < most - head && identity(a[a.length - 1 - tail]) === identity(b[b.length - 1 - tail])) tail += 1
  const old = a.slice(head, a.length - tail)
  const now = b.slice(head, b.length - tail)
  if (old.length * now.length > watchLimits.patchCellsMax) return [{ op: 'replace', path, value: b }]
  return listOperations(old, now, path, head)
}

function between(a: unknown, b: unknown, path: string): PatchOperation[] {
  if (identity(a) === identity(b)) return []
  if (Array.isArray(a) && Array.isArray(b)) return betweenLists(a, b, path)
  if (!isObject(a) || !isObject(b)) return [{ op: 'replace', path, value: b }]
  const operations: PatchOperation[] = []
  for (const key of Object.keys(a)) {
    if (!Object.hasOwn(b, key)) operations.push({ op: 'remove', path: `${path}/${pointerSegment(key)}` })
    else operations.push(...between(a[key], b[key], `${path}/${pointerSegment(key)}`))
  }
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(a, key)) operations.push({ op: 'add', path: `${path}/${pointerSegment(key)}`, value: b[key] })
  }
  return operations
}

/**
 * Returns the patch that turns one document into another. A patch that would be too large is one replacement of the
 * whole document.
 */
export function jsonPatch(before: unknown, after: unknown): PatchOperation[] {
  const operations = between(before, after, '')
  const bytes = Buffer.byteLength(JSON.stringify(operations))
  return bytes <= watchLimits.diffMaxBytes ? operations : [{ op: 'replace', path: '', value: after }]
}

/** The JSON format of a forest: column names as text, node arrays as little-endian bytes in base64. */
import { createForest, type Forest } from './forest.ts'

/** Incremented with every change of the file format. */
const fileVersion = 1

/** The content of a parsed model file. */
export interface ForestFile {
  version: number
  columns: readonly string[]
  base: number
  innerCounts: string
  feature: string
  threshold: string
  left: string
  right: string
  leaf: string
}

/** Returns the forest in its file format, ready for `JSON.stringify`. */
export function saveForest(forest: Forest): ForestFile {
  return {
    version: fileVersion,
    columns: forest.columns,
    base: forest.base,
    innerCounts: toBase64(forest.innerCounts),
    feature: toBase64(forest.feature),
    threshold: toBase64(forest.threshold),
    left: toBase64(forest.left),
    right: toBase64(forest.right),
    leaf: toBase64(forest.leaf),
  }
}

/**
 * Reads a forest from its file format.
 * @param parsed result of `JSON.parse`.
 * @param columns column names of the caller's matrix; when given, the file must have the same ones.
 * @throws RangeError when the file is invalid; the message names the fault.
 */
export function loadForest(parsed: unknown, columns?: readonly string[]): Forest {
  const file = parsed as Partial<Record<keyof ForestFile, unknown>> | null
  if (typeof file !== 'object' || file === null) throw new RangeError('forest file: not an object')
  if (file.version !== fileVersion) {
    throw new RangeError(`forest file: version is ${String(file.version)}, supported is ${fileVersion}`)
  }
  const names = file.columns
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new RangeError('forest file: columns are not a list of names')
  }
  if (columns !== undefined) assertSameColumns(names, columns)
  if (typeof file.base !== 'number') throw new RangeError('forest file: base is not a number')
  return createForest({
    columns: names,
    base: file.base,
    innerCounts: new Uint16Array(fromBase64(file, 'innerCounts', 2)),
    feature: new Uint16Array(fromBase64(file, 'feature', 2)),
    threshold: new Float32Array(fromBase64(file, 'threshold', 4)),
    left: new Int16Array(fromBase64(file, 'left', 2)),
    right: new Int16Array(fromBase64(file, 'right', 2)),
    leaf: new Float32Array(fromBase64(file, 'leaf', 4)),
  })
}

/** Checks the columns: a model scores correctly only with the features it was trained on, in the same order. */
function assertSameColumns(names: readonly string[], columns: readonly string[]): void {
  for (let i = 0; i < Math.max(names.length, columns.length); i++) {
    if (names[i] === columns[i]) continue
    const [has, wanted] = [names[i] ?? 'nothing', columns[i] ?? 'nothing']
    throw new RangeError(`forest file: column ${i} is ${has}, expected is ${wanted}; train again`)
  }
}

// Typed arrays use the byte order of the machine, which is little-endian on all Node.js platforms except s390x.
const toBase64 = (array: Uint16Array | Int16Array | Float32Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')

function fromBase64(
  file: Partial<Record<keyof ForestFile, unknown>>,
  key: keyof ForestFile,
  width: number,
): ArrayBuffer {
  const text = file[key]
  if (typeof text !== 'string') throw new RangeError(`forest file: ${key} is not a string`)
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  if (bytes.length % width !== 0) throw new RangeError(`forest file: ${key} is truncated`)
  return bytes.buffer
}

/** Finds the first difference of two file trees, as far as a layer of an image records it. */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isFile() ? 'file' : 'special file'
}

type Facts = Record<string, string>

/** What a layer records of a file; the content as a hash, so that a difference can be printed. */
function facts(path: string, isRoot: boolean): Facts {
  const stats = lstatSync(path)
  const kind = kindOf(stats)
  return {
    kind,
    mode: (stats.mode & 0o7777).toString(8),
    owner: `${stats.uid}:${stats.gid}`,
    // The engine gives the root its own time when it mounts an image.
    ...(isRoot ? {} : { time: String(stats.mtimeMs) }),
    ...(kind === 'link' ? { target: readlinkSync(path) } : {}),
    ...(kind === 'file' ? { content: createHash('sha256').update(readFileSync(path)).digest('hex') } : {}),
  }
}

/**
 * Compares two folders and what is below them, by the order of names.
 * @returns a sentence about the first difference; null if none exists
 */
export function firstDifference(one: string, other: string, below = '/'): string | null {
  const [facts1, facts2] = [one, other].map((root) => facts(join(root, below), below === '/')) as [Facts, Facts]
  const name = Object.keys({ ...facts1, ...facts2 }).find((each) => facts1[each] !== facts2[each])
  if (name !== undefined)
    return `${below}: its ${name} is ${facts1[name] ?? 'missing'} and ${facts2[name] ?? 'missing'}`
  if (facts1['kind'] !== 'folder') return null
  const [names1, names2] = [readdirSync(join(one, below)), readdirSync(join(other, below))]
  for (const each of [...new Set([...names1, ...names2])].toSorted()) {
    const path = join(below, each)
    if (!names1.includes(each) || !names2.includes(each)) {
      return `${path}: only in the ${names1.includes(each) ? 'first' : 'second'} image`
    }
    const found = firstDifference(one, other, path)
    if (found !== null) return found
  }
  return null
}

/** Which files of the repository import which. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { readSourceFile, type SourceFile } from './source-file.ts'

/** Files and their imports inside the repository. */
export interface ImportGraph {
  /** By path. */
  files: ReadonlyMap<string, SourceFile>
  /** Path of a file → paths of the files it imports or starts as threads. */
  imports: ReadonlyMap<string, ReadonlySet<string>>
}

/** True for a file that never ships: a test, or a tool of tests. */
export const isTestFile = (path: string): boolean =>
  path.endsWith('.test.ts') || path.startsWith('test/') || path.includes('/testing/')

/** True for a file that a program writes: its length and its names are not chosen. */
const isGenerated = (path: string): boolean => path.includes('/generated/')

/** Name of a workspace's package → its folder. */
function workspaceFolders(root: string): Map<string, string> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const manifests = trackedFiles(root).filter((path) => posix.basename(path) === 'package.json')
  const folders = manifests.map((path) => dirname(path))
  const members = folders.filter((folder) => workspaces.some((pattern) => posix.matchesGlob(folder, pattern)))
  return new Map(
    members.map((folder) => {
      const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }
      return [name, folder]
    }),
  )
}

/**
 * Files that Git tracks, and new ones that it does not ignore; relative to the repository, in order of their names:
 * Git lists new files first, and what is drawn from the list must not change when they are committed.
 */
export const trackedFiles = (root: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted()

/** The file that a specifier names; null for a package or a module of Node. */
function resolveSpecifier(from: string, specifier: string, workspaces: ReadonlyMap<string, string>): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [scope = '', name = '', ...rest] = specifier.split('/')
  const folder = workspaces.get(`${scope}/${name}`)
  return folder === undefined ? null : posix.join(folder, ...rest)
}

/**
 * Reads the whole graph, tests included.
 * @param root of the repository.
 */
export function readImportGraph(root: string): ImportGraph {
  const paths = trackedFiles(root).filter((path) => path.endsWith('.ts') && !isGenerated(path))
  const workspaces = workspaceFolders(root)
  const files = new Map(paths.map((path) => [path, readSourceFile(root, path)]))
  const imports = new Map<string, Set<string>>()
  for (const [path, { specifiers, programs }] of files) {
    const named = specifiers.map((specifier) => resolveSpecifier(path, specifier, workspaces))
    const started = programs.map((program) => posix.join(posix.dirname(path), program))
    imports.set(
      path,
      new Set([...named, ...started].filter((target) => target !== null && files.has(target))) as Set<string>,
    )
  }
  return { files, imports }
}

/** The files that ship, with imports among themselves alone. */
export function shippedGraph({ files, imports }: ImportGraph): ImportGraph {
  const shipped = [...files].filter(([path]) => !isTestFile(path))
  const kept = new Map(shipped)
  return {
    files: kept,
    imports: new Map(
      shipped.map(([path]) => [path, new Set([...(imports.get(path) ?? [])].filter((target) => kept.has(target)))]),
    ),
  }
}

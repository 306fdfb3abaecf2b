/**
 * Finds everything that a program of this repository can load: its own files and the packages they name. It reads the
 * text of the files and runs nothing. Every string that names a file or a declared dependency counts, so that threads,
 * data files and late `require` calls are found as well.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** The reachable files and packages; paths are relative to the repository. */
export interface ReachableModules {
  /** The program and every repository file it refers to, sorted. */
  files: string[]
  /** Each package that one of the files refers to, with the folders of those files. */
  packages: Map<string, Set<string>>
}

/** A package of the repository itself. */
export interface Workspace {
  name: string
  /** Folder of the package, relative to the repository. */
  folder: string
  dependencies: ReadonlySet<string>
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
}

/** Returns the repository's own packages by name. */
export function workspacesOf(root: string): Map<string, Workspace> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const manifests = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
  return new Map(
    manifests.map((path) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
      return [name, { name, folder: dirname(path), dependencies: new Set(Object.keys(dependencies)) }]
    }),
  )
}

/** Returns the string literals of a script, after type imports have been removed. */
function stringsIn(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const script = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return [...script.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g)].map(([, single, double]) => single ?? double ?? '')
}

/** Returns the package name of a specifier: `@scope/name/file.ts` belongs to `@scope/name`. */
const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
/** Returns true for a text that could be a path. */
const looksLikePath = (text: string): boolean => /^[\w@./-]{1,200}$/.test(text)
const isScript = (path: string): boolean => /\.[cm]?[jt]s$/.test(path)

/**
 * Follows the references of a program.
 * @param root the repository.
 * @param entries entry files of the program, relative to the repository.
 * @throws Error that names a missing imported file.
 */
export function reachableModules(root: string, entries: readonly string[]): ReachableModules {
  const workspaces = workspacesOf(root)
  const packages: ReachableModules['packages'] = new Map()
  const files = new Set<string>()
  const queue = entries.map((entry) => resolve(root, entry))
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = relative(root, path)
    if (files.has(file)) continue
    if (!isFile(path)) throw new Error(`${file} is imported but does not exist`)
    files.add(file)
    if (!isScript(file)) continue
    const folder = relative(root, dirname(path))
    const own = [...workspaces.values()].find((workspace) => `${folder}/`.startsWith(`${workspace.folder}/`))
    for (const text of stringsIn(path).filter(looksLikePath)) {
      const name = packageNameOf(text)
      const workspace = workspaces.get(name)
      if (workspace !== undefined && isScript(text)) {
        queue.push(join(root, workspace.folder, text.slice(name.length + 1)))
      } else if (own?.dependencies.has(name) === true && workspace === undefined) {
        packages.set(name, (packages.get(name) ?? new Set()).add(folder))
      } else {
        const named = resolve(dirname(path), text)
        // Files outside the repository that a program reads are not part of it.
        if (!relative(root, named).startsWith('..') && isFile(named)) queue.push(named)
      }
    }
  }
  return { files: [...files].toSorted(), packages }
}

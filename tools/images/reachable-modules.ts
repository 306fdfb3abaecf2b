/**
 * What a program of this repository can ever load: its own files and the packages they name. Read
 * from the text of the files, nothing is run. Every string counts that names a file or a declared
 * dependency, so threads, data files and what is required late are found, too.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** Paths are relative to the repository. */
export interface ReachableModules {
  /** The program and every file of the repository it names, sorted. */
  files: string[]
  /** Each package that one of the files names, with the folders of such files. */
  packages: Map<string, Set<string>>
}

/** A package of the repository itself. */
export interface Workspace {
  name: string
  /** Relative to the repository. */
  folder: string
  dependencies: ReadonlySet<string>
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
}

/** The repository's own packages by name. */
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

/** The strings of a script; type imports are gone by then. */
function stringsIn(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const script = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return [...script.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g)].map(([, single, double]) => single ?? double ?? '')
}

/** `@scope/name/file.ts` is of `@scope/name`. */
const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
/** A text that may be a path at all. */
const looksLikePath = (text: string): boolean => /^[\w@./-]{1,200}$/.test(text)
const isScript = (path: string): boolean => /\.[cm]?[jt]s$/.test(path)

/**
 * Follows what a program names.
 * @param root the repository.
 * @param entries files the program starts with, relative to the repository.
 * @throws Error naming a file that is imported and is not there.
 */
export function reachableModules(root: string, entries: readonly string[]): ReachableModules {
  const workspaces = workspacesOf(root)
  const packages: ReachableModules['packages'] = new Map()
  const files = new Set<string>()
  const queue = entries.map((entry) => resolve(root, entry))
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = relative(root, path)
    if (files.has(file)) continue
    if (!isFile(path)) throw new Error(`${file} is imported and is not there`)
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
        // Files of the machine that a program reads are no part of it.
        if (!relative(root, named).startsWith('..') && isFile(named)) queue.push(named)
      }
    }
  }
  return { files: [...files].toSorted(), packages }
}

/** What breaks the rules of the house, each in a sentence that says what to do instead. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { bannedIn, proseOf } from './banned-words.ts'
import { circlesOf } from './circles.ts'
import { floorOf, roomOf } from './floors.ts'
import { isTestFile, shippedGraph, trackedFiles, type ImportGraph } from './import-graph.ts'
import { namedPaths } from './named-paths.ts'
import { programsOf } from './programs.ts'

/** The rules. */
export const rules = [
  'floors',
  'room-circles',
  'file-circles',
  'crowded-folders',
  'long-files',
  'repeated-types',
  'test-tools',
  'limits-of-one-room',
  'named-paths',
  'banned-words',
] as const
export type HouseRule = (typeof rules)[number]

/** By rule, a sentence for each breach. */
export type Breaches = Readonly<Record<HouseRule, string[]>>

export const houseLimits = {
  filesPerFolderMax: 25,
  linesPerFileMax: 500,
  readmeLinesMax: 200,
} as const

/** All breaches of the repository. @param root of it. */
export function breachesOf(root: string, graph: ImportGraph): Breaches {
  const shipped = shippedGraph(graph)
  return {
    floors: floorBreaches(shipped),
    'room-circles': circlesOf(folderEdges(shipped)).map(
      (folders) => `${folders.join(', ')} import each other: move what both need into a folder below them`,
    ),
    'file-circles': circlesOf(graph.imports).map(
      (files) => `${files.join(', ')} import each other: put the shared type into a file of its own`,
    ),
    'crowded-folders': crowdedFolders(shipped),
    'long-files': [...longSources(graph), ...longReadme(root)],
    'repeated-types': repeatedTypes(shipped),
    'test-tools': [...testTools(graph, programsOf(root)), ...shippedTests(graph)],
    'limits-of-one-room': limitsOfOneRoom(shipped),
    'named-paths': missingPaths(root),
    'banned-words': [...bannedInSources(graph), ...bannedInGuides(root)],
  }
}

const lineCount = (text: string): number => text.split('\n').length - 1

function longSources({ files }: ImportGraph): string[] {
  return [...files.values()].flatMap(({ path, text }) => {
    const lines = lineCount(text)
    return lines > houseLimits.linesPerFileMax ? [`${path} has ${lines} lines: split it by subject`] : []
  })
}

/** The README is read by newcomers, who need the whole of it. */
function longReadme(root: string): string[] {
  const path = join(root, 'README.md')
  const lines = existsSync(path) ? lineCount(readFileSync(path, 'utf8')) : 0
  return lines > houseLimits.readmeLinesMax
    ? [`README.md has ${lines} lines, and the maximum is ${houseLimits.readmeLinesMax}: move details into a guide`]
    : []
}

function floorBreaches({ imports }: ImportGraph): string[] {
  return [...imports].flatMap(([path, targets]) => {
    const room = roomOf(path)
    if (room === null) return [`${path} is in no room listed in tools/house/floors.ts: add its room to a floor`]
    return [...targets].flatMap((target) => {
      const below = roomOf(target)
      if (below === null || below === room || floorOf(below) < floorOf(room)) return []
      return [
        `${path} imports ${target}: ${room} may import only rooms of floors below its own; move what it needs down`,
      ]
    })
  })
}

/** Folder → folders that its files import from. */
export function folderEdges({ imports }: ImportGraph): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const folder = posix.dirname(path)
    const known = edges.get(folder) ?? new Set<string>()
    edges.set(folder, known)
    for (const target of targets) if (posix.dirname(target) !== folder) known.add(posix.dirname(target))
  }
  return edges
}

function crowdedFolders({ files }: ImportGraph): string[] {
  const folders = Map.groupBy(files.keys(), (path) => posix.dirname(path))
  return [...folders].flatMap(([folder, paths]) =>
    paths.length > houseLimits.filesPerFolderMax
      ? [
          `${folder} has ${paths.length} source files, and the maximum is ${houseLimits.filesPerFolderMax}: make rooms inside it`,
        ]
      : [],
  )
}

/**
 * The published package that a file belongs to; empty for the service. A client is installed alone, and the names of its
 * types are chosen for its users.
 */
const publishedPart = (path: string): string => (/^clients\/[^/]+/.exec(path) ?? [''])[0]

function repeatedTypes({ files }: ImportGraph): string[] {
  const named = [...files.values()].flatMap(({ path, exportedTypes }) => exportedTypes.map((name) => ({ name, path })))
  return [...Map.groupBy(named, ({ name, path }) => `${name}${publishedPart(path)}`).values()].flatMap((places) =>
    places.length > 1
      ? [
          `${places[0]?.name} is exported by ${places.map(({ path }) => path).join(', ')}: give each type a name of its own`,
        ]
      : [],
  )
}

/** Files in folders that ship which tests alone import. */
function testTools({ files, imports }: ImportGraph, programs: ReadonlySet<string>): string[] {
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  return [...files.keys()].flatMap((path) => {
    const by = importers.get(path) ?? []
    if (isTestFile(path) || programs.has(path) || by.length === 0 || !by.every(isTestFile)) return []
    return by.every((importer) => importer === path.replace(/\.ts$/, '.test.ts'))
      ? []
      : [`${path} is imported only by tests: move it into a folder testing/`]
  })
}

/** Limits in `shared/config` that only one room uses. */
function limitsOfOneRoom({ files, imports }: ImportGraph): string[] {
  const limits = [...files.values()].flatMap(({ path, text }) =>
    path.startsWith('shared/config/')
      ? [...text.matchAll(/^export const (\w+Limits)\b/gm)].map(([, name = '']) => ({ path, name }))
      : [],
  )
  return limits.flatMap(({ path, name }) => {
    const word = new RegExp(`\\b${name}\\b`)
    const users = [...files.values()].filter((file) => imports.get(file.path)?.has(path) && word.test(file.text))
    const rooms = new Set(users.map((file) => roomOf(file.path)))
    const [room] = rooms
    return rooms.size === 1 && room !== 'shared/config'
      ? [`${name} in ${path} is used only in ${room}: move it beside the code that it limits`]
      : []
  })
}

/** Files that ship and import a test or a tool of tests, which no image contains; `tools/` does not ship. */
function shippedTests({ imports }: ImportGraph): string[] {
  return [...imports].flatMap(([path, targets]) =>
    isTestFile(path) || path.startsWith('tools/')
      ? []
      : [...targets]
          .filter(isTestFile)
          .map(
            (target) => `${path} ships but imports ${target}, which does not ship: move what it needs out of testing/`,
          ),
  )
}

/** Paths that the guides name and that are not there. */
function missingPaths(root: string): string[] {
  const guides = trackedFiles(root).filter(
    (path) => path === 'README.md' || path === 'CONTRIBUTING.md' || /^docs\/.*\.md$/.test(path),
  )
  return guides.flatMap((guide) =>
    namedPaths(readFileSync(join(root, guide), 'utf8'))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${guide} names ${path}, which does not exist`),
  )
}

const bannedSentences = (place: string, text: string): string[] =>
  bannedIn(text).map(({ word, instead }) => `${place} has the word "${word}": ${instead}`)

/** This file quotes the words. */
const wordLists: ReadonlySet<string> = new Set(['tools/house/banned-words.ts', 'tools/house/banned-words.test.ts'])

/** Banned words in comments and titles of tests. */
function bannedInSources({ files }: ImportGraph): string[] {
  return [...files.values()].flatMap(({ path, prose }) =>
    wordLists.has(path) ? [] : prose.flatMap(({ line, text }) => bannedSentences(`${path}:${line}`, proseOf(text))),
  )
}

/** Banned words in the Markdown of the repository, except the expected output of extraction tests. */
function bannedInGuides(root: string): string[] {
  return trackedFiles(root)
    .filter((path) => path.endsWith('.md') && !path.endsWith('/expected.md'))
    .flatMap((path) =>
      proseOf(readFileSync(join(root, path), 'utf8'))
        .split('\n')
        .flatMap((text, at) => bannedSentences(`${path}:${at + 1}`, text)),
    )
}

/** Pictures of the house as Mermaid diagrams, drawn from the import graph: rooms on their floors, and a page's way. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floors, roomOf } from './floors.ts'
import { shippedGraph, type ImportGraph } from './import-graph.ts'
import { besideWay, pageWay, wayFiles, type WayStep } from './page-way.ts'

/** The guide that has the pictures. */
export const picturesGuide = 'docs/architecture.md'

const begin = (name: string): string => `<!-- begin of ${name}, drawn by ./dev house --draw -->`
const end = (name: string): string => `<!-- end of ${name} -->`

/**
 * The guide with its pictures as they are now.
 * @throws Error when the guide lacks the marks of a picture, or a step of the page's way is not in the code.
 */
export function guideWithPictures(root: string, graph: ImportGraph): string {
  const shipped = shippedGraph(graph)
  const pictures = { rooms: roomsPicture(shipped), 'the way of a page': wayPicture(shipped) }
  const notes: Readonly<Record<string, string>> = { 'the way of a page': besideNote() }
  let guide = readFileSync(join(root, picturesGuide), 'utf8')
  for (const [name, picture] of Object.entries(pictures)) {
    const from = guide.indexOf(begin(name))
    const to = guide.indexOf(end(name))
    if (from < 0 || to < from) throw new Error(`${picturesGuide} has no markers for ${name}`)
    const block = `${begin(name)}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${notes[name] ?? ''}`
    guide = `${guide.slice(0, from)}${block}${guide.slice(to)}`
  }
  return guide
}

const idOf = (name: string): string => name.replaceAll(/\W/g, '_')

/** Rooms by folder, the highest floors first; an arrow for each room that is imported and not reached through another one. */
export function roomsPicture({ imports }: ImportGraph): string {
  const edges = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const room = roomOf(path)
    if (room === null) continue
    const below = edges.get(room) ?? new Set<string>()
    edges.set(room, below)
    for (const target of targets) {
      const other = roomOf(target)
      if (other !== null && other !== room) below.add(other)
    }
  }
  const lines = ['flowchart TB']
  const rooms = floors
    .toReversed()
    .flat()
    .filter((room) => edges.has(room))
  for (const [folder, inside] of Map.groupBy(rooms, (room) => room.split('/')[0]!)) {
    lines.push(`  subgraph ${folder}`)
    for (const room of inside) lines.push(`    ${idOf(room)}_room["${room.slice(folder.length + 1) || folder}"]`)
    lines.push('  end')
  }
  for (const [room, below] of edges) {
    const through = new Set([...below].flatMap((other) => [...reachable(other, edges)]))
    for (const other of [...below].toSorted())
      if (!through.has(other)) lines.push(`  ${idOf(room)}_room --> ${idOf(other)}_room`)
  }
  return lines.join('\n')
}

/** Rooms below a room, itself apart. */
function reachable(room: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const open = [room]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const below of edges.get(next) ?? []) {
      if (!found.has(below)) open.push(below)
      found.add(below)
    }
  }
  return found
}

/** The steps of `pageWay`, each looked up in the code. */
function wayPicture(graph: ImportGraph): string {
  const lines = ['flowchart TB']
  const drawn = new Set<string>()
  for (const step of pageWay) {
    assertStep(step, graph)
    for (const path of [step.from, step.to]) {
      if (!drawn.has(path)) lines.push(`  ${idOf(path)}["${path}"]`)
      drawn.add(path)
    }
    lines.push(`  ${idOf(step.from)} -->|"${step.what}"| ${idOf(step.to)}`)
  }
  return lines.join('\n')
}

/** The files that each page also runs through, in a sentence below the picture. */
function besideNote(): string {
  const beside = Object.entries(besideWay).map(([path, what]) => `\`${path}\` (${what})`)
  return `The picture has ${wayFiles().length} files. Each page also runs through ${beside.length} others: ${beside.join(', ')}.\n\n`
}

/** @throws Error when the code has no such step. */
export function assertStep({ from, to, port = null }: WayStep, { files, imports }: ImportGraph): void {
  const imported = (path: string): ReadonlySet<string> => {
    if (!files.has(path)) throw new Error(`tools/house/page-way.ts names ${path}, which does not exist`)
    return imports.get(path) ?? new Set()
  }
  if (port === null && !imported(from).has(to)) {
    throw new Error(`tools/house/page-way.ts: ${from} does not import ${to}`)
  }
  if (port !== null && !(imported(from).has(port) && (to === port || imported(to).has(port)))) {
    throw new Error(`tools/house/page-way.ts: ${from} and ${to} do not both import ${port}`)
  }
}

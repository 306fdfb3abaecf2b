/** Files that are started as programs: nothing needs to import them. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

interface KnipFile {
  workspaces: Record<string, { entry: string[] }>
}

/** The entries of knip.json and the files that npm scripts name, relative to the repository. */
export function programsOf(root: string): Set<string> {
  const knip = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8')) as KnipFile
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const entries = Object.entries(knip.workspaces).flatMap(([folder, { entry }]) =>
    entry.filter((path) => !path.includes('*')).map((path) => posix.join(folder, path)),
  )
  const named = Object.values(scripts).flatMap((script) => script.match(/\S+\.ts\b/g) ?? [])
  return new Set([...entries, ...named])
}

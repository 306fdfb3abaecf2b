/**
 * The workflow bundle, built before the worker starts: bundling takes seconds, and the result depends on only a few
 * files.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'
import { runLogged } from '../checkout/run-logged.ts'
import { tailOfLog } from './log-files.ts'

const files = ['services/scrape-worker/bundle.ts', 'services/scrape-worker/slim-bundle.ts', 'package-lock.json']

/** Imports and exports that are there at run time, with the specifier. */
const valueImport = /^(?:import|export)\s+(?!type\s)[^'"]*?from\s+'([^']+)'/gm

/** Returns the file that a specifier names; null for a package that is not of the workspace. */
function imported(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return /^@seine\/(.+)$/.exec(specifier)?.[1] ?? null
}

/** Returns every file that the bundle is built from: the workflows, and what they import, without tests, sorted. */
function inputs(root: string): string[] {
  const open = readdirSync(join(root, 'workflows'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `workflows/${name}`)
  const found = new Set(files)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || !existsSync(join(root, next))) continue
    found.add(next)
    const text = readFileSync(join(root, next), 'utf8')
    for (const [, specifier = ''] of text.matchAll(valueImport)) open.push(imported(next, specifier) ?? next)
  }
  return [...found].toSorted()
}

/** Returns the path of the bundle for the current sources. */
export function bundlePath(root: string, directory: string): string {
  const hash = createHash('sha256')
  for (const name of inputs(root)) {
    const content = existsSync(join(root, name)) ? readFileSync(join(root, name)) : ''
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
  return join(directory, `workflow-bundle-${hash.digest('hex').slice(0, 24)}.js`)
}

/** Keeps only the newest bundles, so that switching between branches and back needs no rebuild. */
function removeOldBundles(directory: string): void {
  const bundles = readdirSync(directory)
    .filter((name) => name.startsWith('workflow-bundle-') && name.endsWith('.js'))
    .map((name) => ({ path: join(directory, name), mtimeMs: statSync(join(directory, name)).mtimeMs }))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  for (const { path } of bundles.slice(stackLimits.bundlesKept)) rmSync(path, { force: true })
}

export interface BundleTask {
  /** Path of the bundle, from `bundlePath`. */
  path: string
  directory: string
  /** Script that writes the bundle to the path in its only argument. */
  script: string
  environment: Record<string, string | undefined>
  cwd: string
  logFile: string
  signal: AbortSignal
}

/**
 * Builds the bundle in a separate process, unless it exists.
 * @throws Error with the end of the bundler's log.
 */
export async function buildBundle(task: BundleTask): Promise<void> {
  if (existsSync(task.path)) return
  mkdirSync(task.directory, { recursive: true })
  const draft = `${task.path}.${randomUUID()}`
  try {
    const failure = await runLogged({
      file: process.execPath,
      args: [task.script, draft],
      environment: task.environment,
      cwd: task.cwd,
      logFile: task.logFile,
      signal: task.signal,
    })
    if (failure !== null) {
      throw new Error(
        `the workflow bundle could not be built (${failure}); ${task.logFile} ends:\n${tailOfLog(task.logFile)}`,
      )
    }
    renameSync(draft, task.path)
    removeOldBundles(task.directory)
  } finally {
    rmSync(draft, { force: true })
  }
}

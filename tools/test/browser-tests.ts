/** Which test files load pages in Chromium, by what they and the modules of `test/` that they import contain. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A stack with a browser worker, a library that starts Chromium, or the parts of a browser worker. */
const browserMark = /\bbrowser: true\b|'(?:puppeteer|playwright-core)'|\/activities\/browser\//

/** Imports of modules by relative path, types included: a file too many does no harm. */
const relativeImport = /(?:from|import) '(\.\.?\/[^']+\.ts)'/g

interface Module {
  isMarked: boolean
  imported: string[]
}

/**
 * Returns a function that is true for a test file that starts Chromium; each module is read once.
 * @param root of the repository, to which paths are relative.
 */
export function browserTests(root: string): (path: string) => boolean {
  const modules = new Map<string, Module>()
  const moduleAt = (path: string): Module => {
    const known = modules.get(path) ?? readModule(root, path)
    modules.set(path, known)
    return known
  }
  return (test) => {
    const reached = new Set([test])
    // A set that grows is walked to its new end.
    for (const path of reached) {
      const { isMarked, imported } = moduleAt(path)
      if (isMarked) return true
      for (const next of imported) if (next.startsWith('test/')) reached.add(next)
    }
    return false
  }
}

function readModule(root: string, path: string): Module {
  const file = join(root, path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const folder = posix.dirname(path)
  return {
    isMarked: browserMark.test(text),
    imported: [...text.matchAll(relativeImport)].map(([, name]) => posix.join(folder, name!)),
  }
}

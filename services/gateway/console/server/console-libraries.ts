/** The libraries of the console: files of packages, served as they are published. */
import { fileURLToPath } from 'node:url'

/** Name in the import map → path below the folder of all files, and the file itself. */
export interface ConsoleLibrary {
  /** The specifier by which modules import it; null: imported by its path, as workers have no import map. */
  specifier: string | null
  path: string
  file: string
}

const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

/** Single ES modules that import nothing but each other. */
export const consoleLibraries: readonly ConsoleLibrary[] = [
  { specifier: 'preact', path: 'lib/preact.mjs', file: fileOf('preact') },
  { specifier: 'preact/hooks', path: 'lib/hooks.mjs', file: fileOf('preact/hooks') },
  { specifier: '@preact/signals-core', path: 'lib/signals-core.mjs', file: fileOf('@preact/signals-core') },
  { specifier: '@preact/signals', path: 'lib/signals.mjs', file: fileOf('@preact/signals') },
  { specifier: 'htm', path: 'lib/htm.mjs', file: fileOf('htm') },
  { specifier: 'diff/lib/diff/word.js', path: 'lib/diff/diff/word.js', file: fileOf('diff/lib/diff/word.js') },
  // Imported by the file above, by their paths beside it.
  { specifier: null, path: 'lib/diff/diff/base.js', file: fileOf('diff/lib/diff/base.js') },
  { specifier: null, path: 'lib/diff/util/string.js', file: fileOf('diff/lib/util/string.js') },
  {
    specifier: null,
    path: 'lib/markdown-it.mjs',
    file: fileURLToPath(new URL('browser/markdown-it.esm.min.mjs', import.meta.resolve('markdown-it'))),
  },
]

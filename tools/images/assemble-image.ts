/**
 * Assembles the content of an image in two folders, so that a change of the sources leaves the layer of packages
 * unchanged: `packages` with `node_modules`, `sources` with the program.
 * Usage: `node tools/images/assemble-image.ts TARGET OUTPUT_FOLDER`
 */
import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import { imageTargets, isUnusedFile, programsOf, unusedPackages } from './image-targets.ts'
import { reachableModules, workspacesOf } from './reachable-modules.ts'
import { reachablePackages } from './reachable-packages.ts'

/** Copies a file; scripts without their types, so that services run without the type stripper of Node.js. */
function copyFile(root: string, path: string, output: string): void {
  mkdirSync(dirname(join(output, path)), { recursive: true })
  if (!path.endsWith('.ts')) cpSync(join(root, path), join(output, path))
  else writeFileSync(join(output, path), stripTypeScriptTypes(readFileSync(join(root, path), 'utf8')))
}

function copyPackage(root: string, place: string, output: string): void {
  mkdirSync(dirname(join(output, place)), { recursive: true })
  cpSync(join(root, place), join(output, place), {
    recursive: true,
    filter: (from) => {
      const path = relative(join(root, place), from)
      // A nested package is copied separately.
      return !isUnusedFile(path) && !path.split('/').includes('node_modules')
    },
  })
}

/**
 * Copies the files that programs need.
 * @param root the repository, with its packages installed.
 * @param programs entry files of the programs, relative to the repository.
 * @param output folder to create; it must not be within a workspace of the repository.
 */
export function assembleImage(root: string, programs: readonly string[], output: string): void {
  const { files, packages } = reachableModules(root, programs)
  const packageFolder = join(output, 'packages')
  const sourceFolder = join(output, 'sources')
  for (const place of reachablePackages(root, packages, unusedPackages)) copyPackage(root, place, packageFolder)
  const workspaces = [...workspacesOf(root).values()].filter(({ folder }) =>
    files.some((file) => file.startsWith(`${folder}/`)),
  )
  // Data files are loaded by names built at run time, so all data of a used package is copied.
  const data = workspaces.flatMap(({ folder }) =>
    globSync(`${folder}/**/*`, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'testing' }).filter(
      (path) => !path.endsWith('.ts') && lstatSync(join(root, path)).isFile(),
    ),
  )
  for (const path of new Set(['package.json', 'LICENSE', ...files, ...data])) copyFile(root, path, sourceFolder)
  mkdirSync(join(packageFolder, 'node_modules/@seine'), { recursive: true })
  for (const { name, folder } of workspaces) {
    symlinkSync(join('../..', folder), join(packageFolder, 'node_modules', name))
  }
}

if (import.meta.main) {
  const [name, output] = process.argv.slice(2)
  const target = imageTargets.find((known) => known === name)
  if (target === undefined || output === undefined) throw new Error('usage: assemble-image.ts TARGET OUTPUT_FOLDER')
  assembleImage(repositoryRoot, programsOf(target), output)
}

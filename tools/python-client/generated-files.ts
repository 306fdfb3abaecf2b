/** The files of the Python client that are made from the API description, and from each other. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerModels } from './answer-models.ts'
import { readDescription } from './description.ts'
import { requestTypes } from './request-types.ts'
import { operationTable, routeMethods } from './route-methods.ts'
import { syncSource } from './sync-source.ts'

/** Folder of the package, from the top of the repository. */
export const packageFolder = 'clients/python/src/seine_client'

/** Path from the top of the repository → text. @param root of the repository. */
export function generatedFiles(root: string): Map<string, string> {
  const description = readDescription(root)
  const routes = routeMethods(description)
  const files = new Map([
    ['answers.py', answerModels(description)],
    ['requests.py', requestTypes(description)],
    ['_operations.py', operationTable(description)],
    ['_async/routes.py', routes],
    ['_sync/routes.py', syncSource(routes)],
  ])
  const written = globSync('_async/*.py', { cwd: join(root, packageFolder) })
  for (const path of written.filter((name) => name !== '_async/routes.py').toSorted()) {
    const source = readFileSync(join(root, packageFolder, path), 'utf8')
    files.set(path.replace('_async/', '_sync/'), syncSource(source))
  }
  return new Map([...files].map(([path, text]) => [`${packageFolder}/${path}`, text]))
}

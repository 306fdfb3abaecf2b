/**
 * Settings in folders: every file of a folder that `SEINE_SECRETS_DIRS` names is a setting, with the name of the file
 * as its name, as Kubernetes mounts the keys of a Secret. An environment is visible beyond its own process, and is
 * inherited by processes that it starts; a file is not.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commaList } from '../../values/comma-list.ts'
import { secretIn, type ReadSecrets } from './secret-files.ts'

/** The setting that names the folders, separated by commas. */
export const secretFolders = 'SEINE_SECRETS_DIRS'

export interface ReadFolders extends ReadSecrets {
  /** Path of the file of each setting that was in a folder. */
  paths: ReadonlyMap<string, string>
}

/**
 * Adds the settings in folders to those of an environment. Files without the prefix of settings are ignored, such as
 * certificates in the same Secret and the `..data` of Kubernetes.
 * @param environment is not changed.
 */
export function readSecretFolders(environment: Readonly<Record<string, string | undefined>>): ReadFolders {
  const resolved = { ...environment }
  const paths = new Map<string, string>()
  const problems: string[] = []
  for (const folder of commaList(environment[secretFolders] ?? '')) {
    for (const name of namesIn(folder, problems)) {
      const path = join(folder, name)
      const earlier = (environment[name] ?? '') === '' ? paths.get(name) : 'the environment'
      if (earlier !== undefined) {
        problems.push(`${name}: is in ${earlier} and in ${path}; set only one of them`)
        continue
      }
      paths.set(name, path)
      try {
        resolved[name] = secretIn(path)
      } catch (error) {
        problems.push(`${name}: ${path} ${(error as Error).message}; a file must be readable and not empty`)
      }
    }
  }
  return { environment: resolved, problems, paths }
}

/** Returns the names of the settings in a folder, and adds a problem when it cannot be read. */
function namesIn(folder: string, problems: string[]): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith('SEINE_'))
      .toSorted()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    problems.push(
      `${secretFolders}: ${folder} cannot be read (${code}); it must be a folder with a file for each setting`,
    )
    return []
  }
}

/**
 * Secrets in files: `SEINE_SERVICE_TOKEN_FILE=/run/secrets/token` stands for `SEINE_SERVICE_TOKEN` with what is
 * in that file, as Docker and Kubernetes hand out secrets. An environment is seen by more than its process.
 */
import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

const suffix = '_FILE'

export interface ReadSecrets {
  /** The environment with the secrets in place of the paths of their files. */
  environment: Record<string, string | undefined>
  /** What is wrong, each naming its setting; never what is in a file. */
  problems: string[]
}

/** What is in the file, without the line end that editors add. @throws Error in words */
function secretIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, { cause: error })
  }
  const secret = text.replace(/\r?\n$/, '')
  // A process without its secret would start with less protection than it was meant to have.
  if (secret === '') throw new Error('is empty')
  return secret
}

/**
 * Puts secrets in place of the paths of their files. An empty path is no path.
 * @param names of the settings that may be in a file.
 */
export function readSecretFiles(environment: Environment, names: Iterable<string>): ReadSecrets {
  const resolved: Record<string, string | undefined> = { ...environment }
  const problems: string[] = []
  for (const name of names) {
    const path = environment[name + suffix]
    delete resolved[name + suffix]
    if (path === undefined || path === '') continue
    if ((environment[name] ?? '') !== '') {
      problems.push(`${name + suffix}: ${name} is set too; one of both is to be`)
      continue
    }
    try {
      resolved[name] = secretIn(path)
    } catch (error) {
      problems.push(`${name + suffix}: ${path} ${(error as Error).message}`)
    }
  }
  return { environment: resolved, problems }
}

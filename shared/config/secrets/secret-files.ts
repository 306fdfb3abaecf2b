/**
 * Secrets in files: `SEINE_SERVICE_TOKEN_FILE=/run/secrets/token` sets `SEINE_SERVICE_TOKEN` to the content of that
 * file, as Docker and Kubernetes provide secrets. An environment is visible beyond its own process.
 */
import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

const suffix = '_FILE'

export interface ReadSecrets {
  /** The environment with the secrets instead of the paths of their files. */
  environment: Record<string, string | undefined>
  /** Problems, each naming its setting; never the content of a file. */
  problems: string[]
}

/** Reads a secret, without the final line break that editors add. @throws Error with a message for the operator. */
export function secretIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, { cause: error })
  }
  const secret = text.replace(/\r?\n$/, '')
  // A process without its secret would start with less protection than intended.
  if (secret === '') throw new Error('is empty')
  return secret
}

/**
 * Replaces the paths of secret files by the secrets. An empty path counts as not set.
 * @param names settings that may be in a file.
 */
export function readSecretFiles(environment: Environment, names: Iterable<string>): ReadSecrets {
  const resolved: Record<string, string | undefined> = { ...environment }
  const problems: string[] = []
  for (const name of names) {
    const path = environment[name + suffix]
    delete resolved[name + suffix]
    if (path === undefined || path === '') continue
    if ((environment[name] ?? '') !== '') {
      problems.push(`${name + suffix}: ${name} is set too; set only one of them`)
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

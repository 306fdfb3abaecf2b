/** Address and key of a service, as `seine login` stores them. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ShellPorts } from './shell-ports.ts'
import { UsageError } from './usage-error.ts'

/** A service and a key for it. */
export interface Credentials {
  url: string
  key: string
}

type Place = Pick<ShellPorts, 'environment' | 'home'>

/** Returns the path of the file. */
export const credentialsFile = ({ environment, home }: Place): string =>
  join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'seine', 'credentials.json')

/** Reads what is stored; null when nothing is. @throws UsageError when the file is damaged. */
export async function storedCredentials(place: Place): Promise<Credentials | null> {
  const file = credentialsFile(place)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { url, key } = JSON.parse(text) as Partial<Credentials>
    if (typeof url === 'string' && typeof key === 'string') return { url, key }
  } catch {
    // Reported below.
  }
  throw new UsageError(`${file} is damaged; run seine login again`)
}

/** Stores credentials, readable by their owner alone; the file is replaced as a whole. */
export async function storeCredentials(place: Place, credentials: Credentials): Promise<void> {
  const file = credentialsFile(place)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

/** Removes what is stored. */
export const removeCredentials = (place: Place): Promise<void> => rm(credentialsFile(place), { force: true })

/**
 * Returns the service that a command uses: of the flag and the environment, otherwise what is stored. A stored key is
 * only sent to the service that it was stored for.
 * @param url value of `--url`.
 * @throws UsageError if none exists.
 */
export async function chosenService(place: Place, url: string | undefined): Promise<{ url: string; key: string }> {
  const named = url ?? (place.environment['SEINE_URL'] || undefined)
  const key = place.environment['SEINE_KEY'] || undefined
  if (named !== undefined && key !== undefined) return { url: named, key }
  const stored = await storedCredentials(place)
  const address = named ?? stored?.url
  if (address === undefined) {
    throw new UsageError('no service is known: run seine login URL, or set SEINE_URL and SEINE_KEY')
  }
  const own = stored !== null && new URL(stored.url).href === new URL(address).href ? stored.key : undefined
  const chosen = key ?? own
  if (chosen === undefined) throw new UsageError(`no key for ${address} is known: run seine login, or set SEINE_KEY`)
  return { url: address, key: chosen }
}

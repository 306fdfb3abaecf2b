/**
 * System programs that tests call: found on PATH, otherwise installed where possible. When some are missing, one
 * message says which and why, and their tests are skipped.
 */
import { findOnPath } from './find-tool.ts'
import { installPackages, type PackageContext } from './system-packages.ts'

/** Programs that are installed together. */
export interface DebianPrograms<Name extends string = string> {
  /** Identifier for file names. */
  key: string
  title: string
  programs: readonly Name[]
  /** Includes packages that Debian only recommends but that the programs call. */
  packages: readonly string[]
  /** What is skipped without them. */
  without: string
}

/**
 * Returns PATH plus the system's directories for administration programs and for podman's, which are not on every
 * user's PATH.
 */
const searchPath = (environment: PackageContext['environment']): string =>
  `${environment.PATH ?? ''}:/usr/sbin:/sbin:/usr/lib/podman`

/** Returns the path of each program; null for a missing one. Installs nothing. */
function look<Name extends string>(
  programs: readonly Name[],
  environment: PackageContext['environment'],
): [Name, string | null][] {
  return programs.map((name) => [name, findOnPath(name, searchPath(environment))])
}

/** Returns the path of each program; null unless all are present. Installs nothing. */
export function findPrograms<Name extends string>(
  { programs }: Pick<DebianPrograms<Name>, 'programs'>,
  environment: PackageContext['environment'],
): Record<Name, string> | null {
  const found = look(programs, environment)
  return found.every(([, path]) => path !== null) ? (Object.fromEntries(found) as Record<Name, string>) : null
}

/** Returns the names of the missing programs. */
export function missingPrograms(
  { programs }: Pick<DebianPrograms, 'programs'>,
  environment: PackageContext['environment'],
): string[] {
  return look(programs, environment).flatMap(([name, path]) => (path === null ? [name] : []))
}

/**
 * Returns the paths of the programs, installing them first where possible. Concurrent set-ups install them once.
 * @returns null when one of them cannot be obtained, which has then been reported.
 */
export async function obtainPrograms<Name extends string>(
  wanted: DebianPrograms<Name>,
  context: PackageContext,
): Promise<Record<Name, string> | null> {
  const find = () => findPrograms(wanted, context.environment)
  const problem = await installPackages({ ...wanted, isThere: () => find() !== null }, context)
  const found = find()
  if (found === null) {
    const missing = missingPrograms(wanted, context.environment).join(', ')
    const why = problem ?? 'the packages do not contain them'
    context.progress.note(
      `  ! missing: ${missing} (${why}), so ${wanted.without}; by hand: apt-get install ${wanted.packages.join(' ')}`,
    )
  }
  return found
}

/** Redis, in which the processes of a stack share host state, and gateways their limits. */
export const redisPrograms = {
  key: 'redis',
  title: 'Redis',
  programs: ['redis-server'],
  packages: ['redis-server'],
  without: 'processes do not share the clocks of hosts, and tests with Redis are skipped',
} as const satisfies DebianPrograms

/**
 * Programs that stack tests run besides Node.js: for the samples in the documentation, and for inspecting processes.
 */
export const samplePrograms = {
  key: 'samples',
  title: 'programs for the samples',
  programs: ['bash', 'curl', 'python3', 'ps'],
  packages: ['bash', 'curl', 'python3', 'procps'],
  without: 'samples in these languages are not run',
} as const satisfies DebianPrograms

/** Shells in which the completion of the command `seine` is tried. */
export const shellPrograms = {
  key: 'shells',
  title: 'shells',
  programs: ['zsh', 'fish'],
  packages: ['zsh', 'fish'],
  without: 'tests of completion in these shells are skipped',
} as const satisfies DebianPrograms

/** A real Prometheus and the checker of its files. */
export const prometheusPrograms = {
  key: 'prometheus',
  title: 'Prometheus',
  programs: ['prometheus', 'promtool'],
  packages: ['prometheus'],
  without: 'tests of metrics, dashboard and alerts are skipped',
} as const satisfies DebianPrograms

/** Programs that create a root file system from Debian packages. */
const rootPrograms = ['mmdebstrap', 'gpg'] as const

/**
 * Programs that build and run container images without a daemon, on networks with container name resolution. netavark
 * calls iptables or nft, depending on its version.
 */
export const containerPrograms = {
  key: 'containers',
  title: 'container tools',
  programs: [...rootPrograms, 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'nft'],
  packages: [...rootPrograms, 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'nftables'],
  without: 'tests of the images are skipped',
} as const satisfies DebianPrograms

/** Programs that create a fresh system and run commands in it, see `test/fresh/`. */
export const freshPrograms = {
  key: 'fresh',
  title: 'tools for a fresh system',
  programs: [...rootPrograms, 'unshare', 'setpriv', 'mount', 'pivot_root'],
  packages: [...rootPrograms, 'util-linux', 'mount'],
  without: 'no fresh system can be made',
} as const satisfies DebianPrograms

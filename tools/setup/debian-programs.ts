/**
 * Programs from the system's packages that tests call: found on PATH, else installed where that is
 * possible. They may be missing: then one sentence says which and why, and their tests are skipped.
 */
import { findOnPath } from './find-tool.ts'
import { installPackages, type PackageContext } from './system-packages.ts'

/** Programs that are installed together. */
export interface DebianPrograms<Name extends string = string> {
  /** In names of files. */
  key: string
  title: string
  programs: readonly Name[]
  /** With what Debian only recommends and the programs call all the same. */
  packages: readonly string[]
  /** What is not done without them. */
  without: string
}

/** With where the system has programs for its administrator and for podman, which is not on every user's PATH. */
const searchPath = (environment: PackageContext['environment']): string =>
  `${environment.PATH ?? ''}:/usr/sbin:/sbin:/usr/lib/podman`

/** Path of each program; null for one that is not here. Nothing is installed. */
function look<Name extends string>(
  programs: readonly Name[],
  environment: PackageContext['environment'],
): [Name, string | null][] {
  return programs.map((name) => [name, findOnPath(name, searchPath(environment))])
}

/** Path of each program; null unless all are there. Nothing is installed. */
export function findPrograms<Name extends string>(
  { programs }: Pick<DebianPrograms<Name>, 'programs'>,
  environment: PackageContext['environment'],
): Record<Name, string> | null {
  const found = look(programs, environment)
  return found.every(([, path]) => path !== null) ? (Object.fromEntries(found) as Record<Name, string>) : null
}

/** Names of the programs that are not here. */
export function missingPrograms(
  { programs }: Pick<DebianPrograms, 'programs'>,
  environment: PackageContext['environment'],
): string[] {
  return look(programs, environment).flatMap(([name, path]) => (path === null ? [name] : []))
}

/**
 * Paths of the programs, which are installed first where that is possible. Set-ups that run at once
 * install them once.
 * @returns null where one of them cannot be had, which has been said then.
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
    const why = problem ?? 'the packages do not bring them'
    context.progress.note(
      `  ! missing: ${missing} (${why}), so ${wanted.without}; by hand: apt-get install ${wanted.packages.join(' ')}`,
    )
  }
  return found
}

/** Redis, in which the processes of a stack share hosts, and gateways their limits. */
export const redisPrograms = {
  key: 'redis',
  title: 'Redis',
  programs: ['redis-server'],
  packages: ['redis-server'],
  without: 'the clocks of hosts are per process, and tests with Redis are skipped',
} as const satisfies DebianPrograms

/** What stack tests run beside Node: the samples of the documentation, and a look at processes. */
export const samplePrograms = {
  key: 'samples',
  title: 'programs of the samples',
  programs: ['bash', 'curl', 'python3', 'ps'],
  packages: ['bash', 'curl', 'python3', 'procps'],
  without: 'samples in these languages are not run',
} as const satisfies DebianPrograms

/** A real Prometheus, and what checks its files. */
export const prometheusPrograms = {
  key: 'prometheus',
  title: 'Prometheus',
  programs: ['prometheus', 'promtool'],
  packages: ['prometheus'],
  without: 'tests of metrics, dashboard and alerts are skipped',
} as const satisfies DebianPrograms

/** Makes a root file system of Debian's packages. */
const rootPrograms = ['mmdebstrap', 'gpg'] as const

/**
 * What builds and runs container images without a daemon, on networks on which containers know each
 * other's names. netavark calls iptables or nft, according to its version.
 */
export const containerPrograms = {
  key: 'containers',
  title: 'container tools',
  programs: [...rootPrograms, 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'nft'],
  packages: [...rootPrograms, 'buildah', 'podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'nftables'],
  without: 'tests of the images are skipped',
} as const satisfies DebianPrograms

/** What makes a fresh system and runs commands in it, see `test/fresh/`. */
export const freshPrograms = {
  key: 'fresh',
  title: 'tools for a fresh system',
  programs: [...rootPrograms, 'unshare', 'setpriv', 'mount', 'pivot_root'],
  packages: [...rootPrograms, 'util-linux', 'mount'],
  without: 'no fresh system can be made',
} as const satisfies DebianPrograms

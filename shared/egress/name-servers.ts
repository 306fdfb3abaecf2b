/**
 * Resolves targets with name servers that the operator configures instead of the resolver of the operating system.
 * External name servers do not know the names of an internal network, so no answer reveals such names, and none of
 * them can be reached by name.
 */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ConfigError, type Config } from '../config/config.ts'
import { egressLimits } from '../config/limits.ts'
import { portOfEntry } from './policy/allow-entry.ts'
import { readEntries } from './policy/entry-list.ts'
import { systemResolve, type ResolvedAddress, type ResolveName } from './connections/resolver.ts'

const form = /^(?:\[(?<six>[^\]]+)\]|(?<four>[^:[\]]+))(?::(?<port>.*))?$/

/** Parses one server to the form that `Resolver.setServers` takes; otherwise returns the violated rule. */
function serverOf(text: string): { server: string } | string {
  const { six, four, port } = form.exec(text)?.groups ?? {}
  const family = six === undefined ? 4 : 6
  if (isIP(six ?? four ?? '') !== family) return 'is not of the form ip[:port], an IPv6 address in brackets'
  if (port !== undefined && portOfEntry(port) === undefined) return 'has a port that is not between 1 and 65535'
  return { server: text }
}

/** Queries both address families at once; one with addresses is enough. IPv4 addresses come first. */
async function askBoth(resolver: Resolver, name: string): Promise<ResolvedAddress[]> {
  const questions = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = questions.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  const failed = questions.find((answer) => answer.status === 'rejected')
  if (found.length === 0 && failed !== undefined) throw failed.reason
  return found
}

/**
 * Returns the resolver that the configuration specifies. With configured name servers, the hosts file and search
 * domains are not used.
 * @throws ConfigError naming every invalid entry of SEINE_EGRESS_DNS.
 */
export function readResolver({ SEINE_EGRESS_DNS: text }: Pick<Config, 'SEINE_EGRESS_DNS'>): ResolveName {
  const { entries, problems } = readEntries(text, serverOf)
  if (problems.length > 0) {
    throw new ConfigError(
      `invalid configuration\n  ${problems.map((problem) => `SEINE_EGRESS_DNS: ${problem}`).join('\n  ')}`,
    )
  }
  if (entries.length === 0) return systemResolve
  const resolver = new Resolver({ timeout: egressLimits.nameServerTimeoutMs, tries: egressLimits.nameServerTries })
  resolver.setServers(entries.map(({ server }) => server))
  return async (name) => await askBoth(resolver, name)
}

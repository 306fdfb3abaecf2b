/**
 * `SEINE_HOSTS_EXEMPT`: hosts that a tenant may ask without regard to others, because they are its own.
 * Entries are separated by commas: `tenant=host`, `tenant=host:port` or `tenant=*.suffix`. A host without a port is
 * meant on every port; a suffix has the hosts below it.
 */
import { ConfigError } from '@seine/shared/config/config.ts'
import type { HostUser } from '@seine/shared/pages/host-seats.ts'

/** True for a tenant that may ask a host without regard to others. @param host host name with its port, as in URLs. */
export type IsExempt = (user: HostUser, host: string) => boolean

const form = /^(?<tenant>[^=,\s]+)=(?:(?<below>\*\.)?(?<name>[^\s*:/[\]]+|\[[0-9a-fA-F:.]+\]))(?::(?<port>\d{1,5}))?$/

/** @throws ConfigError naming the entry that is none. */
export function readExemptHosts(setting: string): IsExempt {
  const entries = setting
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const { tenant = '', below, name = '', port } = form.exec(text)?.groups ?? {}
      const host = URL.parse(`http://${name}/`)?.hostname
      if (tenant === '' || !host || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
        throw new ConfigError(
          `invalid configuration\n  SEINE_HOSTS_EXEMPT: ${JSON.stringify(text)} is not of the form tenant=host[:port] or tenant=*.suffix[:port]`,
        )
      }
      return { tenant, host, below: below !== undefined, port: port ?? null }
    })
  if (entries.length === 0) return () => false
  return (user, host) => {
    const url = URL.parse(`http://${host}/`)
    if (url === null) return false
    // URLs leave out the port that their scheme has anyway.
    const asked = { name: url.hostname, ports: url.port === '' ? ['80', '443'] : [url.port] }
    return entries.some(
      ({ tenant, host: own, below, port }) =>
        tenant === user.tenant &&
        (below ? asked.name.endsWith(`.${own}`) : asked.name === own) &&
        (port === null || asked.ports.includes(port)),
    )
  }
}

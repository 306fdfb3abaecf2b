/**
 * `SEINE_HOSTS_EXEMPT`: hosts that a tenant may request without taking turns with other users, because they belong to
 * the tenant. Entries are separated by commas: `tenant=host`, `tenant=host:port` or `tenant=*.suffix`. A host without a
 * port applies to every port; a suffix applies to all hosts below it.
 */
import { ConfigError } from '@seine/shared/config/config.ts'
import type { HostUser } from '@seine/shared/pages/host-seats.ts'
import { commaList } from '@seine/shared/values/comma-list.ts'

/**
 * True when a tenant may request a host without taking turns. @param host host name with its port, as in URLs.
 */
export type IsExempt = (user: HostUser, host: string) => boolean

const form = /^(?<tenant>[^=,\s]+)=(?:(?<below>\*\.)?(?<name>[^\s*:/[\]]+|\[[0-9a-fA-F:.]+\]))(?::(?<port>\d{1,5}))?$/

/** Parses the setting. @throws ConfigError naming an invalid entry. */
export function readExemptHosts(setting: string): IsExempt {
  const entries = commaList(setting).map((text) => {
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
    // URLs omit the default port of their scheme.
    const target = { name: url.hostname, ports: url.port === '' ? ['80', '443'] : [url.port] }
    return entries.some(
      ({ tenant, host: own, below, port }) =>
        tenant === user.tenant &&
        (below ? target.name.endsWith(`.${own}`) : target.name === own) &&
        (port === null || target.ports.includes(port)),
    )
  }
}

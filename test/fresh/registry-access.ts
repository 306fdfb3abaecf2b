/**
 * How this machine reaches package registries: settings of npm, Go, pip and of TLS, which a user sets independently of
 * the installed software. A fresh system receives only these settings of this machine.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface RegistryAccess {
  variables: Record<string, string>
  /** Path on this machine to path in the fresh system. */
  files: Record<string, string>
}

type Environment = Record<string, string | undefined>

/** Settings whose value is passed as it is. */
const words =
  /^(?:(?:https?|no|all)_proxy|go(?:proxy|sumdb|nosumdb|noproxy|private|flags)|pip_(?:index_url|extra_index_url))$/i
/** Settings whose value is the path of a file with certificate authorities. */
const authorities = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE']
/** Location of the files in the fresh system. */
const folder = '/etc/registry-access'

/** File with the settings of `go env -w`, or null if none exists. */
function goSettings(environment: Environment): string | null {
  try {
    return execFileSync('go', ['env', 'GOENV'], { encoding: 'utf8', env: environment }).trim()
  } catch {
    return null
  }
}

/** The settings of this process and its user; missing ones are left out. */
export function registryAccess(environment: Environment): RegistryAccess {
  const home = environment['HOME'] ?? homedir()
  const variables: Record<string, string> = {}
  const files: Record<string, string> = { '/etc/resolv.conf': '/etc/resolv.conf' }
  const hand = (variable: string, path: string | null, place: string): void => {
    if (path === null || !existsSync(path)) return
    variables[variable] = place
    files[place] = path
  }
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && words.test(name)) variables[name] = value
  }
  for (const name of authorities) hand(name, environment[name] ?? null, join(folder, name.toLowerCase()))
  hand('NPM_CONFIG_USERCONFIG', environment['NPM_CONFIG_USERCONFIG'] ?? join(home, '.npmrc'), join(folder, 'npmrc'))
  hand('GOENV', goSettings(environment), join(folder, 'go.env'))
  const pip = [environment['PIP_CONFIG_FILE'] ?? '', join(home, '.config/pip/pip.conf'), '/etc/pip.conf']
  hand('PIP_CONFIG_FILE', pip.find((path) => existsSync(path)) ?? null, join(folder, 'pip.conf'))
  return { variables, files }
}

/** Which back-ends return the results of which engine, as configured by the operator. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { ConfigError, type Config } from '@seine/shared/config/config.ts'
import type { SerpBackend } from './results/contract.ts'
import { commaList } from '@seine/shared/values/comma-list.ts'

export type BackendName = SerpBackend['name']

export interface SerpSettings {
  /** In the order in which they are queried; empty when the engine is not configured. */
  backends: Readonly<Record<SerpEngine, readonly BackendName[]>>
  /** Without a trailing slash; null when not set. */
  searxngUrl: string | null
  brave: { url: string; key: string } | null
  /** Base URL of the pages of each engine. */
  bases: Readonly<Record<SerpEngine, string>>
  /** How long answers are kept, seconds; 0 disables keeping. */
  cacheSecs: number
}

/** The configuration variables of searches. */
export type SerpConfig = Pick<
  Config,
  Extract<keyof Config, `SEINE_SERP_${string}` | `SEINE_BRAVE_${string}` | 'SEINE_SEARXNG_URL'>
>

const backendNames = ['searxng', 'brave', 'html'] as const satisfies readonly BackendName[]
const settingOf = { google: 'SEINE_SERP_GOOGLE', bing: 'SEINE_SERP_BING', duckduckgo: 'SEINE_SERP_DUCKDUCKGO' } as const

const isBackend = (name: string): name is BackendName => backendNames.some((known) => known === name)

/** Returns a base URL; null for an invalid one, which is added to the problems. */
function baseOf(name: keyof SerpConfig, text: string, problems: string[]): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) problems.push(`${name}: must be a URL with http: or https:`)
  else if (url.username !== '' || url.password !== '') problems.push(`${name}: must have no credentials`)
  else if (url.search !== '' || url.hash !== '') problems.push(`${name}: must have neither a query nor a fragment`)
  else return url.href.replace(/\/+$/, '')
  return null
}

/** Returns the setting that a back-end lacks; null when none is missing. */
function missingFor(backend: BackendName, config: SerpConfig): string | null {
  if (backend === 'searxng' && config.SEINE_SEARXNG_URL.trim() === '') return 'SEINE_SEARXNG_URL'
  return backend === 'brave' && config.SEINE_BRAVE_KEY.trim() === '' ? 'SEINE_BRAVE_KEY' : null
}

function backendsOf(engine: SerpEngine, config: SerpConfig, problems: string[]): BackendName[] {
  const setting = settingOf[engine]
  const names = commaList(config[setting]).map((name) => name.toLowerCase())
  // Brave has its own index, and engines object to having their pages read: both must be configured by name.
  if (names.length === 0) return config.SEINE_SEARXNG_URL.trim() === '' ? [] : ['searxng']
  for (const name of names) {
    if (!isBackend(name)) problems.push(`${setting}: allows only the back-ends ${backendNames.join(', ')}`)
    else {
      const missing = missingFor(name, config)
      if (missing !== null) problems.push(`${setting}: ${name} needs ${missing}`)
    }
  }
  return [...new Set(names.filter((name) => isBackend(name)))]
}

/**
 * Reads the settings.
 * @throws ConfigError that names every problem. It quotes no value.
 */
export function readSerpSettings(config: SerpConfig): SerpSettings {
  const problems: string[] = []
  const searxng = config.SEINE_SEARXNG_URL.trim()
  const key = config.SEINE_BRAVE_KEY.trim()
  if (/[^\x21-\x7E]/.test(key)) problems.push('SEINE_BRAVE_KEY: must have no white space and nothing beyond ASCII')
  const base = (name: keyof SerpConfig): string => baseOf(name, String(config[name]).trim(), problems) ?? ''
  const settings: SerpSettings = {
    backends: {
      google: backendsOf('google', config, problems),
      bing: backendsOf('bing', config, problems),
      duckduckgo: backendsOf('duckduckgo', config, problems),
    },
    searxngUrl: searxng === '' ? null : base('SEINE_SEARXNG_URL'),
    brave: key === '' ? null : { url: base('SEINE_BRAVE_URL'), key },
    bases: {
      google: base('SEINE_SERP_GOOGLE_URL'),
      bing: base('SEINE_SERP_BING_URL'),
      duckduckgo: base('SEINE_SERP_DUCKDUCKGO_URL'),
    },
    cacheSecs: config.SEINE_SERP_CACHE_SECS,
  }
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${problems.join('\n  ')}`)
  return settings
}

/** User agent strings and the matching client hints. */

interface Brand {
  brand: string
  version: string
}

/** Client hints of a browser, with the names of the DevTools protocol. */
export interface UserAgentHints {
  brands: Brand[]
  fullVersionList: Brand[]
  platform: string
  platformVersion: string
  architecture: string
  bitness: string
  model: string
  mobile: boolean
  wow64: boolean
}

/** Characters, versions and position of the made-up brand, as in `user_agent_utils.cc` of Chromium. */
const fillers = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const fillerVersions = ['8', '99', '24']
const places = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/**
 * Returns the brands as this version of Chromium lists them: a made-up one, Chromium, and the product.
 * @param version full or major.
 * @param product null for plain Chromium.
 */
function brandList(version: string, product: string | null, full: boolean): Brand[] {
  const seed = Number.parseInt(version, 10)
  const made = `Not${fillers[seed % fillers.length]}A${fillers[(seed + 1) % fillers.length]}Brand`
  const madeVersion = fillerVersions[seed % fillerVersions.length] ?? '8'
  const shown = full ? version : String(seed)
  const brands: Brand[] = [
    { brand: made, version: full ? `${madeVersion}.0.0.0` : madeVersion },
    { brand: 'Chromium', version: shown },
  ]
  if (product === null) return seed % 2 === 0 ? brands : brands.toReversed()
  brands.push({ brand: product, version: shown })
  const order = places[seed % places.length] ?? places[0]
  const sorted: Brand[] = []
  for (const [index, brand] of brands.entries()) sorted[order[index] ?? index] = brand
  return sorted
}

/** Returns the operating system of a user agent string: its name in client hints, and `navigator.platform`. */
function systemOf(userAgent: string): { platform: string; navigatorPlatform: string | null } {
  if (userAgent.includes('Android')) return { platform: 'Android', navigatorPlatform: 'Linux armv81' }
  if (userAgent.includes('Windows')) return { platform: 'Windows', navigatorPlatform: 'Win32' }
  if (userAgent.includes('Macintosh')) return { platform: 'macOS', navigatorPlatform: 'MacIntel' }
  if (userAgent.includes('CrOS')) return { platform: 'Chrome OS', navigatorPlatform: null }
  return { platform: 'Linux', navigatorPlatform: null }
}

/** Returns the user agent string of the browser itself, in the reduced form and without the word Headless. */
export const plainUserAgent = (version: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${Number.parseInt(version, 10)}.0.0.0 Safari/537.36`

/** Returns the client hints of the browser itself. @param version full, such as `156.0.8078.79`. */
export const plainHints = (version: string): UserAgentHints => ({
  brands: brandList(version, null, false),
  fullVersionList: brandList(version, null, true),
  platform: 'Linux',
  platformVersion: '',
  architecture: process.arch === 'arm64' ? 'arm' : 'x86',
  bitness: '64',
  model: '',
  mobile: false,
  wow64: false,
})

export interface AgentFacts {
  /** null for a user agent that sends no client hints. */
  hints: UserAgentHints | null
  /** Value of `navigator.platform`; null: unchanged. */
  navigatorPlatform: string | null
}

/**
 * Returns the facts that match a user agent string of the caller: hints of its version if it is a Chromium, no hints
 * otherwise.
 */
export function factsOfUserAgent(userAgent: string): AgentFacts {
  const { platform, navigatorPlatform } = systemOf(userAgent)
  const version = /\bChrome\/(\d+(?:\.\d+){0,3})/.exec(userAgent)?.[1]
  if (version === undefined || /\bOPR\/|\bHeadlessChrome\//.test(userAgent)) return { hints: null, navigatorPlatform }
  const product = userAgent.includes(' Edg/') ? 'Microsoft Edge' : 'Google Chrome'
  const full = version.split('.').concat('0', '0', '0').slice(0, 4).join('.')
  const hints: UserAgentHints = {
    ...plainHints(full),
    brands: brandList(full, product, false),
    fullVersionList: brandList(full, product, true),
    platform,
    mobile: userAgent.includes('Mobile'),
  }
  return { hints, navigatorPlatform }
}

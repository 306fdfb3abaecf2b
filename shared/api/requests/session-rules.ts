/** Rules of playbooks that a schema cannot express. */
import { sessionLimits } from '../../config/session-limits.ts'
import { selectorProblem } from '../../selectors/css-problem.ts'
import { isOfDomain } from '../../sessions/domain.ts'
import { hasBrokenReference, secretNamePattern, secretNamesIn } from '../../sessions/secret-references.ts'
import { compileUrlPattern } from '../../urls/patterns.ts'
import { checkActions } from '../rules/action-rules.ts'
import { checkCountry } from '../rules/country-rule.ts'
import { checkHeaders } from '../rules/header-rules.ts'
import { isObject } from '../rules/json-object.ts'
import { problemSegment, type ProblemList } from '../rules/problem-list.ts'
import { cookieHost } from './session-playbook.ts'
import { maskedRule, maskedValue } from '../../values/masked-value.ts'
import { checkUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { headerValuePattern, tokenPattern } from '../rules/header-rules.ts'

type Fields = Record<string, unknown>

const at = '/playbook'

/** The context in which a playbook is checked. */
export interface PlaybookPlace {
  /** Null when the domain itself is invalid: values that depend on it are not checked. */
  domain: string | null
  /** Names of the stored secrets, which stay when none are given; null when nothing is stored. */
  keptSecrets: ReadonlySet<string> | null
  policy: UrlPolicy
}

const cookieValue = /^[\t\u0020-\u003a\u003c-\u007e\u0080-\u00ff]*$/

const sendable = /^[\u0020-\u007e]*$/

const notOfDomain = (domain: string): string => `must be in the domain of the session, ${domain}`

function checkStartUrl(playbook: Fields, { domain, policy }: PlaybookPlace, list: ProblemList): URL | null {
  const { start_url: text } = playbook
  if (typeof text !== 'string') return null
  const pointer = `${at}/start_url`
  if (hasBrokenReference(text) || secretNamesIn(text).length > 0) {
    list.add(pointer, 'validation_failed', 'must have no secrets')
    return null
  }
  const url = checkUrl(text, pointer, policy, list)
  if (url === null || domain === null) return url
  if (!isOfDomain(url.hostname, domain)) list.add(pointer, 'session_domain_mismatch', notOfDomain(domain))
  return url
}

function checkCookie(cookie: Fields, pointer: string, domain: string | null, list: ProblemList): void {
  const { name, value, domain: cookieDomain } = cookie
  if (typeof name === 'string' && !tokenPattern.test(name)) {
    list.add(`${pointer}/name`, 'validation_failed', 'is not the name of a cookie')
  }
  if (typeof value === 'string' && !cookieValue.test(value)) {
    list.add(`${pointer}/value`, 'validation_failed', 'must have no control characters and no semicolons')
  }
  if (typeof name === 'string' && typeof value === 'string') {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value)
    if (bytes > sessionLimits.cookieMaxBytes) {
      list.add(pointer, 'validation_failed', `must have at most ${sessionLimits.cookieMaxBytes} bytes`)
    }
  }
  if (typeof cookieDomain !== 'string') return
  const host = cookieHost(cookieDomain)
  if (host === null) list.add(`${pointer}/domain`, 'validation_failed', 'is not a host name')
  else if (domain !== null && !isOfDomain(host, domain)) {
    list.add(`${pointer}/domain`, 'session_domain_mismatch', notOfDomain(domain))
  }
}

function checkStorage(given: Fields, start: URL | null, place: PlaybookPlace, list: ProblemList): void {
  const pointer = `${at}/local_storage`
  const entries = Object.entries(given)
  const flat = entries.filter(([, value]) => typeof value === 'string')
  if (flat.length > 0 && flat.length < entries.length) {
    list.add(pointer, 'validation_failed', 'must have either origins or keys, not both')
    return
  }
  if (flat.length > 0 && start === null && !list.touches(`${at}/start_url`)) {
    list.add(pointer, 'validation_failed', 'must name the origins, as there is no `start_url`')
  }
  if (flat.length === 0) checkOrigins(entries, place, list)
  const bytes = Buffer.byteLength(JSON.stringify(given))
  if (bytes > sessionLimits.storageMaxBytes) {
    list.add(pointer, 'validation_failed', `must have at most ${sessionLimits.storageMaxBytes} bytes in all`)
  }
}

function checkOrigins(entries: readonly [string, unknown][], { domain }: PlaybookPlace, list: ProblemList): void {
  const seen = new Set<string>()
  if (entries.length > sessionLimits.originsMax) {
    list.add(`${at}/local_storage`, 'validation_failed', `must have at most ${sessionLimits.originsMax} origins`)
  }
  for (const [text] of entries) {
    const pointer = `${at}/local_storage/${problemSegment(text)}`
    const url = URL.parse(text)
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    if (!isOrigin) list.add(pointer, 'validation_failed', 'must be an origin, such as `https://example.com`')
    else if (seen.has(url.origin)) list.add(pointer, 'validation_failed', 'is given twice')
    else if (domain !== null && !isOfDomain(url.hostname, domain)) {
      list.add(pointer, 'session_domain_mismatch', notOfDomain(domain))
    }
    if (isOrigin) seen.add(url.origin)
  }
}

function checkCondition(condition: Fields, pointer: string, list: ProblemList): void {
  const { url_pattern: pattern } = condition
  if (typeof pattern === 'string' && !list.touches(`${pointer}/url_pattern`)) {
    const compiled = compileUrlPattern(pattern)
    for (const { code, message } of compiled.ok ? [] : compiled.problems) {
      list.add(`${pointer}/url_pattern`, code, message)
    }
  }
  for (const name of ['selector', 'selector_absent']) {
    const selector = condition[name]
    if (typeof selector !== 'string' || list.touches(`${pointer}/${name}`)) continue
    const problem = selectorProblem(selector)
    if (problem !== null) {
      list.add(
        `${pointer}/${name}`,
        'validation_failed',
        `must be a CSS selector that can be evaluated on a document: ${problem}`,
        selector,
      )
    }
  }
}

/** Yields every text that may refer to secrets, with its pointer. */
function* textsOf(playbook: Fields): Generator<[pointer: string, text: string]> {
  const { actions, cookies, headers, local_storage: storage } = playbook
  const members = function* (value: unknown, pointer: string): Generator<[string, string]> {
    if (!isObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      const inside = `${pointer}/${problemSegment(name)}`
      if (typeof member === 'string') yield [inside, member]
      else yield* members(member, inside)
    }
  }
  for (const [name, entries] of Object.entries({ actions, cookies })) {
    for (const [index, entry] of Array.isArray(entries) ? entries.entries() : []) {
      if (isObject(entry) && typeof entry['value'] === 'string') yield [`${at}/${name}/${index}/value`, entry['value']]
    }
  }
  yield* members(headers, `${at}/headers`)
  yield* members(storage, `${at}/local_storage`)
}

/** Returns the name of a place that uses a secret but cannot carry its characters; null if none exists. */
function unsendable(name: string, value: unknown, { headers, cookies }: Fields): string | null {
  if (typeof value !== 'string') return null
  const has = (text: unknown): boolean => typeof text === 'string' && secretNamesIn(text).includes(name)
  if (!headerValuePattern.test(value) && isObject(headers) && Object.values(headers).some(has)) return 'a header'
  const isCookie = Array.isArray(cookies) && cookies.some((cookie) => isObject(cookie) && has(cookie['value']))
  return isCookie && !cookieValue.test(value) ? 'a cookie' : null
}

/** Returns the total size of all secret values, bytes in UTF-8. */
const secretBytes = (secrets: Fields): number =>
  Object.values(secrets).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  )

function checkSecrets(playbook: Fields, kept: ReadonlySet<string> | null, list: ProblemList): void {
  const { secrets } = playbook
  const given = isObject(secrets) ? Object.keys(secrets) : null
  const bytes = isObject(secrets) ? secretBytes(secrets) : 0
  if (bytes > sessionLimits.secretsMaxBytes) {
    list.add(
      `${at}/secrets`,
      'validation_failed',
      `must have at most ${sessionLimits.secretsMaxBytes} bytes in all, as every page is searched for them; it has ${bytes}`,
    )
  }
  for (const name of given ?? []) {
    const pointer = `${at}/secrets/${problemSegment(name)}`
    if (!secretNamePattern.test(name)) {
      list.add(pointer, 'validation_failed', 'must have a name of at most 64 letters, digits and `_`')
    }
    const value = isObject(secrets) ? secrets[name] : undefined
    if (value === maskedValue) list.add(pointer, 'validation_failed', maskedRule)
    const place = unsendable(name, value, playbook)
    if (place !== null) list.add(pointer, 'validation_failed', `has characters that ${place} cannot have`)
    if (typeof value === 'string' && Buffer.byteLength(value) > sessionLimits.secretMaxBytes) {
      list.add(pointer, 'validation_failed', `must have at most ${sessionLimits.secretMaxBytes} bytes`)
    }
  }
  const known = given === null ? (kept ?? new Set<string>()) : new Set(given)
  for (const [pointer, text] of textsOf(playbook)) {
    if (list.touches(pointer)) continue
    if (text === maskedValue) list.add(pointer, 'validation_failed', maskedRule)
    const missing = secretNamesIn(text).find((name) => !known.has(name))
    if (missing !== undefined)
      list.add(pointer, 'validation_failed', `refers to the secret \`${missing}\`, which does not exist`)
    else if (hasBrokenReference(text)) {
      list.add(pointer, 'validation_failed', 'has a reference to a secret that is not of the form `{{secret.name}}`')
    }
  }
}

/**
 * Checks a playbook, as far as its values have the right type.
 * @param list renames `/scrape/actions`, which the rules of actions report, to `/playbook/actions`.
 */
export function checkPlaybook(playbook: Fields, place: PlaybookPlace, list: ProblemList): void {
  const { actions, cookies, headers, js_render: jsRender, local_storage: storage, user_agent: userAgent } = playbook
  const start = checkStartUrl(playbook, place, list)
  if (Array.isArray(actions)) {
    checkActions(actions, list)
    if (actions.length > 0 && playbook['start_url'] === undefined) {
      list.add(`${at}/start_url`, 'validation_failed', 'is required by `actions`')
    }
    if (actions.length > 0 && jsRender === false) {
      list.add(`${at}/js_render`, 'invalid_combination', 'must not be false together with actions')
    }
  }
  for (const [index, cookie] of Array.isArray(cookies) ? cookies.entries() : []) {
    if (isObject(cookie)) checkCookie(cookie, `${at}/cookies/${index}`, place.domain, list)
  }
  if (isObject(headers)) {
    checkHeaders(headers, `${at}/headers`, { totalMaxBytes: sessionLimits.headersMaxBytes }, list)
  }
  checkCountry(playbook['geolocation'], `${at}/geolocation`, list)
  if (isObject(storage)) checkStorage(storage, start, place, list)
  if (typeof userAgent === 'string' && !sendable.test(userAgent)) {
    list.add(`${at}/user_agent`, 'validation_failed', 'must have only visible ASCII characters')
  }
  for (const name of ['success', 'logged_out']) {
    const condition = playbook[name]
    if (isObject(condition)) checkCondition(condition, `${at}/${name}`, list)
  }
  checkSecrets(playbook, place.keptSecrets, list)
}

/** API calls: sends the key in a header, throws problems as errors, and updates whether the service answers. */
import { viewLimits } from '../console-view-limits.ts'
import { ServiceProblem, ServiceAway, SignedOut } from './service-problem.ts'
import { atSignOut, apiKey, signOut } from './session.ts'
import { forgetAway, serviceIsAway } from './away.ts'
import { noteAnswer } from './last-answer.ts'
import { serviceRoot } from './root.ts'

export interface ApiCallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** True for an event stream: the time limit applies to its headers alone. */
  endless?: boolean
}

/** JSON of an answer, with values from its headers. */
export interface ApiAnswer<T> {
  body: T
  headers: Headers
}

atSignOut(forgetAway)

const isAwayStatus = (status: number): boolean => status === 502 || status === 503

/** Returns a request to the service with a key. @param path below the root of the service, such as `jobs?limit=1`. */
export function requestWith(key: string, path: string, options: ApiCallOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal } = options
  return fetch(new URL(path.replace(/^\//, ''), serviceRoot), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Returns whether the service answers a read. */
const tried = (key: string, path: string) => async (): Promise<boolean> => {
  const response = await requestWith(key, path, { signal: AbortSignal.timeout(viewLimits.readWithinMs) })
  await response.body?.cancel()
  return !isAwayStatus(response.status)
}

const problemOf = async (response: Response): Promise<ServiceProblem> => {
  const body = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ServiceProblem>[1]
  return new ServiceProblem(response.status, body, response.headers.get('retry-after'))
}

/**
 * Sends a request with the key of the session.
 * @param path below the root of the service, with its query.
 * @throws SignedOut without a key or with one that is refused; ServiceAway; ServiceProblem; the reason of `signal`.
 */
export async function send(path: string, options: ApiCallOptions = {}): Promise<Response> {
  const key = apiKey.value
  if (key === null) throw new SignedOut()
  const read = (options.method ?? 'GET') === 'GET'
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), read ? viewLimits.readWithinMs : viewLimits.answerWithinMs)
  const signal = options.signal === undefined ? late.signal : AbortSignal.any([options.signal, late.signal])
  let response: Response
  try {
    response = await requestWith(key, path, { ...options, signal })
  } catch {
    clearTimeout(timer)
    options.signal?.throwIfAborted()
    serviceIsAway(tried(key, read && options.endless !== true ? path : 'healthz'))
    throw new ServiceAway('the service did not answer')
  }
  if (options.endless === true) clearTimeout(timer)
  if (apiKey.value !== key) throw new SignedOut()
  if (!isAwayStatus(response.status)) noteAnswer()
  if (response.ok) return response
  if (response.status === 401) {
    signOut('This key is not valid.')
    throw new SignedOut()
  }
  const problem = await problemOf(response)
  // A problem that names its code is the answer to what was asked, such as a page that a worker could not load.
  if (isAwayStatus(response.status) && (read || problem.code === '')) {
    serviceIsAway(tried(key, read ? path : 'healthz'))
    throw new ServiceAway(problem.message)
  }
  throw problem
}

/** Sends a request and reads its JSON, with headers. @throws as `send` does. */
export async function callWithHeaders<T>(path: string, options: ApiCallOptions = {}): Promise<ApiAnswer<T>> {
  const response = await send(path, options)
  const body = (response.status === 204 ? null : await response.json()) as T
  return { body, headers: response.headers }
}

/** Sends a request and returns its JSON. @throws as `send` does. */
export async function call<T>(path: string, options: ApiCallOptions = {}): Promise<T> {
  return (await callWithHeaders<T>(path, options)).body
}

/** Headers of a `POST` that creates something; the idempotency key keeps a repeated request from creating it twice. */
export const once = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID?.() ?? randomId() })

/** `crypto.randomUUID` exists in secure contexts only. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a path with a query; parameters that are empty or null are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

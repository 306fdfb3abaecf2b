/** API calls: sends the key in a header, throws problems as errors, and updates whether the service answers. */
import { viewLimits } from '../console-view-limits.ts'
import { ServiceProblem, ServiceAway, SignedOut } from './service-problem.ts'
import { atSignOut, apiKey, signOut } from './session.ts'
import { forgetAway, serviceIsAway } from './away.ts'
import { bodyText } from './body-text.ts'
import { noteAnswer } from './last-answer.ts'
import { serviceRoot } from './root.ts'

export interface ApiCallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** True for an event stream, which is not requested again to find out whether the service answers. */
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

/** Sends a request with a limit for the headers of its answer, milliseconds; `bodyText` has one for the body. */
async function headersWithin(withinMs: number, key: string, path: string, options: ApiCallOptions): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), withinMs)
  const signal = options.signal === undefined ? late.signal : AbortSignal.any([options.signal, late.signal])
  try {
    return await requestWith(key, path, { ...options, signal })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns whether the service answers a read.
 * @param whole whether the body has to arrive too.
 */
const tried =
  (key: string, path: string, whole = false) =>
  async (): Promise<boolean> => {
    const response = await headersWithin(viewLimits.readWithinMs, key, path, {})
    if (whole) await bodyText(response, viewLimits.readWithinMs)
    else await response.body?.cancel()
    return !isAwayStatus(response.status)
  }

const problemOf = async (response: Response): Promise<ServiceProblem> => {
  const read = async (): Promise<ConstructorParameters<typeof ServiceProblem>[1]> =>
    JSON.parse(await bodyText(response, viewLimits.readWithinMs)) as ConstructorParameters<typeof ServiceProblem>[1]
  return new ServiceProblem(response.status, await read().catch(() => ({})), response.headers.get('retry-after'))
}

const isRead = ({ method = 'GET' }: ApiCallOptions): boolean => method === 'GET'

/**
 * Sends a request with the key of the session.
 * @param path below the root of the service, with its query.
 * @returns the answer, whose body may still be arriving.
 * @throws SignedOut without a key or with one that is refused; ServiceAway; ServiceProblem; the reason of `signal`.
 */
export async function send(path: string, options: ApiCallOptions = {}): Promise<Response> {
  const key = apiKey.value
  if (key === null) throw new SignedOut()
  const read = isRead(options)
  let response: Response
  try {
    response = await headersWithin(read ? viewLimits.readWithinMs : viewLimits.answerWithinMs, key, path, options)
  } catch {
    options.signal?.throwIfAborted()
    serviceIsAway(tried(key, read && options.endless !== true ? path : 'healthz'))
    throw new ServiceAway('the service did not answer')
  }
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

/** Sends a request and reads its whole answer. @throws as `send` does; ServiceAway when the answer breaks off. */
async function answerWithText(path: string, options: ApiCallOptions): Promise<{ response: Response; text: string }> {
  const response = await send(path, options)
  const key = apiKey.value
  try {
    return { response, text: await bodyText(response, viewLimits.readWithinMs) }
  } catch {
    options.signal?.throwIfAborted()
    if (key === null || apiKey.value !== key) throw new SignedOut()
    serviceIsAway(isRead(options) ? tried(key, path, true) : tried(key, 'healthz'))
    throw new ServiceAway('the answer broke off')
  }
}

/** Sends a request and returns the text of its answer. @throws as `send` does; ServiceAway when it breaks off. */
export async function callForText(path: string, options: ApiCallOptions = {}): Promise<string> {
  return (await answerWithText(path, options)).text
}

/**
 * Sends a request and reads its JSON, with headers.
 * @throws as `send` does; ServiceAway when the answer breaks off; ServiceProblem with status 502 when it is not JSON.
 */
export async function callWithHeaders<T>(path: string, options: ApiCallOptions = {}): Promise<ApiAnswer<T>> {
  const { response, text } = await answerWithText(path, options)
  return { body: (response.status === 204 ? null : jsonOf(text)) as T, headers: response.headers }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The service answers in JSON: something in front of it has answered in its place.
    throw new ServiceProblem(502, { message: 'The answer is not one of this service.' }, null)
  }
}

/** Sends a request and returns its JSON. @throws as `callWithHeaders` does. */
export async function call<T>(path: string, options: ApiCallOptions = {}): Promise<T> {
  return (await callWithHeaders<T>(path, options)).body
}

/** Returns a path with a query; parameters that are empty or null are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

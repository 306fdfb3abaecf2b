/** Authentication: `Authorization: Bearer KEY` or `X-API-Key: KEY`. */
import type { Request, RequestHandler } from 'express'
import type { ApiKeys } from './api-keys.ts'
import { ApiError } from '../http/api-error.ts'
import { RefusedKeys } from './refused-keys.ts'
import { contextOf, type Caller } from '../http/request-context.ts'

/** Returns the error 401 with the challenge that RFC 6750 demands. @param detail message for the caller. */
export const unauthorized = (detail: string): ApiError =>
  new ApiError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="seine"' } })

/** Extracts KEY from `Bearer KEY`; null for any other scheme (RFC 6750, section 2.1). */
export function bearerKey(authorization: string): string | null {
  return /^bearer +(?<key>[^\s]+)$/i.exec(authorization.trim())?.groups?.['key'] ?? null
}

/** Returns the key of a request. @throws ApiError for a request without a key, or with two that differ. */
function presentedKey(req: Pick<Request, 'get'>): string {
  const authorization = req.get('authorization')
  const apiKey = req.get('x-api-key')?.trim()
  if (authorization === undefined && apiKey === undefined) {
    throw unauthorized('an API key is required: `Authorization: Bearer KEY` or `X-API-Key: KEY`')
  }
  const bearer = authorization === undefined ? apiKey : bearerKey(authorization)
  if (bearer === null) throw unauthorized('the Authorization header must be `Bearer KEY`')
  if (apiKey !== undefined && bearer !== apiKey) {
    throw unauthorized('Authorization and X-API-Key carry different keys: send one of them')
  }
  return bearer ?? ''
}

/** Returns the caller that a key belongs to. @throws ApiError when there is no such key. */
async function callerBy(keys: ApiKeys, key: string): Promise<Caller> {
  const caller = await keys.find(key)
  if (caller === null) throw unauthorized('this API key is not known')
  return caller
}

const tooManyRefused = (retryAfterSecs: number, cause: unknown): ApiError =>
  new ApiError('rate_limited', 'too many requests without a valid API key came from this address', {
    retryAfterSecs,
    cause,
  })

/** Admits requests with a known key, however many refused keys their address has sent. */
export class Admission {
  readonly #keys: ApiKeys
  readonly #refused: RefusedKeys

  constructor(keys: ApiKeys, refused: RefusedKeys = new RefusedKeys()) {
    this.#keys = keys
    this.#refused = refused
  }

  /**
   * Returns the caller of a request.
   * @param keyOf returns the key of the request; throws ApiError when it has none.
   * @param address address of the client.
   * @throws ApiError
   */
  async admit(keyOf: () => string, address: string | undefined): Promise<Caller> {
    try {
      return await callerBy(this.#keys, keyOf())
    } catch (error) {
      const retryAfterSecs = this.#refused.add(address)
      throw retryAfterSecs === null ? error : tooManyRefused(retryAfterSecs, error)
    }
  }
}

/** Creates middleware that admits requests with a known key, and stores the caller. */
export function authenticate(admission: Admission): RequestHandler {
  return async (req, res, next) => {
    contextOf(res).caller = await admission.admit(() => presentedKey(req), req.socket.remoteAddress)
    next()
  }
}

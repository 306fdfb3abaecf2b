/** Calls routes of a running gateway, for the server on standard input and output. */
import { routeBody, type RouteCaller } from './tool/route-caller.ts'

/**
 * @param gateway URL of the gateway, without a trailing slash.
 * @returns a caller of its routes; it throws when the gateway does not answer.
 */
export function remoteRoutes(gateway: string, apiKey: string): RouteCaller {
  return async ({ method, path, body, headers, signal }) => {
    const response = await fetch(gateway + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    return { status: response.status, body: routeBody(await response.text()) }
  }
}

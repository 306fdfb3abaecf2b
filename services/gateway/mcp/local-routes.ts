/** Calls routes of an application in the same process, over HTTP on a pair of streams instead of a socket. */
import { createServer, request, type RequestListener } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { routeBody, type RouteCaller } from './tool/route-caller.ts'

/** Creates callers of the routes of an application. */
export function localRoutes(app: RequestListener): (headers: Record<string, string>) => RouteCaller {
  // It never listens: connections are passed to it.
  const server = createServer(app)
  return (own) =>
    async ({ method, path, body, headers, signal }) => {
      const [near, far] = duplexPair()
      server.emit('connection', far)
      const sent = body === undefined ? null : JSON.stringify(body)
      try {
        return await new Promise((resolve, reject) => {
          const call = request({
            method,
            path,
            headers: {
              host: 'localhost',
              connection: 'close',
              ...own,
              ...headers,
              ...(sent === null
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            },
            createConnection: () => near,
            signal,
          })
          call.once('error', reject)
          call.once('response', (response) => {
            text(response).then((received) => {
              resolve({ status: response.statusCode ?? 0, body: routeBody(received) })
            }, reject)
          })
          call.end(sent ?? undefined)
        })
      } finally {
        near.destroy()
        far.destroy()
      }
    }
}

/**
 * Answers of a store that come before it has taken the whole request, such as "slow down". Node.js goes on sending the
 * body on such a connection, also while the call is repeated on another one and after the repeat has succeeded. The
 * owner of the bytes may have freed or reused them by then, so these connections are closed.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'

/** Returns the request of an answer if a part of it is not sent yet. @param body of an answer of the SDK's handler. */
function unsentRequest(body: unknown): ClientRequest | null {
  // Absent in answers that were not received by Node's HTTP client.
  const { req } = (body ?? {}) as Partial<Pick<IncomingMessage & { req: ClientRequest }, 'req'>>
  return req === undefined || req.writableFinished ? null : req
}

/** Discards an answer. Its connection stays in use, or is closed when the request is not sent. */
export function discardAnswer(body: Readable): void {
  const unsent = unsentRequest(body)
  if (unsent === null) body.resume()
  else unsent.destroy()
}

/** Makes a client close the connections of early answers as soon as these have been read. */
export function closesEarlyAnswered(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { body } = (result.response ?? {}) as { body?: Readable }
      const unsent = unsentRequest(body)
      if (unsent !== null) body?.once('end', () => unsent.destroy())
      return result
    },
    // Inside the middleware that reads answers.
    { step: 'deserialize', priority: 'low', name: 'closeEarlyAnswered' },
  )
}

/** The end of calls whose caller has disconnected. */
import type { Response } from 'express'

/** Returns a signal that aborts when the caller disconnects before the response is complete. */
export function callerGone(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Error('the caller disconnected'))
  })
  return gone.signal
}

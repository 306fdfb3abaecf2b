/** A mail server in the process of a test. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface CaughtMail {
  from: string
  to: string[]
  /** The raw source, including headers. */
  source: string
  secure: boolean
  user: string | null
}

export interface MailCatcher {
  port: number
  mails: CaughtMail[]
  stop(): Promise<void>
}

/** Returns an error that makes the server refuse with this response code. */
export const refusal = (responseCode: number): Error =>
  Object.assign(new Error('canary of the server'), { responseCode })

/** Starts a server; it stops when the test ends. @param port 0: a free port. */
export async function startMailCatcher(
  context: TestContext,
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          secure: session.secure,
          user: session.user ?? null,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const listening = server.listen(port, '127.0.0.1', () => resolve(undefined))
  await promise
  const stop = async (): Promise<void> => await new Promise((resolveStop) => server.close(() => resolveStop()))
  context.after(stop)
  const address = listening.address()
  assert.ok(address !== null && typeof address === 'object')
  return { port: address.port, mails, stop }
}

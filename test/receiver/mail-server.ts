/** A mail server for tests: accepts mail over real SMTP and keeps it. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  /** Recipients of the envelope. */
  to: string[]
  /** Headers and body as received. */
  text: string
}

export interface MailServer {
  port: number
  mails: TakenMail[]
  /** Returns the mails that mention a job. */
  about(jobId: string): TakenMail[]
  /** Answers the next mails with this SMTP status. */
  refuse(status: number, times: number): void
  /** Never answers the next mail. Resolves when it has arrived. */
  holdNext(): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = []
  let refusals = { status: 451, left: 0 }
  let hold: (() => void) | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (hold !== null) {
          hold()
          hold = null
          return
        }
        if (refusals.left > 0) {
          refusals.left -= 1
          done(Object.assign(new Error('not now'), { responseCode: refusals.status }))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  // Workers that are killed interrupt their connections.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    about: (jobId) => mails.filter(({ text }) => text.replaceAll('=\r\n', '').includes(jobId)),
    refuse: (status, times) => void (refusals = { status, left: times }),
    holdNext: async () =>
      await new Promise<void>((resolve) => {
        hold = resolve
      }),
    close: async () =>
      await new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}

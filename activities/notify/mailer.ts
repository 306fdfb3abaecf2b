/**
 * Sends mail through the operator's server. Each mail has one recipient, given as an address and as the envelope, so
 * that no header text can become a recipient.
 */
import { isEmailAddress } from '@seine/shared/api/rules/email.ts'
import { ConfigError } from '@seine/shared/config/config.ts'
import { mailLimits } from '@seine/shared/config/notify-limits.ts'
import { readMailServer, type MailServer } from './mail-server.ts'

/** A mail in plain text. */
export interface Mail {
  /** One address that satisfies `isEmailAddress`. */
  to: string
  /** The subject, one line. */
  subject: string
  text: string
  /** The local part of the Message-ID: the same whenever this mail is sent. */
  idLocalPart: string
}

/** The server refused the mail and would refuse it again later. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The server could not be reached or was busy; the mail can be retried. */
export class MailUnavailableError extends Error {
  override readonly name = 'MailUnavailableError'
}

export interface Mailer {
  /**
   * Hands a mail to the server.
   * @returns its Message-ID.
   * @throws MailRefusedError; MailUnavailableError. Their messages contain no address and no text of the server.
   */
  send(mail: Mail): Promise<string>
}

/** Timeouts, milliseconds: for connecting, for the greeting, for an idle socket, and for the whole delivery. */
export interface MailTimeouts {
  connectTimeoutMs: number
  socketTimeoutMs: number
  handOverMs: number
}

const refusingCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * Classifies an error of the transport. A refused login counts as retryable, because the operator can correct the
 * settings.
 */
function meaningOf(error: unknown): MailRefusedError | MailUnavailableError {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown }
  const status = typeof responseCode === 'number' ? responseCode : null
  const isRefusal = status !== null && status >= 500 && status < 600 && refusingCommands.has(String(command))
  if (isRefusal) return new MailRefusedError(`the mail server refused the mail: ${status} to ${String(command)}`)
  if (code === 'ETLS') {
    return new MailUnavailableError('the mail was not sent: the mail server has no working TLS, which is required')
  }
  const reason = status ?? (typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? code : 'unknown')
  return new MailUnavailableError(`the mail server did not accept the mail: ${reason}`)
}

/** Loads the library with the first mail: most workers never send one, and it takes memory. */
async function transportOf({ host, port, tls, verified, login }: MailServer, timeouts: MailTimeouts) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: verified },
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    pool: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeouts.connectTimeoutMs,
    greetingTimeout: timeouts.connectTimeoutMs,
    socketTimeout: timeouts.socketTimeoutMs,
    dnsTimeout: timeouts.connectTimeoutMs,
  })
}

/** Fails work that takes too long; only this helps against a server that answers byte by byte. */
async function handedOverWithin<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), timeoutMs)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates a mailer. @param from the sender: one address. @param timeouts for tests. */
export function createMailer(server: MailServer, from: string, timeouts: MailTimeouts = mailLimits): Mailer {
  let transport: Awaited<ReturnType<typeof transportOf>> | null = null
  const senderHost = from.slice(from.lastIndexOf('@') + 1)
  return {
    async send({ to, subject, text, idLocalPart }) {
      if (!isEmailAddress(to)) throw new MailRefusedError('the recipient is not an e-mail address')
      const messageId = `<${idLocalPart}@${senderHost}>`
      transport ??= await transportOf(server, timeouts)
      try {
        const handingOver = transport.sendMail({
          from: { name: '', address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          messageId,
          // RFC 3834: asks for no automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        await handedOverWithin(timeouts.handOverMs, handingOver)
        return messageId
      } catch (error) {
        throw meaningOf(error)
      }
    },
  }
}

/**
 * Creates the mailer described by the settings.
 * @returns null when no mail is sent.
 * @throws ConfigError when only one of the two settings is present, or one is malformed.
 */
export function readMailer(config: { SEINE_SMTP_URL: string; SEINE_MAIL_FROM: string }): Mailer | null {
  const { SEINE_SMTP_URL: url, SEINE_MAIL_FROM: from } = config
  if (url === '' && from === '') return null
  if (url === '' || from === '') {
    throw new ConfigError('invalid configuration\n  SEINE_SMTP_URL, SEINE_MAIL_FROM: both or neither must be set')
  }
  if (!isEmailAddress(from)) {
    throw new ConfigError(`invalid configuration\n  SEINE_MAIL_FROM: must be one address, got ${JSON.stringify(from)}`)
  }
  return createMailer(readMailServer(url), from)
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { injectionAddresses } from '@seine/shared/api/testing/injection-addresses.ts'
import { ConfigError } from '@seine/shared/config/config.ts'
import { createMailer, MailRefusedError, MailUnavailableError, readMailer, type Mail } from './mailer.ts'
import { readMailServer } from './mail-server.ts'
import { startStuckServer } from './testing/stuck-mail-server.ts'
import { refusal, startMailCatcher } from './testing/mail-catcher.ts'

const from = 'seine@service.example'
const mail: Mail = { to: 'a.b+c@reader.example', subject: 'Crawl done', text: 'one\n.\nthree', idLocalPart: 'crawl-1' }
const mailerAt = (url: string) => createMailer(readMailServer(url), from)

describe('a mailer', () => {
  it('hands one plain mail to the server, for one recipient, under its own id', async (context) => {
    const catcher = await startMailCatcher(context)
    const id = await mailerAt(`smtp://127.0.0.1:${catcher.port}?tls=off`).send(mail)
    assert.equal(id, '<crawl-1@service.example>')
    assert.equal(catcher.mails.length, 1)
    const { from: sender, to, source } = catcher.mails[0]!
    assert.deepEqual([sender, to], [from, [mail.to]])
    assert.match(source, /^From: seine@service\.example\r$/m)
    assert.match(source, /^To: a\.b\+c@reader\.example\r$/m)
    assert.match(source, /^Subject: Crawl done\r$/m)
    assert.match(source, /^Message-ID: <crawl-1@service\.example>\r$/im)
    assert.match(source, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(source, /^Content-Type: text\/plain/m)
    assert.match(source, /\r\n\r\none\r\n\.\r\nthree/)
  })

  it('has no recipient but one strict address', async (context) => {
    const catcher = await startMailCatcher(context)
    const mailer = mailerAt(`smtp://127.0.0.1:${catcher.port}?tls=off`)
    assert.equal(injectionAddresses.length, 30)
    for (const to of injectionAddresses)
      await assert.rejects(mailer.send({ ...mail, to }), MailRefusedError, JSON.stringify(to))
    assert.deepEqual(catcher.mails, [])
  })

  it('lets no subject become a header', async (context) => {
    const catcher = await startMailCatcher(context)
    const subject = 'x\r\nBcc: evil@y.example\r\n\r\nbody'
    await mailerAt(`smtp://127.0.0.1:${catcher.port}?tls=off`).send({ ...mail, subject })
    assert.doesNotMatch(catcher.mails[0]!.source, /^Bcc:/m)
    assert.deepEqual(catcher.mails[0]!.to, [mail.to])
  })

  it('uses TLS when the server offers it, and checks certificates when configured', async (context) => {
    const catcher = await startMailCatcher(context)
    const at = `127.0.0.1:${catcher.port}`
    await mailerAt(`smtp://${at}`).send(mail)
    assert.equal(catcher.mails[0]?.secure, true)
    await assert.rejects(mailerAt(`smtp://${at}?tls=required`).send(mail), MailUnavailableError)
    const plain = await startMailCatcher(context, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    await mailerAt(`smtp://127.0.0.1:${plain.port}`).send(mail)
    await assert.rejects(mailerAt(`smtp://127.0.0.1:${plain.port}?tls=required`).send(mail), MailUnavailableError)
    const implicit = await startMailCatcher(context, { secure: true })
    await mailerAt(`smtps://127.0.0.1:${implicit.port}?tls=unverified`).send(mail)
    assert.deepEqual([plain.mails.length, implicit.mails.length], [1, 1])
  })

  it('logs in, and treats a refused login as a fault of the settings', async (context) => {
    const catcher = await startMailCatcher(context, {
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        if (password === 'p:w') done(null, { user: username })
        else done(refusal(535))
      },
    })
    await mailerAt(`smtp://me:p%3Aw@127.0.0.1:${catcher.port}`).send(mail)
    assert.equal(catcher.mails[0]?.user, 'me')
    await assert.rejects(mailerAt(`smtp://me:canary@127.0.0.1:${catcher.port}`).send(mail), (error) => {
      return error instanceof MailUnavailableError && !error.message.includes('canary')
    })
  })

  for (const [name, options] of [
    ['offers no TLS', { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }],
    ['hides that it has TLS', { hideSTARTTLS: true }],
    ['offers TLS with a certificate of nobody', {}],
  ] as const) {
    it(`sends no login and no mail to a server elsewhere that ${name}`, async (context) => {
      const logins: string[] = []
      const catcher = await startMailCatcher(context, {
        ...options,
        disabledCommands: 'disabledCommands' in options ? [...options.disabledCommands] : [],
        // Without this option the server itself would refuse a login in clear text.
        allowInsecureAuth: true,
        onAuth({ username }, session, done) {
          logins.push(`${session.secure ? 'secure' : 'clear'} ${username ?? ''}`)
          done(null, { user: username })
        },
      })
      // The settings as read for a remote host, which a test cannot have.
      const elsewhere = { ...readMailServer('smtp://me:canary@mail.example'), host: '127.0.0.1', port: catcher.port }
      await assert.rejects(createMailer(elsewhere, from).send(mail), (error: Error) => {
        return error instanceof MailUnavailableError && !error.message.includes('canary')
      })
      assert.deepEqual([logins, catcher.mails.length], [[], 0])
      // With certificate checks disabled, the login goes over TLS.
      await createMailer({ ...elsewhere, verified: false }, from)
        .send(mail)
        .catch(() => undefined)
      assert.deepEqual(logins, name === 'offers no TLS' ? [] : ['secure me'])
    })
  }

  it('reports a missing TLS of the server as the reason that no mail is sent', async (context) => {
    const catcher = await startMailCatcher(context, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    const server = { ...readMailServer('smtp://me:p@mail.example'), host: '127.0.0.1', port: catcher.port }
    await assert.rejects(createMailer(server, from).send(mail), /no working TLS/)
  })

  it('distinguishes a permanent refusal from a temporary one, and repeats no text of the server', async (context) => {
    let code = 550
    const catcher = await startMailCatcher(context, { onRcptTo: (_address, _session, done) => done(refusal(code)) })
    const mailer = mailerAt(`smtp://127.0.0.1:${catcher.port}?tls=off`)
    const isPlain = (error: Error): boolean => !/canary|reader/.test(error.message)
    await assert.rejects(mailer.send(mail), (error: Error) => error instanceof MailRefusedError && isPlain(error))
    code = 451
    await assert.rejects(mailer.send(mail), (error: Error) => error instanceof MailUnavailableError && isPlain(error))
  })

  for (const how of ['hangs', 'trickles'] as const) {
    it(`waits for no server that ${how}, at whatever point`, async (context) => {
      for (const stage of ['CONN', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'TEXT']) {
        const port = await startStuckServer(context, stage, how)
        const timeouts = { connectTimeoutMs: 200, socketTimeoutMs: 200, handOverMs: 500 }
        const mailer = createMailer(readMailServer(`smtp://127.0.0.1:${port}?tls=off`), from, timeouts)
        await assert.rejects(
          mailer.send(mail),
          /MailUnavailableError: the mail server did not accept the mail: E[A-Z]+$/,
          stage,
        )
      }
    })
  }

  it('delivers once a server that was unavailable is back', async (context) => {
    const first = await startMailCatcher(context)
    const mailer = mailerAt(`smtp://127.0.0.1:${first.port}?tls=off`)
    await first.stop()
    await assert.rejects(mailer.send(mail), MailUnavailableError)
    const back = await startMailCatcher(context, {}, first.port)
    await mailer.send(mail)
    assert.equal(back.mails.length, 1)
  })
})

describe('readMailer', () => {
  const read = (url: string, sender: string) => readMailer({ SEINE_SMTP_URL: url, SEINE_MAIL_FROM: sender })

  it('wants both settings or neither, and one address as the sender', () => {
    assert.equal(read('', ''), null)
    assert.ok(read('smtp://mail.example', from))
    assert.throws(() => read('smtp://u:canary@mail.example', ''), ConfigError)
    assert.throws(() => read('', from), ConfigError)
    assert.throws(() => read('smtp://mail.example', 'Seine <seine@service.example>'), /SEINE_MAIL_FROM: must be one/)
  })
})

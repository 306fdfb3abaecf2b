/** R24: mail addresses that try to inject further addresses, and a worker that dies while it sends mail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, atMost, equals, reported } from '../../bench/labs/lab.ts'
import type { MailServer } from '../../receiver/mail-server.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'
import { fitted } from '../stack-fittings.ts'

const kills = 5
const mailTimeoutMs = 120_000
/** How long to wait for a second mail, milliseconds. */
const settleMs = 3_000
const jobTimeoutMs = 60_000

const nul = String.fromCodePoint(0)

/** More than thirty injections. */
const injections: readonly string[] = [
  'a@example.org\r\nBcc: evil@example.net',
  'a@example.org\nBcc: evil@example.net',
  'a@example.org\rBcc: evil@example.net',
  'a@example.org\r\n\r\nhello',
  'a@example.org%0d%0aBcc:evil@example.net',
  'a@example.org\u2028Bcc: evil@example.net',
  `a@example.org${nul}evil@example.net`,
  'a@example.org, evil@example.net',
  'a@example.org,evil@example.net',
  'a@example.org;evil@example.net',
  'a@example.org evil@example.net',
  'group: a@example.org, evil@example.net;',
  'Anna <a@example.org>',
  '<a@example.org>',
  'a@example.org>',
  '<a@example.org>, <evil@example.net>',
  '"evil@example.net" <a@example.org>',
  '"a@example.org, evil@example.net"@example.org',
  '"a b"@example.org',
  'a(evil@example.net)@example.org',
  'a@example.org (comment)',
  'a@evil@example.org',
  'evil@example.net@example.org',
  '@example.net:a@example.org',
  'a%example.net@example.org,',
  'a@[127.0.0.1]',
  'a@localhost',
  'a@example.org\t',
  ' a@example.org',
  'a@example.org.',
  'a@.example.org',
  '.a@example.org',
  'a..b@example.org',
  'a@exämple.org',
  `${'a'.repeat(250)}@example.org`,
  'a@example.org RCPT TO:<evil@example.net>',
  'a@example.org> NOTIFY=NEVER\r\nRCPT TO:<evil@example.net',
  'mailto:a@example.org',
  '',
]

/** Resolves when the condition holds or the time is up. */
async function until(holdsNow: () => boolean, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs
  while (!holdsNow() && performance.now() < endsAt) await sleep(50)
  return holdsNow()
}

/**
 * Sends one mail whose worker is killed each time it hands the mail over. @returns the number of kills and of received
 * mails.
 */
async function killWhileMailing(stack: ReliabilityStack, mails: MailServer, times: number, signal: AbortSignal) {
  let held = mails.holdNext()
  const { body } = await stack.attacker.post('/crawl', {
    url: stack.t.site.url,
    limit: 1,
    sitemap: 'skip',
    email: 'owner@example.org',
  })
  const id = String(body['id'])
  let killed = 0
  while (killed < times) {
    const isHeld = await Promise.race([held.then(() => true), sleep(mailTimeoutMs, false, { signal, ref: false })])
    if (!isHeld) break
    killed += 1
    if (killed < times) held = mails.holdNext()
    await stack.t.stack.part('scrapeWorker').kill('SIGKILL')
    await stack.t.stack.part('scrapeWorker').ready()
  }
  await until(() => mails.about(id).length > 0, mailTimeoutMs)
  await sleep(settleMs)
  return { killed, came: mails.about(id).length }
}

export const mailRow: Row = {
  id: 'R24',
  name: 'Mail',
  method:
    'Jobs with 39 addresses that hold line ends, lists, groups, names, comments or second addresses; then one job whose worker is killed five times while it sends the mail.',
  counted: 'Addresses accepted; recipients that no job named; mails of the one job.',
  passMark: '0 extra recipients; 1 mail a job over 5 kills',
  stack: { browser: false, mail: true },
  async run({ short, ownStack, signal }: RowContext) {
    const stack = await ownStack()
    const mails = fitted(stack.fittings.mail)
    // Earlier rows may have sent mail as well.
    const earlier = mails.mails.length
    const url = stack.t.site.url
    const answers = await eachOf(injections, 2, async (email) => {
      const answer = await stack.attacker.post('/crawl', { url, limit: 1, sitemap: 'skip', email })
      if (answer.status === 202) await stack.jobEnd(stack.attacker, `/crawl/${String(answer.body['id'])}`, jobTimeoutMs)
      return { email, status: answer.status }
    })
    const accepted = answers.filter(({ status }) => status !== 422)
    const times = short ? 0 : kills
    const { killed, came } = short ? await oneMail(stack, mails) : await killWhileMailing(stack, mails, times, signal)
    const recipients = new Set(mails.mails.slice(earlier).flatMap(({ to }) => to))
    recipients.delete('owner@example.org')
    return [
      allOf('addresses refused', injections.length - accepted.length, injections.length),
      reported('accepted', accepted.map(({ email }) => JSON.stringify(email)).join(', ') || 'none'),
      atMost('recipients that no job named', recipients.size, 0),
      allOf('kills of the worker', killed, times),
      equals('mails of one job', came, 1),
    ]
  },
}

async function oneMail(stack: ReliabilityStack, mails: MailServer): Promise<{ killed: number; came: number }> {
  const { body } = await stack.attacker.post('/crawl', {
    url: stack.t.site.url,
    limit: 1,
    sitemap: 'skip',
    email: 'owner@example.org',
  })
  const id = String(body['id'])
  await until(() => mails.about(id).length > 0, mailTimeoutMs)
  return { killed: 0, came: mails.about(id).length }
}

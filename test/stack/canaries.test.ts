/** Secrets of callers and operators appear in no log, no history, no object and no answer. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { SMTPServer } from 'smtp-server'
import { historiesOf, logsOf, metricsOf, objectsOf } from './canary-search.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const canaries = {
  receiverUrl: 'canary-in-receiver-url',
  receiverHeader: 'canary-in-receiver-header',
  metadata: 'canary-in-metadata',
  pageHeader: 'canary-in-page-header',
  pageCookie: 'canary-in-page-cookie',
  address: 'canary-in-address@example.org',
  smtpPassword: 'canary-in-smtp-password',
}

let t: TestStack
let receiver: Server
let mails: SMTPServer
const calls: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
const mailed: string[] = []

before(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      // The first call fails, so that the delivery log has a failure to record.
      response.writeHead(calls.length === 1 ? 500 : 204, { 'set-cookie': `echo=${canaries.receiverHeader}` }).end()
    })
  }).listen(0, '127.0.0.1')
  mails = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === canaries.smtpPassword ? done(null, { user: 'seine' }) : done(new Error('wrong password')),
    onRcptTo: (address, _session, done) => {
      mailed.push(address.address)
      done()
    },
  })
  mails.listen(0, '127.0.0.1')
  await Promise.all([once(receiver, 'listening'), once(mails.server, 'listening')])
  const smtpPort = (mails.server.address() as AddressInfo).port
  t = await startTestStack({
    egressAllow: [`127.0.0.1/32:${(receiver.address() as AddressInfo).port}`],
    environment: {
      SEINE_LOG_LEVEL: 'trace',
      SEINE_WEBHOOK_SCHEDULE: '0,1,1,1,1',
      SEINE_SMTP_URL: `smtp://seine:${canaries.smtpPassword}@127.0.0.1:${smtpPort}`,
      SEINE_MAIL_FROM: 'seine@example.org',
    },
  })
})

after(async () => {
  await t?.close()
  receiver.closeAllConnections()
  receiver.close()
  const { promise, resolve } = Promise.withResolvers<void>()
  mails.close(resolve)
  await promise
})

/** Returns the secrets found in a text. @param known secrets that may appear there. */
function found(text: string, known: readonly string[] = []): string[] {
  return Object.values(canaries).filter((canary) => text.includes(canary) && !known.includes(canary))
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 3_600, 'it does not come to that')
    await sleep(50)
  }
}

describe('secrets', () => {
  let id: string

  it('reach those they are for', async () => {
    const { port } = receiver.address() as AddressInfo
    id = await t.api.start({
      url: t.site.url,
      limit: 5,
      email: canaries.address,
      webhook: {
        url: `http://127.0.0.1:${port}/hook?token=${canaries.receiverUrl}`,
        headers: { Authorization: `Bearer ${canaries.receiverHeader}` },
        metadata: { note: canaries.metadata },
      },
      scrape: {
        override_parameter: {
          headers: { 'X-Canary': canaries.pageHeader, Cookie: `session=${canaries.pageCookie}` },
        },
      },
    })
    await t.api.watch(id)
    await until(() => mailed.length > 0 && calls.some(({ body }) => body.includes('crawl.completed')))
    const call = calls.at(-1)!
    assert.ok(call.url.includes(canaries.receiverUrl))
    assert.ok(String(call.headers['authorization']).includes(canaries.receiverHeader))
    assert.ok(call.body.includes(canaries.metadata))
    assert.deepEqual(mailed, [canaries.address])
    assert.ok(t.site.requests.some(({ headers }) => String(headers['x-canary']) === canaries.pageHeader))
  })

  it('are in no answer of the API', async () => {
    const paths = [`/crawl/${id}`, `/crawl/${id}/urls`, `/crawl/${id}/webhooks`, '/crawl/active']
    for (const path of paths) assert.deepEqual(found(JSON.stringify((await t.api.request('GET', path)).body)), [], path)
  })

  it('are in no log', async () => {
    let logs = 0
    for await (const { name, text } of logsOf(t)) {
      assert.deepEqual(found(text), [], name)
      logs += 1
    }
    assert.ok(logs >= 4, String(logs))
  })

  it('are in no metrics', async () => {
    for await (const { name, text } of metricsOf(t)) assert.deepEqual(found(text), [], name)
  })

  it('and lines of the log name the job or the request that they are about', async () => {
    const text = await readFile(join(t.stack.file.logs, 'scrapeWorker.log'), 'utf8')
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; jobId?: string })
    for (const msg of ['slice', 'job ended'])
      assert.ok(
        lines.some((line) => line.msg === msg && line.jobId === id),
        msg,
      )
  })

  /** Types of all workflows: a list query may include the newest one only after a moment. */
  const types = async (): Promise<Set<string>> => {
    const seen = new Set<string>()
    for await (const { type } of t.temporal.workflow.list({})) seen.add(type)
    return seen
  }

  it('are in no history of a workflow', async () => {
    let listed = await types()
    const expected = ['jobLifecycle', 'crawlRun', 'webhookDelivery', 'emailDelivery']
    for (let tries = 0; !expected.every((type) => listed.has(type)) && tries < 600; tries += 1) {
      await sleep(100)
      listed = await types()
    }
    const seen: string[] = []
    for await (const { name, text, type } of historiesOf(t)) {
      seen.push(type)
      assert.deepEqual(found(text), [], name)
    }
    for (const type of expected) {
      assert.ok(seen.includes(type), `${type} is not among ${seen.join(', ')}`)
    }
  })

  it('are in no object of the store', async () => {
    let objects = 0
    for await (const { name, text } of objectsOf(t)) {
      assert.deepEqual(found(text), [], name)
      objects += 1
    }
    assert.ok(objects > 10, String(objects))
  })

  it('are not in what a process says of its own settings', async () => {
    const { stderr, stdout } = await printedSettings()
    assert.deepEqual(found(stdout + stderr), [])
    assert.match(stdout, /SEINE_SMTP_URL=\*+/)
  })
})

async function printedSettings(): Promise<{ stdout: string; stderr: string }> {
  return await new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(repositoryRoot, 'services/scrape-worker/main.ts'), '--print-config'],
      { env: { ...process.env, SEINE_SMTP_URL: `smtp://seine:${canaries.smtpPassword}@127.0.0.1:25` } },
      (error, stdout, stderr) => (error === null ? resolve({ stdout, stderr }) : reject(error)),
    )
  })
}

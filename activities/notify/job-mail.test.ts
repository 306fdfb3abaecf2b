import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { jobMailText, sendJobMail, type MailDeps } from './job-mail.ts'
import { MailQuota, MailQuotaReachedError } from './mail-quota.ts'
import { MailUnavailableError, type Mail } from './mailer.ts'
import { NotDeliverableError } from './not-deliverable.ts'
import { finalStatus, jobId, jobInput } from './testing/simulated-delivery.ts'

const task = { jobId, tenant: 'acme' }

async function mailDeps(send: (mail: Mail) => void): Promise<MailDeps & { store: MemoryStore }> {
  const store = new MemoryStore()
  const input = jobInput({ notify: { webhook: null, email: 'a@reader.example' } })
  await store.put(statusKey(input), JSON.stringify(finalStatus()))
  return {
    store,
    inputs: { get: async () => await Promise.resolve(input) },
    mailer: {
      async send(mail) {
        send(mail)
        return await Promise.resolve('<id@service.example>')
      },
    },
    mails: { take: async () => await Promise.resolve({ giveBack: async () => Promise.resolve() }) },
    publicUrl: 'https://seine.example',
  }
}

describe('sendJobMail', () => {
  it('sends one mail however often it is called', async () => {
    const mails: Mail[] = []
    const deps = await mailDeps((mail) => mails.push(mail))
    assert.deepEqual([await sendJobMail(deps, task), await sendJobMail(deps, task)], [true, false])
    assert.equal(mails.length, 1)
    assert.deepEqual([mails[0]?.to, mails[0]?.idLocalPart], ['a@reader.example', jobId])
  })

  it('sends nothing while the daily quota is used up, and has to be called again', async () => {
    const mails: Mail[] = []
    const deps = await mailDeps((mail) => mails.push(mail))
    const quota = (mailsPerDay: number, nowMs: number) =>
      new MailQuota({ store: deps.store, mailsPerDay, recipientsPerDay: 10, now: () => nowMs })
    const other = { tenant: 'acme', jobId: 'crawl-other', to: 'a@reader.example', use: 'sent' } as const
    await quota(1, 0).take(other)
    await assert.rejects(sendJobMail({ ...deps, mails: quota(1, 0) }, task), MailQuotaReachedError)
    assert.equal(mails.length, 0)
    assert.equal(await sendJobMail({ ...deps, mails: quota(1, 86_400_000) }, task), true)
    assert.equal(mails.length, 1)
  })

  it('counts as one mail of the day however often it has to be retried', async () => {
    let tries = 0
    const deps = await mailDeps(() => {
      tries += 1
      if (tries < 5) throw new MailUnavailableError('away')
    })
    const mails = new MailQuota({ store: deps.store, mailsPerDay: 1, recipientsPerDay: 1, now: () => 0 })
    for (let at = 1; at < 5; at += 1) await assert.rejects(sendJobMail({ ...deps, mails }, task), MailUnavailableError)
    assert.equal(await sendJobMail({ ...deps, mails }, task), true)
  })

  it('has to be called again when the server was unavailable', async () => {
    let isAway = true
    const mails: Mail[] = []
    const deps = await mailDeps((mail) => {
      if (isAway) throw new MailUnavailableError('away')
      mails.push(mail)
    })
    await assert.rejects(sendJobMail(deps, task), MailUnavailableError)
    isAway = false
    await sendJobMail(deps, task)
    assert.equal(mails.length, 1)
  })

  it('fails without retry when there is no recipient, no end to report or no server', async () => {
    const deps = await mailDeps(() => assert.fail('a mail'))
    await assert.rejects(sendJobMail({ ...deps, mailer: null }, task), NotDeliverableError)
    const inputs = { get: async () => await Promise.resolve(jobInput()) }
    await assert.rejects(sendJobMail({ ...deps, inputs }, task), NotDeliverableError)
    deps.store.objects.clear()
    await assert.rejects(sendJobMail(deps, task), NotDeliverableError)
  })
})

describe('jobMailText', () => {
  it('promises results of a job with a record only', async () => {
    const texts: string[] = []
    const deps = await mailDeps(({ text }) => texts.push(text))
    await sendJobMail(deps, task)
    deps.store.objects.clear()
    const endedAtMs = Date.parse('2026-01-01T00:00:00Z')
    await sendJobMail(deps, { ...task, unrecorded: { error: 'the store refuses writes', endedAtMs } })
    const [recorded = '', unrecorded = ''] = texts
    assert.match(recorded, /Status and download links: .*\nResults are kept until 2/)
    assert.match(unrecorded, /^Status: /m)
    assert.doesNotMatch(unrecorded, /download|kept/)
  })

  it('says which job it is, how it ended and where its status is', () => {
    const { subject, text } = jobMailText(finalStatus(), 'https://seine.example')
    assert.equal(subject, `Crawl ${jobId} completed`)
    assert.match(text, /Pages completed: 2\nPages failed:    1\n/)
    assert.match(text, new RegExp(`: https://seine\\.example/crawl/${jobId}\n`))
    assert.doesNotMatch(text, /site\.example/)
  })

  it('gives the path alone where the address is not known, and nothing of the error, which can quote the site', () => {
    const error = 'the start page https://site.example/ failed (http_status): no\r\nBcc: x'
    const { subject, text } = jobMailText(finalStatus({ kind: 'batch', status: 'failed', error }), '')
    assert.match(subject, /^Batch .* failed$/)
    assert.match(text, /: \/batch\/scrape\//)
    assert.doesNotMatch(text, /site\.example|http_status|Bcc/)
  })
})

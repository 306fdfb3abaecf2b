import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { mailsPrefix } from '@seine/shared/storage/object-keys.ts'
import { MailQuota, MailQuotaReachedError, type CountedMail } from './mail-quota.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')

const mail = (job: number, to = 'a@reader.example', use: CountedMail['use'] = 'asked'): CountedMail => ({
  tenant: 'acme',
  jobId: `crawl-${job}`,
  to,
  use,
})

interface Limits {
  mailsPerDay?: number
  recipientsPerDay?: number
  now?: () => number
}

/** Creates a quota as another process would have it, on the same store. */
const quotaOn = (store: MemoryStore, { mailsPerDay = 3, recipientsPerDay = 2, now = () => noon }: Limits = {}) =>
  new MailQuota({ store, mailsPerDay, recipientsPerDay, now, pause: async () => Promise.resolve() })

const isReached = (error: unknown): boolean => error instanceof MailQuotaReachedError
const count = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length

describe('the quota of mails', () => {
  it('accepts a bounded number of mails a day, and starts again the next day', async () => {
    const store = new MemoryStore()
    let nowMs = noon
    const quota = quotaOn(store, { now: () => nowMs })
    for (const job of [1, 2, 3]) await quota.take(mail(job))
    await assert.rejects(quota.take(mail(4)), (error) => isReached(error) && /3 mails a day/.test(String(error)))
    nowMs += 12 * 3_600_000 - 1
    await assert.rejects(quota.take(mail(4)), (error) => (error as MailQuotaReachedError).retryAfterSecs === 1)
    nowMs += 1
    await quota.take(mail(4))
  })

  it('lets mails to so many different recipients through, however an address is written', async () => {
    const quota = quotaOn(new MemoryStore(), { mailsPerDay: 100 })
    await quota.take(mail(1, 'a@reader.example'))
    await quota.take(mail(2, 'A@Reader.EXAMPLE'))
    await quota.take(mail(3, 'b@reader.example'))
    await assert.rejects(quota.take(mail(4, 'c@reader.example')), /2 different recipients a day/)
    await quota.take(mail(5, 'b@reader.example'))
  })

  it('counts the mail of a job once, and gives back a place that was not used', async () => {
    const store = new MemoryStore()
    const quota = quotaOn(store, { mailsPerDay: 1 })
    const first = await quota.take(mail(1))
    const second = await quota.take(mail(1))
    await second.giveBack()
    // The other request for the job still has its place.
    await assert.rejects(quota.take(mail(2)), isReached)
    await first.giveBack()
    await quota.take(mail(2))
    await quota.take(mail(2, 'a@reader.example', 'sent'))
    await quota.take(mail(2, 'a@reader.example', 'sent'))
    await assert.rejects(quota.take(mail(3, 'a@reader.example', 'sent')), isReached)
  })

  it('holds over processes and restarts, and apart for tenants', async () => {
    const store = new MemoryStore()
    for (const job of [1, 2, 3]) await quotaOn(store).take(mail(job))
    await assert.rejects(quotaOn(store).take(mail(4)), isReached)
    await quotaOn(store).take({ ...mail(4), tenant: 'other' })
    await quotaOn(store).take({ ...mail(4), tenant: 'acm' })
  })

  it('is never exceeded by mails that meet at the limit in one process, and is used up', async () => {
    const store = new MemoryStore()
    const quota = quotaOn(store, { mailsPerDay: 10 })
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, job) => quota.take(mail(job))))
    assert.equal(count(results), 10)
    assert.equal((await store.list(mailsPrefix)).length, 10)
  })

  it('is never exceeded by mails that meet at the limit in several processes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const store = new MemoryStore()
      const quotas = Array.from({ length: 8 }, () => quotaOn(store, { mailsPerDay: 10, recipientsPerDay: 4 }))
      const results = await Promise.allSettled(
        Array.from({ length: 64 }, (_, job) =>
          quotas[job % quotas.length]!.take(mail(job, `r${job % 16}@reader.example`)),
        ),
      )
      const keys = await store.list(mailsPrefix)
      assert.equal(keys.length, count(results))
      assert.ok(keys.length <= 10, `${keys.length} mails`)
      assert.ok(new Set(keys.map((key) => key.split('/')[4])).size <= 4)
    }
  })

  it('keeps no address in the names of its tickets', async () => {
    const store = new MemoryStore()
    await quotaOn(store).take(mail(1, 'canary@reader.example'))
    assert.doesNotMatch(JSON.stringify(await store.list('')), /canary|reader/)
  })

  it('refuses all mails when the store is unavailable, and works again once it is back', async () => {
    const store = new MemoryStore()
    const away = Object.assign(new MemoryStore(), {
      listObjects: async () => await Promise.reject(new StoreUnavailableError('away')),
    })
    await assert.rejects(quotaOn(away).take(mail(1)), StoreUnavailableError)
    await quotaOn(store).take(mail(1))
  })

  it('names recipients in the store by the hash that it is given', async () => {
    const store = new MemoryStore()
    const hashOf = (text: string): string => Buffer.from(text).toString('hex').padEnd(64, '0')
    const quota = new MailQuota({ store, mailsPerDay: 3, recipientsPerDay: 1, now: () => noon, hashOf })
    await quota.take(mail(1, 'A@reader.example'))
    await quota.take(mail(2, 'a@reader.example'))
    const [key] = await store.list(mailsPrefix)
    assert.ok(key?.includes(hashOf('acme\na@reader.example').slice(0, 32)), key)
  })
})

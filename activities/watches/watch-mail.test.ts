import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { duePrefix } from '@seine/shared/watches/watch-keys.ts'
import type { Mail } from '../notify/mailer.ts'
import { DefinitionStore, sealSecrets } from './definition-store.ts'
import { ref, site, WatchLab } from './testing/watch-lab.ts'
import { sendWatchMail, type WatchMailDeps } from './watch-mail.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })!

/** A watch with two runs, the second of which found a changed page, and a mail server. */
class MailLab extends WatchLab {
  readonly mails: Mail[] = []
  email: string | null = 'editor@example.test'
  readonly mailDeps: WatchMailDeps

  constructor() {
    super()
    const definitions = new DefinitionStore(this.store)
    definitions.newest = async (watch) => {
      const definition = await this.deps.definitions.newest(watch)
      const secrets = { job: null, webhook: null, email: this.email, request: {} }
      return definition === null ? null : { ...definition, sealed: sealSecrets(sealing, watch, secrets) }
    }
    this.mailDeps = {
      ...this.deps,
      definitions,
      sealing,
      mailer: {
        send: async (mail) => {
          this.mails.push(mail)
          return await Promise.resolve('<id@example.test>')
        },
      },
      mails: { take: async () => await Promise.resolve({ giveBack: async () => {} }) },
      publicUrl: 'https://seine.example.test',
    }
  }

  async runTwice(): Promise<void> {
    await this.create({ hasEmail: true })
    await this.run(site({ '/': 'one' }))
    await this.run(site({ '/': 'two' }))
  }
}

it('reports a mail as sent that an earlier attempt sent, whatever has become of the watch', async (t) => {
  const lab = new MailLab()
  await lab.runTwice()
  const refuse = async (): Promise<void> => await Promise.reject(new StoreUnavailableError('away'))
  t.mock.method(lab.store, 'delete', refuse, { times: 1 })
  await assert.rejects(sendWatchMail(lab.mailDeps, ref, 2), StoreUnavailableError)
  assert.deepEqual([lab.mails.length, (await lab.store.list(duePrefix(ref))).length], [1, 1])
  lab.email = null
  assert.equal(await sendWatchMail(lab.mailDeps, ref, 2), true)
  assert.deepEqual([lab.mails.length, await lab.store.list(duePrefix(ref))], [1, []])
})

it('reports that there is nothing to send about a run without news', async () => {
  const lab = new MailLab()
  await lab.runTwice()
  assert.equal(await sendWatchMail(lab.mailDeps, ref, 1), false)
  assert.deepEqual(lab.mails, [])
})

it('names nothing of the site in the mail about a failed run', async () => {
  const lab = new MailLab()
  await lab.create({ hasEmail: true })
  const error = 'the start page https://site.example/ failed (http_status): status 404'
  await lab.run(site({ '/': 'one' }), { status: 'failed', error })
  assert.equal(await sendWatchMail(lab.mailDeps, ref, 1), true)
  const [mail] = lab.mails
  assert.match(mail?.subject ?? '', /the run failed$/)
  assert.doesNotMatch(mail?.text ?? '', /site\.example|http_status/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserActions, browserPageOptions } from '../api/rules/browser-options.ts'
import { putBackSecrets, takeSecrets } from './job-secrets.ts'
import { crawlJobInput } from '../api/testing/crawl-job-input.ts'

const plain = crawlJobInput()
const canary = 'canary-7'

const secretive = {
  ...plain,
  notify: {
    webhook: {
      url: `https://h.com/${canary}`,
      headers: { 'X-Token': canary },
      metadata: { canary },
      events: { started: true, page: true, completed: true, failed: true },
    },
    email: `${canary}@e.com`,
  },
  page: {
    ...plain.page,
    body: { contentType: 'text/plain', text: canary },
    browser: {
      ...browserPageOptions({ override_parameter: { headers: { 'X-Token': canary } } }),
      actions: browserActions([
        { action: 'fill', selector: '#password', value: canary },
        { action: 'click', selector: '#go' },
      ]),
    },
  },
}

test('an input without secrets is left as it is', () => {
  assert.deepEqual(takeSecrets(plain), { input: plain, secrets: null })
})

test('what is taken out of an input is nowhere in it, and comes back whole', () => {
  const { input, secrets } = takeSecrets(secretive)
  assert.ok(secrets !== null)
  assert.ok(!JSON.stringify(input).includes(canary))
  assert.deepEqual(putBackSecrets(input, secrets), secretive)
})

test('each kind of secret is one by itself', () => {
  const { page } = secretive
  const { notify } = secretive
  const notified = takeSecrets({ ...plain, notify })
  assert.ok(notified.secrets !== null && !JSON.stringify(notified.input).includes(canary))
  assert.deepEqual(putBackSecrets(notified.input, notified.secrets), { ...plain, notify })
  const alone = [
    { ...plain.page, body: page.body },
    { ...plain.page, browser: { ...plain.page.browser, headers: page.browser.headers } },
    { ...plain.page, browser: { ...plain.page.browser, actions: page.browser.actions } },
  ]
  for (const each of alone) {
    const { input, secrets } = takeSecrets({ ...plain, page: each })
    assert.ok(secrets !== null && !JSON.stringify(input).includes(canary))
    assert.deepEqual(putBackSecrets(input, secrets).page, each)
  }
})

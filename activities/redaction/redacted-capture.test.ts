import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NetworkReply } from '@seine/shared/pages/worker-reply.ts'
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import { stateCookie } from '@seine/shared/sessions/testing/state-cookie.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'
import { redactedCapture } from './redacted-capture.ts'
import { textThreads } from './redact-in-threads.ts'
import { credentialsOf } from './session-credentials.ts'
import { redactHere } from './testing/redact-here.ts'

const session: PageSession = {
  ...freshSession('shop.test'),
  headers: { 'X-Team': 'Bearer team-token-1', Accept: 'application/json', 'X-Playbook': 'playbook-secret' },
  secrets: ['playbook-secret'],
  isNew: false,
}
session.state.cookies = [stateCookie('sid', 'sid-after-1'), stateCookie('theme', 'dark')]
const before = ['sid-before-1']

const call = {
  id: 'c1',
  url: 'https://shop.test/?s=sid-before-1',
  request_headers: {
    cookie: 'sid=sid-before-1; theme=dark',
    authorization: 'Basic x',
    'X-TEAM': 'Bearer team-token-1',
    accept: 'application/json',
    'x-other': 'sid%2Dafter%2D1',
  },
  request_body: Buffer.from('\0team-token-1').toString('base64'),
  request_body_encoding: 'base64',
  response_headers: { 'set-cookie': ['sid=sid-after-1', 'new=one'], 'content-type': 'application/json' },
  response_body: '{"token":"team-token-1","theme":"dark","s":"playbook-secret"}',
  redirect_chain: [{ url: 'https://shop.test/', request_headers: { Cookie: 'a=b' }, response_headers: {} }],
}
const result = {
  kind: 'result',
  result: { url: 'https://shop.test/', attempts: [{ strategy: 'browser_basic', network_calls: [call] }], warnings: [] },
} as unknown as NetworkReply

const har = {
  kind: 'har',
  har: {
    log: {
      version: '1.2',
      entries: [
        {
          request: {
            cookies: [{ name: 'sid', value: 'sid-before-1' }],
            headers: [
              { name: 'Cookie', value: 'sid=sid-before-1' },
              { name: 'x-team', value: 'Bearer team-token-1' },
              { name: 'accept', value: 'application/json' },
            ],
          },
          response: {
            cookies: [{ name: 'new', value: 'one', expires: '2026-11-23T20:00:00.000Z' }],
            headers: [{ name: 'set-cookie', value: 'new=one' }],
            content: { text: 'sid-after-1', size: 1 },
          },
        },
      ],
    },
  },
} as unknown as NetworkReply

const shown = async (reply: NetworkReply, showsCredentials: boolean): Promise<NetworkReply> =>
  await redactedCapture(reply, { session, before }, showsCredentials, textThreads({ redact: redactHere }, 'acme'))

describe('a capture in a session', () => {
  it('shows no cookies, no credentials and no headers of the session, wherever their values stand', async () => {
    const { result: told } = (await shown(result, false)) as { result: { attempts: { network_calls: unknown[] }[] } }
    assert.deepEqual(told.attempts[0]?.network_calls[0], {
      ...call,
      url: 'https://shop.test/?s=[secret]',
      request_headers: {
        cookie: '[secret]',
        authorization: '[secret]',
        'X-TEAM': '[secret]',
        accept: '[secret]',
        'x-other': '[secret]',
      },
      request_body: Buffer.from('\0[secret]').toString('base64'),
      response_headers: { 'set-cookie': ['[secret]', '[secret]'], 'content-type': 'application/json' },
      response_body: '{"token":"[secret]","theme":"dark","s":"[secret]"}',
      redirect_chain: [{ url: 'https://shop.test/', request_headers: { Cookie: '[secret]' }, response_headers: {} }],
    })
  })

  it('shows none of them in a HAR either', async () => {
    const told = JSON.stringify(await shown(har, false))
    assert.doesNotMatch(told, /before-1|after-1|team-token|"one"/)
    assert.match(told, /\{"name":"new","value":"\[secret\]","expires":"2026-11-23T20:00:00.000Z"\}/)
    assert.match(told, /"version":"1.2"/)
  })

  it('shows them to those who ask, but for secrets of the playbook', async () => {
    const told = JSON.stringify([await shown(result, true), await shown(har, true)])
    for (const value of ['sid=sid-before-1; theme=dark', 'Bearer team-token-1', 'sid=sid-after-1', 'new=one']) {
      assert.ok(told.includes(value), value)
    }
    assert.doesNotMatch(told, /playbook-secret/)
  })

  it('hides headers also of a session that has nothing to look for', async () => {
    const bare = { session: { ...freshSession('shop.test'), headers: {} }, before: [] }
    const told = await redactedCapture(result, bare, false, textThreads({ redact: redactHere }, 'acme'))
    assert.match(JSON.stringify(told), /"cookie":"\[secret\]","authorization":"\[secret\]","X-TEAM":"Bearer/)
  })

  it('reports a problem with its attempts in the same way', async () => {
    const attempts = (result as { result: { attempts: unknown[] } }).result.attempts
    const problem = { kind: 'problem', code: 'budget_exceeded', detail: 'after team-token-1', attempts }
    const told = JSON.stringify(await shown(problem as unknown as NetworkReply, false))
    assert.match(told, /^\{"kind":"problem","code":"budget_exceeded","detail":"after \[secret\]"/)
    assert.doesNotMatch(told, /before-1|after-1|team-token|playbook-secret/)
  })
})

describe('what a capture is searched for', () => {
  it('is text that identifies a session, and no ordinary word of its headers and cookies', () => {
    assert.deepEqual(credentialsOf(session), ['Bearer team-token-1', 'team-token-1', 'playbook-secret', 'sid-after-1'])
  })

  it('is bounded, whatever a site has set', () => {
    const cookies = Array.from({ length: 3_000 }, (_, at) => stateCookie(`c${at}`, `${at}-${'x'.repeat(900)}`))
    const wanted = credentialsOf({ headers: {}, state: { ...session.state, cookies } })
    const characters = wanted.reduce((sum, { length }) => sum + length, 0)
    assert.ok(wanted.length > 10 && characters <= redactionLimits.credentialsMaxCharacters)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mailDetails, redeliveryDetails } from './delivery-details.ts'

describe('redeliveryDetails', () => {
  it('shows the number of failed tries and the time of the next one', () => {
    assert.match(redeliveryDetails({ tries: 0, nextTryAtMs: null, delivered: null }), /running.* failed tries: 0$/)
    const waiting = redeliveryDetails({ tries: 2, nextTryAtMs: 1_000, delivered: null })
    assert.match(waiting, /failed tries: 2\n\n- next try at 1970-01-01T00:00:01\.000Z$/)
  })

  it('reports how it ended', () => {
    assert.equal(redeliveryDetails({ tries: 3, nextTryAtMs: null, delivered: true }), '**delivered** · tries: 3')
    const givenUp = redeliveryDetails({ tries: 5, nextTryAtMs: null, delivered: false })
    assert.match(givenUp, /\*\*not delivered\*\* · tries: 5/)
  })
})

describe('mailDetails', () => {
  it('reports whether the mail is sent, and nothing that a mail server has said', () => {
    assert.match(mailDetails(null), /running/)
    assert.equal(mailDetails('sent'), '**sent**')
    const refused = mailDetails('not sent: 550 someone@example.org is unknown')
    assert.match(refused, /not sent/)
    assert.doesNotMatch(refused, /someone/)
  })
})

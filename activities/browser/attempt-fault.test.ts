import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProtocolError } from 'puppeteer'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { Denial, DialFailure } from '@seine/shared/egress/connections/proxy-contract.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import { attemptEnded, StepTimeoutError } from './time/attempt-clock.ts'
import {
  blockFault,
  lossOf,
  navigationFault,
  stepFault,
  waitSelectorFault,
  type AttemptFault,
} from './attempt-fault.ts'
import { BrowserLostError } from './pool/contract.ts'

const brief = (fault: AttemptFault | null): string | null => fault && `${fault.outcome} ${fault.code}`

describe('an error of a step', () => {
  it('is a timeout when the time of the attempt or of the step ran out', () => {
    assert.equal(brief(stepFault(attemptEnded('timeout'))), 'timeout timeout')
    assert.equal(brief(stepFault(new StepTimeoutError('late'))), 'timeout timeout')
  })

  it('is a timeout when the browser did not answer a command, which it may do later than any page times out', () => {
    const late = new ProtocolError("Page.navigate timed out. Increase the 'protocolTimeout' setting in launch/connect")
    assert.deepEqual(stepFault(late), {
      outcome: 'timeout',
      code: 'timeout',
      message: 'the browser did not answer in time',
    })
    assert.equal(stepFault(new ProtocolError('Protocol error (Page.navigate): Invalid parameters')), null)
    assert.ok(poolLimits.protocolTimeoutMs > jobLimits.pageTimeoutMsMax)
  })

  it('is a crash when the page crashed or the browser was lost', () => {
    for (const error of [attemptEnded('crashed'), attemptEnded('lost'), new BrowserLostError('gone')]) {
      assert.equal(brief(stepFault(error)), 'browser_crashed browser_crashed')
    }
    assert.equal(stepFault(attemptEnded('crashed'))?.isPageCrash, true)
    assert.equal(stepFault(attemptEnded('lost'))?.isPageCrash, undefined)
  })

  it('has its own message when the browser was ended because of an oversized protocol message', () => {
    const lost = new BrowserLostError('a message of more than 64 MiB', 'message_too_large')
    for (const error of [lost, lossOf(lost)]) {
      assert.equal(brief(stepFault(error)), 'browser_crashed browser_message_too_large')
    }
    assert.equal(brief(stepFault(lossOf(new BrowserLostError('gone')))), 'browser_crashed browser_crashed')
  })

  it('is not a fault of the page when it does not concern the page', () => {
    assert.equal(stepFault(new Error('ours')), null)
  })
})

describe('an error of the wait for a selector', () => {
  it('names the selector as the reason', () => {
    assert.equal(brief(waitSelectorFault(new InvalidSelectorError('<'))), 'action_failed invalid_selector')
    assert.equal(brief(waitSelectorFault(attemptEnded('timeout'))), 'timeout wait_selector_timeout')
  })

  it('is not attributed to the selector when the page is lost', () => {
    assert.equal(waitSelectorFault(attemptEnded('crashed')), null)
  })
})

describe('a navigation without a document', () => {
  const url = 'http://site.test/'
  const said: AttemptFault = { outcome: 'proxy_error', code: 'ERR_TUNNEL_CONNECTION_FAILED', message: 'it failed' }
  const judged = (denial: Denial['kind'] | null, failure: DialFailure | null): AttemptFault =>
    navigationFault(said, url, {
      denialOf: () => denial && { host: 'site.test', port: 80, kind: denial, reason: 'the rule' },
      failureOf: () => failure,
    })

  it('has the error of the browser when the proxy has none', () => {
    assert.deepEqual(judged(null, null), said)
  })

  it('is forbidden by the address policy before anything else', () => {
    assert.deepEqual(judged('unsafe_target', 'dns_error'), {
      outcome: 'unsafe_target',
      code: 'unsafe_target',
      message: 'the rule',
    })
    assert.equal(brief(judged('limit', null)), 'network_error byte_limit')
  })

  it('has the reason for which the proxy could not connect', () => {
    assert.equal(brief(judged(null, 'proxy_error')), 'proxy_error proxy_failure')
    assert.equal(brief(judged(null, 'dns_error')), 'dns_error dns_failure')
    assert.equal(brief(judged(null, 'timeout')), 'timeout connect_timeout')
    assert.equal(brief(judged(null, 'connection_reset')), 'network_error connection_reset')
  })
})

describe('a sign of a block', () => {
  const sign = { vendor: 'cloudflare', signal: 'cf-mitigated', confidence: 'high' } as const
  const fault = (outcome: AttemptFault['outcome']): AttemptFault => ({ outcome, code: outcome, message: '' })

  it('makes the attempt blocked, also where an element was missing', () => {
    for (const before of [null, fault('timeout'), fault('action_failed')]) {
      assert.deepEqual(blockFault(before, sign), {
        outcome: 'blocked',
        code: 'target_blocked',
        message: 'cloudflare: cf-mitigated',
      })
    }
  })

  it('does not replace faults that are more certain', () => {
    assert.equal(brief(blockFault(fault('browser_crashed'), sign)), 'browser_crashed browser_crashed')
  })

  it('of low confidence changes nothing', () => {
    assert.equal(blockFault(null, { ...sign, confidence: 'low' }), null)
    assert.equal(blockFault(null, null), null)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayGrow, type Moment, type ContentProgress } from './settle-content.ts'

const progress = (patch: Partial<ContentProgress> = {}): ContentProgress => ({
  hasScripts: true,
  text: 2_000,
  elements: 100,
  isUnfinished: 'no',
  isWithoutTimers: false,
  ...patch,
})
const moment = ({
  progress: seen,
  ...patch
}: Partial<Omit<Moment, 'progress'>> & { progress?: Partial<ContentProgress> } = {}) =>
  mayGrow({
    progress: progress(seen),
    elapsedMs: 0,
    changedAgoMs: null,
    calledAgoMs: null,
    isCalling: false,
    busyAgoMs: null,
    isStreaming: false,
    idleRounds: 0,
    ...patch,
  })

describe('waiting for more content of a page', () => {
  it('does not happen for a page that is complete or has no scripts', () => {
    assert.equal(moment(), false)
    assert.equal(moment({ progress: { hasScripts: false, isUnfinished: 'yes', text: 0 } }), false)
  })

  it('ends after a moment without calls, a shorter one where their content is shown', () => {
    assert.equal(moment({ progress: { hasScripts: false }, busyAgoMs: 0, elapsedMs: 2_900 }), true)
    assert.equal(moment({ progress: { hasScripts: false }, busyAgoMs: 0, elapsedMs: 3_100 }), false)
    assert.equal(moment({ busyAgoMs: 400, elapsedMs: 400 }), true)
    assert.equal(moment({ busyAgoMs: 600, elapsedMs: 600 }), false)
    const shown = { changedAgoMs: 280, calledAgoMs: 300, busyAgoMs: 300, elapsedMs: 600 }
    assert.equal(moment(shown), false)
    assert.equal(moment({ ...shown, progress: { isUnfinished: 'maybe' } }), true)
    assert.equal(moment({ ...shown, changedAgoMs: 210, calledAgoMs: 220, busyAgoMs: 220 }), true)
  })

  it('counts changes as shown that happened when the end of the call was reported', () => {
    assert.equal(moment({ changedAgoMs: 420, calledAgoMs: 400, busyAgoMs: 400, elapsedMs: 900 }), false)
    assert.equal(moment({ changedAgoMs: 500, calledAgoMs: 400, busyAgoMs: 400, elapsedMs: 900 }), true)
  })

  it('ends for a page that polls without showing anything of it', () => {
    const polling = { changedAgoMs: 1_100, calledAgoMs: 40, busyAgoMs: 40, elapsedMs: 1_400 }
    assert.equal(moment({ ...polling, idleRounds: 2 }), true)
    assert.equal(moment({ ...polling, idleRounds: 3 }), false)
    assert.equal(moment({ ...polling, idleRounds: 3, progress: { isUnfinished: 'yes' } }), true)
    const { changedAgoMs, ...unchanged } = polling
    assert.equal(moment({ ...unchanged, idleRounds: 3, elapsedMs: changedAgoMs }), false)
    assert.equal(moment({ busyAgoMs: 0, calledAgoMs: 40, elapsedMs: 6_100, progress: { isUnfinished: 'yes' } }), false)
  })

  it('continues for a limited time while a call or a script of its site is under way', () => {
    assert.equal(moment({ isCalling: true, elapsedMs: 2_900 }), true)
    assert.equal(moment({ isCalling: true, elapsedMs: 3_100 }), false)
  })

  it('continues for a limited time while the page shows that it is loading', () => {
    const unfinished = { isUnfinished: 'yes' as const }
    assert.equal(moment({ progress: unfinished, elapsedMs: 2_900 }), true)
    assert.equal(moment({ progress: unfinished, elapsedMs: 3_100 }), false)
    assert.equal(moment({ progress: unfinished, elapsedMs: 12_000, isCalling: true }), true)
    assert.equal(moment({ progress: unfinished, elapsedMs: 13_100, isCalling: true }), false)
    assert.equal(moment({ progress: { isUnfinished: 'maybe' }, elapsedMs: 900 }), true)
    assert.equal(moment({ progress: { isUnfinished: 'maybe' }, elapsedMs: 1_100 }), false)
    // The time starts again when a call has ended.
    assert.equal(moment({ progress: unfinished, elapsedMs: 4_000, busyAgoMs: 2_000 }), true)
  })

  it('continues while answers of its site are not shown yet', () => {
    assert.equal(moment({ calledAgoMs: 400 }), true)
    assert.equal(moment({ calledAgoMs: 600 }), false)
    assert.equal(moment({ calledAgoMs: 400, changedAgoMs: 300 }), false)
    assert.equal(moment({ calledAgoMs: 100, changedAgoMs: 300 }), true)
  })

  it('continues until a growing page stops growing', () => {
    assert.equal(moment({ changedAgoMs: 100 }), true)
    assert.equal(moment({ changedAgoMs: 300 }), false)
    assert.equal(moment({ changedAgoMs: 300, isStreaming: true }), true)
    assert.equal(moment({ changedAgoMs: 500, isStreaming: true }), false)
    assert.equal(moment({ changedAgoMs: 300, isCalling: true }), true)
    assert.equal(moment({ changedAgoMs: 100, elapsedMs: 3_000 }), false)
  })

  it('is so for a moment only where no timer is left, unless a stream or a sign of more content is', () => {
    const still = { isWithoutTimers: true }
    assert.equal(moment({ progress: still, busyAgoMs: 90, elapsedMs: 90 }), true)
    assert.equal(moment({ progress: still, busyAgoMs: 110, elapsedMs: 110 }), false)
    assert.equal(moment({ progress: still, busyAgoMs: 0, elapsedMs: 2_900 }), true)
    assert.equal(moment({ progress: still, calledAgoMs: 110, busyAgoMs: 110, elapsedMs: 200 }), false)
    assert.equal(moment({ progress: still, changedAgoMs: 90, busyAgoMs: 300, elapsedMs: 300 }), true)
    assert.equal(moment({ progress: still, changedAgoMs: 110, busyAgoMs: 300, elapsedMs: 300 }), false)
    assert.equal(moment({ progress: still, busyAgoMs: 300, elapsedMs: 300, isStreaming: true }), true)
    const unfinished = { ...still, isUnfinished: 'maybe' as const }
    assert.equal(moment({ progress: unfinished, busyAgoMs: 300, elapsedMs: 300 }), true)
  })
})

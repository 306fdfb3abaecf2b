import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayGrow, type Moment, type ContentProgress } from './settle-content.ts'

const progress = (patch: Partial<ContentProgress> = {}): ContentProgress => ({
  hasScripts: true,
  text: 2_000,
  elements: 100,
  isUnfinished: 'no',
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

describe('whether more of a page is to be waited for', () => {
  it('is not asked of a page that is there, or that has no scripts', () => {
    assert.equal(moment(), false)
    assert.equal(moment({ progress: { hasScripts: false, isUnfinished: 'yes', text: 0 } }), false)
  })

  it('is so until no call has been under way for a moment, a shorter one where what it brought is shown', () => {
    assert.equal(moment({ progress: { hasScripts: false }, busyAgoMs: 0, elapsedMs: 2_900 }), true)
    assert.equal(moment({ progress: { hasScripts: false }, busyAgoMs: 0, elapsedMs: 3_100 }), false)
    assert.equal(moment({ busyAgoMs: 400, elapsedMs: 400 }), true)
    assert.equal(moment({ busyAgoMs: 600, elapsedMs: 600 }), false)
    const shown = { changedAgoMs: 280, calledAgoMs: 300, busyAgoMs: 300, elapsedMs: 600 }
    assert.equal(moment(shown), false)
    assert.equal(moment({ ...shown, progress: { isUnfinished: 'maybe' } }), true)
    assert.equal(moment({ ...shown, changedAgoMs: 210, calledAgoMs: 220, busyAgoMs: 220 }), true)
  })

  it('counts as shown what changed as the end of its call was told', () => {
    assert.equal(moment({ changedAgoMs: 420, calledAgoMs: 400, busyAgoMs: 400, elapsedMs: 900 }), false)
    assert.equal(moment({ changedAgoMs: 500, calledAgoMs: 400, busyAgoMs: 400, elapsedMs: 900 }), true)
  })

  it('is not so for ever where a page asks again and again and shows nothing of it', () => {
    const polling = { changedAgoMs: 1_100, calledAgoMs: 40, busyAgoMs: 40, elapsedMs: 1_400 }
    assert.equal(moment({ ...polling, idleRounds: 2 }), true)
    assert.equal(moment({ ...polling, idleRounds: 3 }), false)
    assert.equal(moment({ ...polling, idleRounds: 3, progress: { isUnfinished: 'yes' } }), true)
    const { changedAgoMs, ...unchanged } = polling
    assert.equal(moment({ ...unchanged, idleRounds: 3, elapsedMs: changedAgoMs }), false)
    assert.equal(moment({ busyAgoMs: 0, calledAgoMs: 40, elapsedMs: 6_100, progress: { isUnfinished: 'yes' } }), false)
  })

  it('is so while a call or a script of its site is under way, for a while', () => {
    assert.equal(moment({ isCalling: true, elapsedMs: 2_900 }), true)
    assert.equal(moment({ isCalling: true, elapsedMs: 3_100 }), false)
  })

  it('is so while the page shows that there is, for a while', () => {
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

  it('is so while what its site has answered has not been shown', () => {
    assert.equal(moment({ calledAgoMs: 400 }), true)
    assert.equal(moment({ calledAgoMs: 600 }), false)
    assert.equal(moment({ calledAgoMs: 400, changedAgoMs: 300 }), false)
    assert.equal(moment({ calledAgoMs: 100, changedAgoMs: 300 }), true)
  })

  it('is so until a page that was growing has come to rest', () => {
    assert.equal(moment({ changedAgoMs: 100 }), true)
    assert.equal(moment({ changedAgoMs: 300 }), false)
    assert.equal(moment({ changedAgoMs: 300, isStreaming: true }), true)
    assert.equal(moment({ changedAgoMs: 500, isStreaming: true }), false)
    assert.equal(moment({ changedAgoMs: 300, isCalling: true }), true)
    assert.equal(moment({ changedAgoMs: 100, elapsedMs: 3_000 }), false)
  })
})

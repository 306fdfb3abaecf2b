import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayGrow, type Moment, type Progress } from './settle-content.ts'

const progress = (patch: Partial<Progress> = {}): Progress => ({
  hasScripts: true,
  text: 2_000,
  elements: 100,
  isUnfinished: 'no',
  ...patch,
})
const moment = ({
  progress: seen,
  ...patch
}: Partial<Omit<Moment, 'progress'>> & { progress?: Partial<Progress> } = {}) =>
  mayGrow({
    progress: progress(seen),
    elapsedMs: 0,
    changedAgoMs: null,
    calledAgoMs: null,
    isCalling: false,
    ...patch,
  })

describe('whether more of a page is to be waited for', () => {
  it('is not asked of a page that is there, or that has no scripts', () => {
    assert.equal(moment(), false)
    assert.equal(moment({ progress: { hasScripts: false, isUnfinished: 'yes', text: 0 } }), false)
    assert.equal(moment({ isCalling: true }), false)
  })

  it('is so while the page shows that there is, for a while', () => {
    const unfinished = { isUnfinished: 'yes' as const }
    assert.equal(moment({ progress: unfinished, elapsedMs: 2_900 }), true)
    assert.equal(moment({ progress: unfinished, elapsedMs: 3_100 }), false)
    assert.equal(moment({ progress: unfinished, elapsedMs: 9_000, isCalling: true }), true)
    assert.equal(moment({ progress: unfinished, elapsedMs: 10_100, isCalling: true }), false)
    assert.equal(moment({ progress: { isUnfinished: 'maybe' }, elapsedMs: 900 }), true)
    assert.equal(moment({ progress: { isUnfinished: 'maybe' }, elapsedMs: 1_100, isCalling: true }), false)
  })

  it('is so while what its site has answered has not been shown', () => {
    assert.equal(moment({ calledAgoMs: 800 }), true)
    assert.equal(moment({ calledAgoMs: 1_100 }), false)
    assert.equal(moment({ calledAgoMs: 800, changedAgoMs: 300 }), false)
    assert.equal(moment({ calledAgoMs: 100, changedAgoMs: 300 }), true)
  })

  it('is so until a page that was growing has come to rest', () => {
    assert.equal(moment({ changedAgoMs: 100 }), true)
    assert.equal(moment({ changedAgoMs: 300 }), false)
    assert.equal(moment({ changedAgoMs: 300, isCalling: true }), true)
    assert.equal(moment({ changedAgoMs: 100, elapsedMs: 3_000 }), false)
  })
})

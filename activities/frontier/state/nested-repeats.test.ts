import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NestedRepeats } from './nested-repeats.ts'

const page = (seq: number, path: string) => ({ seq, url: `http://a.example${path}` })

/** Settles a chain of pages, each below the previous one. */
function settledChain(repeats: NestedRepeats, pages: readonly [path: string, exact: number][]): void {
  for (const [seq, [path, exact]] of pages.entries()) {
    const above = pages[seq - 1]
    repeats.settled(page(seq, path), exact, above === undefined ? null : page(seq - 1, above[0]))
  }
}

describe('nested repeats', () => {
  it('refuse what lies below the second page in a row that says what its parent said', () => {
    const repeats = new NestedRepeats()
    settledChain(repeats, [
      ['/loop/', 7],
      ['/loop/a/', 7],
      ['/loop/a/b/', 7],
    ])
    assert.equal(repeats.refuses(page(1, '/loop/a/'), 'http://a.example/loop/a/b/'), false)
    assert.equal(repeats.refuses(page(2, '/loop/a/b/'), 'http://a.example/loop/a/b/a/'), true)
  })

  it('let links out of the loop pass', () => {
    const repeats = new NestedRepeats()
    settledChain(repeats, [
      ['/loop/', 7],
      ['/loop/a/', 7],
      ['/loop/a/b/', 7],
    ])
    for (const path of ['/', '/other/a/b/c', '/loop/c', '/loop/a/c/', '/loop/a/b/?q=1']) {
      assert.equal(repeats.refuses(page(2, '/loop/a/b/'), `http://a.example${path}`), false, path)
    }
  })

  it('start again with a page that says something else', () => {
    const repeats = new NestedRepeats()
    settledChain(repeats, [
      ['/loop/', 7],
      ['/loop/a/', 7],
      ['/loop/a/b/', 8],
      ['/loop/a/b/c/', 8],
    ])
    assert.equal(repeats.refuses(page(3, '/loop/a/b/c/'), 'http://a.example/loop/a/b/c/d/'), false)
  })

  it('need pages that stand below each other', () => {
    const repeats = new NestedRepeats()
    settledChain(repeats, [
      ['/p/1', 7],
      ['/p/2', 7],
      ['/p/3', 7],
      ['/p/4', 7],
    ])
    assert.equal(repeats.refuses(page(3, '/p/4'), 'http://a.example/p/5/more'), false)
  })

  it('survive being stored', () => {
    const before = new NestedRepeats()
    settledChain(before, [
      ['/loop/', 7],
      ['/loop/a/', 7],
      ['/loop/a/b/', 7],
    ])
    const after = new NestedRepeats()
    after.restore(JSON.parse(JSON.stringify(before.snapshot())))
    assert.equal(after.refuses(page(2, '/loop/a/b/'), 'http://a.example/loop/a/b/a/'), true)
  })
})

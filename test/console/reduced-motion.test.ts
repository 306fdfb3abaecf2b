/** Every view for readers who prefer less motion (Media Queries 5, `prefers-reduced-motion`): nothing moves by itself. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { consoleBrowser } from './console-lab.ts'
import { allViews, answerViews } from './shown-views.ts'

/** Returns what moves, or would when it changes: animations, transitions, smooth scrolling, also of generated parts. */
async function motions(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const running = document.getAnimations().map((animation) => `an animation is ${animation.playState}`)
    const parts = [undefined, '::before', '::after', '::backdrop', '::marker'] as const
    const able = [...document.querySelectorAll('*')].flatMap((element) =>
      parts.flatMap((part) => {
        const style = getComputedStyle(element, part)
        const { animationName, transitionDuration, transitionDelay, scrollBehavior } = style
        const isTimed = [transitionDuration, transitionDelay].some((text) => /[1-9]/.test(text))
        const moves = animationName !== 'none' || isTimed || scrollBehavior === 'smooth'
        return moves ? [`${element.tagName}${part ?? ''} ${element.className}`] : []
      }),
    )
    return [...running, ...able]
  })
}

/** Moves the pointer over controls and opens what folds: states between which a transition would run. */
async function touch(page: Page): Promise<void> {
  for (const summary of await page.locator('summary:visible').all()) await summary.click()
  for (const control of (await page.locator('button:visible:enabled, [role=tab]:visible').all()).slice(0, 8)) {
    await control.hover()
  }
}

/** Styles that move everything. A sheet made by a script is not inline code, so the policy lets it be. */
async function addMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '@keyframes test { to { opacity: 0.5 } } h1 { animation: test 9s infinite } h1::after { content: "."; animation: test 9s infinite } button { transition: all 2s } html { scroll-behavior: smooth }',
    )
    document.adoptedStyleSheets = [sheet]
  })
}

describe('every view of the console with reduced motion', () => {
  const open = consoleBrowser()
  for (const [name, { view, ready, key }] of Object.entries(allViews)) {
    it(name, async (t) => {
      const lab = await open(t, key === null ? { key } : {})
      await answerViews(lab)
      await lab.open(view)
      await ready(lab.page)
      assert.deepEqual(await motions(lab.page), [])
      await touch(lab.page)
      assert.deepEqual(await motions(lab.page), [])
    })
  }

  it('a dialog and its backdrop do not move', async (t) => {
    const lab = await open(t)
    await answerViews(lab)
    await lab.open('jobs')
    await lab.page.getByRole('button', { name: 'Keyboard' }).click()
    await lab.page.getByRole('dialog').waitFor()
    assert.deepEqual(await motions(lab.page), [])
  })

  it('whatever moves for others stands still, generated parts too', async (t) => {
    const moving = await open(t, { reducedMotion: false })
    await answerViews(moving)
    await moving.open('jobs')
    await addMotion(moving.page)
    const found = (await motions(moving.page)).join('\n')
    for (const pattern of [/an animation is running/, /^H1 /m, /^H1::after/m, /^BUTTON/m, /^HTML/m]) {
      assert.match(found, pattern)
    }
    const still = await open(t)
    await answerViews(still)
    await still.open('jobs')
    await addMotion(still.page)
    assert.deepEqual(await motions(still.page), [])
  })
})

/** Waits for what a view does only after it is drawn: looked at once, right after a text appears, it may not be done. */
import type { Locator, Page } from 'playwright-core'

/** Resolves when an element has the focus. */
export async function untilFocused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}

/** Resolves when the focus is in an element, or on it. */
export async function untilFocusWithin(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus-within')).waitFor()
}

/** Resolves when the tab has a title. */
export async function untilTitled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => document.title === wanted, title)
}

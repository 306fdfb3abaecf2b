/** Checks of accessibility by axe-core. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/**
 * Asserts that axe finds nothing on the page as it is now.
 * The source runs in the page by the browser's own debugging interface, which no content policy concerns.
 */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  )
  assert.equal(lines.join('\n'), '')
}

/**
 * Plain Puppeteer as a program: `node puppeteer-program.ts EXECUTABLE`. One warm browser as Puppeteer launches it, a
 * fresh context for each page, nothing recorded: the minimum cost of loading a page.
 */
import { launch } from 'puppeteer'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { wholeMark } from '../page-site/page-files.ts'
import { quietFlags } from './quiet-flags.ts'
import { runTurn } from './run-turn.ts'
import { serveTurns } from './serve-turns.ts'

const executablePath = process.argv[2] ?? ''
const browser = await launch({ executablePath, headless: 'shell', args: quietFlags() })

async function load(url: string): Promise<{ whole: boolean }> {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load', timeout: benchLimits.browserPageTimeoutMs })
    return { whole: (await page.content()).includes(wholeMark) }
  } finally {
    await context.close()
  }
}

await serveTurns(
  async (turn) => await runTurn(turn, load),
  async () => await browser.close(),
)

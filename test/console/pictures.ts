/**
 * Takes the pictures of the README from a running stack: `node test/console/pictures.ts`. It crawls the bundled
 * website, opens the console as a reader does, and writes `docs/pictures/console-*.png`.
 * An argument names another folder; pictures of more views, widths and themes are then written there.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { enginePath, sandboxFlags } from '../browser/engine-path.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'

interface Picture {
  name: string
  /** Below `/console/`. */
  view: string
  ready: (page: Page) => Promise<void>
}

const docs = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const folder = process.argv[2] ?? docs
const everything = folder !== docs

const row = (name: string) => async (page: Page) => {
  await page.getByRole('table', { name, exact: true }).getByRole('row').nth(2).waitFor()
}

async function sign(browser: Browser, stack: TestStack, width: number, scheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => process.stderr.write(`${message.type()}: ${message.text()}\n`))
  page.on('pageerror', (error) => process.stderr.write(`${String(error)}\n`))
  await page.goto(`${stack.stack.file.gateway}/`)
  await page.getByLabel('API key').fill(stack.stack.file.apiKey)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  return page
}

async function take(browser: Browser, stack: TestStack, pictures: readonly Picture[]): Promise<void> {
  for (const scheme of everything ? (['light', 'dark'] as const) : (['light'] as const)) {
    for (const width of everything ? [1280, 360] : [1280]) {
      const page = await sign(browser, stack, width, scheme)
      for (const { name, view, ready } of pictures) {
        await page.goto(`${stack.stack.file.gateway}/console/${view}`)
        await ready(page)
        await page.waitForTimeout(500)
        const file = everything ? `${name}-${scheme}-${width}.png` : `console-${name}.png`
        await page.screenshot({ path: join(folder, file) })
      }
      await page.context().close()
    }
  }
}

await mkdir(folder, { recursive: true })
const stack = await startTestStack({ browser: true })
const browser = await chromium.launch({ executablePath: await enginePath(), args: [...sandboxFlags] })
try {
  const { site, api } = stack
  const output = ['markdown', 'html', 'clean_html', 'links', 'screenshot']
  const id = await api.start({ url: site.url, limit: 30, output, scrape: { js_render: true } })
  await api.watch(id)
  const { body } = await api.request('GET', `/crawl/${id}/pages?limit=20&output=links`)
  const pages = body['data'] as { index: number; success: boolean }[]
  const index = pages.find(({ success }) => success)?.index ?? 0
  const readme: Picture[] = [
    { name: 'job', view: `jobs/${id}`, ready: row('Pages') },
    {
      name: 'page',
      view: `jobs/${id}/pages/${index}`,
      ready: async (page) =>
        await page.locator('article :is(h2, p)').filter({ hasNotText: 'Loading' }).first().waitFor(),
    },
  ]
  const more: Picture[] = [
    { name: 'jobs', view: 'jobs', ready: async (page) => await page.getByRole('table', { name: 'Jobs' }).waitFor() },
    { name: 'urls', view: `jobs/${id}?tab=urls`, ready: row('URLs') },
    {
      name: 'downloads',
      view: `jobs/${id}?tab=downloads`,
      ready: async (page) =>
        await page.getByText('Download zip').or(page.getByText('Download markdown')).first().waitFor(),
    },
    {
      name: 'clean',
      view: `jobs/${id}/pages/${index}?tab=clean_html`,
      ready: async (page) => await page.locator('iframe').waitFor(),
    },
    {
      name: 'screenshot',
      view: `jobs/${id}/pages/${index}?tab=screenshot`,
      ready: async (page) => await page.locator('img.screenshot').waitFor(),
    },
    {
      name: 'attempts',
      view: `jobs/${id}/pages/${index}?tab=attempts`,
      ready: async (page) => await page.getByRole('table', { name: 'Attempts' }).waitFor(),
    },
    {
      name: 'service',
      view: 'service',
      ready: async (page) => await page.getByRole('region', { name: 'Limits' }).waitFor(),
    },
    {
      name: 'new',
      view: 'new/crawl',
      ready: async (page) => await page.getByRole('button', { name: 'Start' }).waitFor(),
    },
  ]
  await take(browser, stack, everything ? [...readme, ...more] : readme)
} finally {
  await browser.close()
  await stack.close()
}

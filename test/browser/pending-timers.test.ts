/** Whether timers of a page are still to run, as the wait for its content asks. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TimerWatch } from '@seine/activities/browser/page/pending-timers.ts'
import { evaluateApart, isTeardown } from '@seine/activities/browser/page/evaluate.ts'
import type { Browser, Page } from 'puppeteer'
import { launchBrowser } from './actions-lab.ts'

const marks = (html: string): string => `<p>0</p><script>
  const mark = (text) => { document.querySelector('p').textContent = text }
  ${html}
</script>`

/** Whether the page has its document and has loaded it; its patched objects play no part. */
async function isWhole(page: Page): Promise<boolean> {
  try {
    return await evaluateApart(page, () => document.readyState === 'complete' && document.querySelector('p') !== null)
  } catch (error) {
    if (isTeardown(error)) return false
    throw error
  }
}

describe('the timers of a page', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
  })

  /** Loads a page with a watch. @returns functions that read its mark, and whether no timer is left; null = not known. */
  async function watched(t: { after(end: () => Promise<void>): void }, script: string) {
    const page: Page = await browser.newPage()
    t.after(async () => await page.close())
    const session = await page.createCDPSession()
    await session.send('Page.enable')
    const watch = new TimerWatch()
    watch.add({ session, type: 'page' })
    await page.goto(`data:text/html,${encodeURIComponent(marks(script))}`)
    // The navigation may be reported as done when the first document of the page is.
    while (!(await isWhole(page))) await new Promise((resolve) => setTimeout(resolve, 10))
    /** Reads both at one moment, so that no timer runs between. */
    const look = async (): Promise<{ mark: string; isDone: boolean }> =>
      await evaluateApart(
        page,
        (event) => ({
          mark: document.querySelector('p')?.textContent ?? '',
          isDone: !document.dispatchEvent(new Event(event, { cancelable: true })),
        }),
        watch.event ?? '',
      )
    return { page, watch, look }
  }

  /** Looks until no timer is left. @returns the mark at that moment. */
  async function markAtEnd(look: () => Promise<{ mark: string; isDone: boolean }>): Promise<string> {
    for (;;) {
      const { mark, isDone } = await look()
      if (isDone) return mark
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  const cases: [title: string, script: string, mark: string][] = [
    ['a page without timers', '', '0'],
    ['a timer', `setTimeout(() => mark('1'), 400)`, '1'],
    ['a timer without delay', `setTimeout(() => mark('1'))`, '1'],
    ['a chain of timers', `setTimeout(() => setTimeout(() => mark('1'), 200), 200)`, '1'],
    ['text as code', `setTimeout("mark('1')", 200)`, '1'],
    ['an interval', `const id = setInterval(() => { mark('1'); clearInterval(id) }, 200)`, '1'],
    ['an interval that is never cleared', `let n = 0; setInterval(() => mark(n++ < 1 ? '0' : 'often'), 100)`, 'often'],
    ['a cleared timer', `clearTimeout(setTimeout(() => mark('1'), 600)); clearTimeout(); clearInterval(99)`, '0'],
    ['a timer with a long delay', `setTimeout(() => mark('1'), 5000)`, '0'],
    ['a page that computes while its timer is due', `setTimeout(() => mark('1'), 50); const end = Date.now() + 300; while (Date.now() < end);`, '1'], // prettier-ignore
    [
      'a page with patched objects',
      `Map.prototype.set = Reflect.apply = Reflect.deleteProperty = Object.defineProperty = () => { throw new Error('patched') }
      performance.now = () => 0; const set = setTimeout
      window.clearTimeout = () => {}; set(() => mark('1'), 200)`,
      '1',
    ],
  ]
  for (const [title, script, mark] of cases) {
    it(`have run: ${title}`, async (t) => {
      const { look } = await watched(t, script)
      assert.equal(await markAtEnd(look), mark)
    })
  }

  it('are not known of a document that was written again', async (t) => {
    const { page, look } = await watched(t, '')
    await page.evaluate(() => {
      document.open()
      document.write('<p>2</p>')
      document.close()
    })
    assert.deepEqual(await look(), { mark: '2', isDone: false })
  })

  it('are not known when the page has a worker', async (t) => {
    const { watch, page } = await watched(t, '')
    watch.add({ session: await page.createCDPSession(), type: 'worker' })
    assert.equal(watch.event, null)
  })

  it('have functions that look as without the watch', async (t) => {
    const { look } = await watched(
      t,
      `const names = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']
      mark(names.every((name) => typeof window[name] === 'function' && window[name].name === name &&
        String(window[name]).includes('[native code]') && Object.keys(window).includes(name) &&
        window[name] === globalThis[name] && window[name].length === (name.startsWith('set') ? 1 : 0)))`,
    )
    assert.equal((await look()).mark, 'true')
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'puppeteer'
import { AttemptClock, AttemptEndedError } from '@seine/activities/browser/time/attempt-clock.ts'
import { runActions } from '@seine/activities/browser/actions/run.ts'
import { action, launchBrowser, run, withPage } from './actions-lab.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'

let browser: Browser
let fixture: Fixture
before(async () => {
  fixture = await startFixture({
    '/start': html(
      `<a id=next href=/next>next</a> <a id=slow href=/slow>slow</a> <a id=empty href=/empty>empty</a>
       <a id=gone href="http://127.0.0.1:1/">gone</a> <button id=later onclick="setTimeout(() => location = '/next', 300)">later</button>
       <button id=spa onclick="history.pushState(null, '', '/spa'); document.title = 'spa'">spa</button>
       <form action=/next><input id=q name=q></form><script>history.scrollRestoration = 'manual'</script>`,
    ),
    '/next': html('<p id=here>next</p><button id=b onclick="document.title = 1">b</button>'),
    '/slow': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<p id=here>slow</p>'), 400)
    },
    '/empty': (_request, response) => {
      response.writeHead(204).end()
    },
    '/outer': (_request, response) => {
      const inner = `http://inner.test:${fixture.port}/middle`
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<div style="height:1500px"></div><iframe id=outer src="${inner}" style="border:7px solid;padding:5px;width:400px;height:300px"></iframe>`,
        )
    },
    '/middle': (_request, response) => {
      const inner = `http://leaf.test:${fixture.port}/leaf`
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<h1>middle</h1><div style="height:600px"></div><iframe name=leaf src="${inner}"></iframe>`)
    },
    '/leaf': html(
      `<input id=i><button id=b onclick="document.title = event.isTrusted; b.textContent = 'pressed'">press</button>
       <button id=r onclick="location.reload()">again</button>`,
    ),
  })
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await fixture.close()
})

const onPage = <T>(path: string, work: (page: Page) => Promise<T>): Promise<T> =>
  withPage(browser, { url: `${fixture.origin}${path}` }, work)
const onlyOk = async (page: Page, ...actions: Parameters<typeof run> extends [Page, ...infer Rest] ? Rest : never) => {
  const { failure, results } = await run(page, ...actions)
  assert.equal(failure, null)
  return results
}

describe('navigation by actions', () => {
  it('lets the next action see the document a click leads to, however slow', () =>
    onPage('/start', async (page) => {
      await onlyOk(
        page,
        action('click', { selector: '#slow' }),
        action('wait_for_selector', { selector: '#here', timeoutMs: 0 }),
      )
    }))

  it('does so for a form sent with Enter', () =>
    onPage('/start', async (page) => {
      await onlyOk(
        page,
        action('type', { selector: '#q', value: 'fish\n' }),
        action('wait_for_selector', { selector: '#here', timeoutMs: 0 }),
      )
      assert.equal(new URL(page.url()).search, '?q=fish')
    }))

  it('waits for a navigation that is under way, has been, or happens within the document', () =>
    onPage('/start', async (page) => {
      await onlyOk(page, action('click', { selector: '#spa' }), action('wait_for_navigation'))
      await onlyOk(page, action('click', { selector: '#later' }), action('wait_for_navigation'))
      assert.equal(new URL(page.url()).pathname, '/next')
      const { failure } = await run(page, action('wait_for_navigation', { timeoutMs: 100 }))
      assert.equal(failure?.code, 'timeout')
    }))

  it('continues after an answer without content and says when a document cannot be loaded', () =>
    onPage('/start', async (page) => {
      await onlyOk(page, action('click', { selector: '#empty' }), action('hover', { selector: '#next' }))
      const { failure } = await run(page, action('click', { selector: '#gone' }), action('wait_for_navigation'))
      assert.equal(failure?.code, 'navigation_failed')
      assert.equal(failure.index, 1)
    }))

  it('reloads', () =>
    onPage('/next', async (page) => {
      await page.evaluate('here.remove()')
      await onlyOk(page, action('reload'), action('wait_for_selector', { selector: '#here', timeoutMs: 0 }))
    }))

  it('ends with the attempt when the page crashes under it', () =>
    onPage('/next', async (page) => {
      const clock = new AttemptClock(60_000)
      page.once('error', () => clock.end('crashed'))
      page.once('dialog', () => {})
      const running = runActions(page, [action('wait_for_selector', { selector: '#never', timeoutMs: 50_000 })], clock)
      const session = await page.createCDPSession()
      session.send('Page.crash').catch(() => {})
      await assert.rejects(running, (error) => error instanceof AttemptEndedError && error.end === 'crashed')
      clock.clear()
    }))
})

describe('frame_selector', () => {
  const leaf = { frameSelector: '#outer >> iframe[name=leaf]' }

  it('reaches nested frames of other sites, scrolled to and pressed with trusted events', () =>
    onPage('/outer', async (page) => {
      const results = await onlyOk(
        page,
        action('click', { selector: 'press', selectorType: 'text', ...leaf }),
        action('wait_for_selector', { selector: 'button[name=pressed]', selectorType: 'role', ...leaf }),
        action('fill', { selector: '#i', value: 'ü', ...leaf }),
        action('type', { selector: '#i', value: 'x', ...leaf }),
      )
      assert.equal(results[0]?.matched, 1)
      const frame = page.frames().find((each) => each.url().endsWith('/leaf'))
      assert.equal(await frame?.$eval('#i', (element) => (element as HTMLInputElement).value), 'üx')
      assert.equal(await frame?.title(), 'true')
    }))

  // While the pointer moves into a frame, the browser loses events for it.
  for (const afterMs of [50, 62, 66, 70, 73]) {
    it(`looks for the frame again while it waits: replaced after ${afterMs} ms`, () =>
      onPage('/outer', async (page) => {
        await onlyOk(page, action('wait_for_selector', { selector: '#b', ...leaf }))
        const running = run(
          page,
          action('click', { selector: '#r', ...leaf }),
          action('click', { selector: '#b', ...leaf }),
          action('wait_for_selector', { selector: 'pressed', selectorType: 'text', ...leaf, timeoutMs: 5_000 }),
        )
        await page.evaluate(
          `setTimeout(() => { const frame = document.querySelector('iframe'); frame.replaceWith(frame.cloneNode()) }, ${afterMs})`,
        )
        const { failure } = await running
        assert.ok(failure === null || failure.index === 2)
      }))
  }

  it('says when a frame is missing or covered', () =>
    onPage('/outer', async (page) => {
      const missing = await run(page, action('click', { selector: '#b', frameSelector: '#nope', timeoutMs: 0 }))
      assert.equal(missing.failure?.code, 'frame_not_found')
      await onlyOk(page, action('wait_for_selector', { selector: '#b', ...leaf }))
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<div id=over style="position:fixed;inset:0"></div>')`,
      )
      const covered = await run(page, action('click', { selector: '#b', ...leaf, timeoutMs: 3_000 }))
      assert.equal(covered.failure?.code, 'covered_by')
      assert.match(covered.failure.message, /div#over/)
    }))
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'puppeteer'
import type { SelectorType } from '@seine/shared/selectors/selector-type.ts'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import { ask } from '@seine/activities/browser/actions/world.ts'
import { parseSelector } from '@seine/shared/selectors/parse.ts'
import { action, launchBrowser, run, withPage } from './actions-lab.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
})

const onPage = <T>(html: string, work: (page: Page) => Promise<T>): Promise<T> => withPage(browser, html, work)

async function count(page: Page, type: SelectorType, selector: string): Promise<number> {
  for (let looks = 1; ; looks++) {
    const { results, failure } = await run(
      page,
      action('wait_for_selector', { selectorType: type, selector, value: 'attached', timeoutMs: 0 }),
    )
    // One check has two seconds, which may be too short on a busy machine.
    if (failure?.code !== 'timeout' || looks === 10) return results[0]?.matched ?? 0
  }
}

const shadow = `<div class=outer><x-box></x-box></div><script>
  customElements.define('x-box', class extends HTMLElement { constructor() { super()
    this.attachShadow({ mode: 'open' }).innerHTML = '<p class=in data-qa=deep>Deep text</p><x-in></x-in>' } })
  customElements.define('x-in', class extends HTMLElement { constructor() { super()
    this.attachShadow({ mode: 'open' }).innerHTML = '<label>Field <input placeholder="Type here"></label>' } })
</script>`

describe('selectors', () => {
  it('see through open shadow roots, CSS across their borders too, XPath not', () =>
    onPage(shadow, async (page) => {
      const cases: [SelectorType, string, number][] = [
        ['css', 'p.in', 1],
        ['css', '.outer p.in', 1],
        ['css', '.outer > x-box > .in, .none', 1],
        ['css', '.outer > .in', 0],
        ['css', '.in + x-in input', 1],
        ['css', ':is(.in, .out)', 1],
        ['css', '.outer /* any, > where */ p.in', 1],
        ['css', ':scope', 1],
        ['xpath', '//p', 0],
        ['xpath', 'xpath=//x-box', 1],
        ['text', 'deep text', 1],
        ['test_id', 'deep', 1],
        ['label', 'field', 1],
        ['placeholder', 'TYPE', 1],
        ['role', 'textbox[name=field]', 1],
      ]
      for (const [type, selector, wanted] of cases) {
        assert.equal(await count(page, type, selector), wanted, `${type} ${selector}`)
      }
    }))

  it('know the content that CSS generates for a name, whatever rule states it', async () => {
    const sheets = [
      'b::before { content: "New " }',
      'button > ::before { content: "New " }',
      'button > :is(b, [title="a,b"]):before { content: "New " }',
      'i, b::before, u::after { content: "New " }',
      '@media all { @supports (color: red) { @layer x { b::before { content: "New " } } } }',
      'p { & b::before { content: "New " } }',
      'p { b { &::before { content: "New " } } }',
      '@scope (p) { b::before { content: "New " } }',
      '@import url("data:text/css,b::before{content:%22New %22}");',
    ]
    for (const sheet of sheets) {
      await onPage(`<style>${sheet}</style><p><button><b>book</b></button>`, async (page) => {
        await page.waitForFunction(() => getComputedStyle(document.querySelector('b')!, '::before').content !== 'none')
        assert.equal(await count(page, 'role', 'button[name="New book" s]'), 1, sheet)
      })
    }
    const scripts = [
      `const sheet = new CSSStyleSheet(); sheet.replaceSync('b::before { content: "New " }')
        document.adoptedStyleSheets = [sheet]`,
      `document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML =
        '<style>::slotted(button)::before { content: "New " }</style><slot></slot>'`,
      `document.querySelector('span').attachShadow({ mode: 'open' }).innerHTML =
        '<style>:host::before { content: "New " }</style><slot></slot>'`,
    ]
    for (const script of scripts) {
      await onPage(`<p><button><b><span>book</span></b></button></p><script>${script}</script>`, async (page) => {
        assert.equal(await count(page, 'role', 'button[name="New book" s]'), 1, script)
      })
    }
  })

  it('take a test id from the first of the usual attributes that has it', () =>
    onPage(
      '<i data-cy=a></i><i data-qa=a></i><i data-testid=a></i><i data-testid=A></i><i data-test=b></i>',
      async (page) => {
        assert.equal(await count(page, 'test_id', 'a'), 1)
        assert.equal(await count(page, 'test_id', 'b'), 1)
        assert.equal(await count(page, 'test_id', 'c'), 0)
      },
    ))

  it('are refused when the browser cannot read them', () =>
    onPage('<p>x</p>', async (page) => {
      for (const [selectorType, selector] of [
        ['css', 'p:nope('],
        ['xpath', '//p['],
      ] as const) {
        const { failure } = await run(page, action('click', { selectorType, selector }))
        assert.equal(failure?.code, 'invalid_selector')
      }
    }))

  it('end an expression that would never end', () =>
    onPage(`<p>${'a'.repeat(40)}!</p>`, async (page) => {
      const { failure } = await run(page, action('click', { selectorType: 'regex', selector: '(a+)+$', timeoutMs: 0 }))
      assert.equal(failure?.code, 'timeout')
      assert.equal(await count(page, 'css', 'p'), 1)
    }))

  it('work on a page that has rewritten its globals and named its fields after properties', () =>
    onPage(
      `<form id=f><input name=tagName><input name=parentNode><input name=getAttribute><input name=matches><input name=localName>
         <input name=children><input name=firstChild><input name=shadowRoot><button aria-label=Send>go</button></form>
       <img name=querySelectorAll><img name=documentElement><img name=elementFromPoint><img name=head><img name=evaluate><img name=createRange>
       <script>
         for (const thing of [Element.prototype, Node.prototype, Document.prototype, Array.prototype]) {
           for (const name of ['matches', 'closest', 'querySelectorAll', 'getAttribute', 'filter', 'map', 'some', 'push', 'getRootNode']) {
             try { thing[name] = () => { throw new Error('broken') } } catch {}
           }
         }
         window.getComputedStyle = () => ({}); window.requestAnimationFrame = () => {}; window.Map = null; window.setTimeout = () => {}
         Symbol.for = null; JSON.stringify = null
         f.addEventListener('submit', (event) => { event.preventDefault(); document.title = 'sent' })
       </script>`,
      async (page) => {
        for (const [type, selector] of [
          ['role', 'button[name=send]'],
          ['css', '#f button'],
          ['text', 'go'],
          ['label', 'send'],
          ['xpath', '//button'],
        ] as const) {
          assert.equal(await count(page, type, selector), 1, `${type} ${selector}`)
        }
        const { failure } = await run(page, action('click', { selector: 'button[name=send]', selectorType: 'role' }))
        assert.equal(failure, null)
        assert.equal(await page.title(), 'sent')
      },
    ))

  it('leave nothing behind that the page can see', () =>
    onPage('<p>x</p>', async (page) => {
      await page.evaluate(
        'window.look = () => Object.getOwnPropertyNames(window).length + document.documentElement.outerHTML; window.seen = 0; seen = look()',
      )
      assert.equal(await count(page, 'text', 'x'), 1)
      assert.equal(await page.evaluate(`seen === look() && globalThis[Symbol.for('engine')] === undefined`), true)
    }))

  it('find one row in 3,000', () =>
    onPage(
      `<table>${Array.from({ length: 3_000 }, (_, n) => `<tr><td>Row ${n}<td><button>Open ${n}</button>`).join('')}</table>`,
      async (page) => {
        for (const [type, selector] of [
          ['text', '"Row 2999"'],
          ['role', 'button[name="Open 2999"]'],
        ] as const) {
          assert.equal(await count(page, type, selector), 1, `${type} ${selector}`)
        }
        if (process.env['SEINE_TEST_TIMES'] === undefined) return
        const clock = new AttemptClock(10_000)
        for (const [type, selector] of [
          ['css', 'button'],
          ['text', 'Row 2999'],
          ['role', 'button[name="Open 2999"]'],
          ['role', 'button'],
        ] as const) {
          const times: number[] = []
          for (let round = 0; round < 10; round++) {
            const startedAt = performance.now()
            await ask(page.mainFrame(), clock, 5_000, 'find', 'target', parseSelector(type, selector), null)
            times.push(Math.round(performance.now() - startedAt))
          }
          console.log(type, selector, times.toSorted((a, b) => a - b).join(' '))
        }
        clock.clear()
      },
    ))
})

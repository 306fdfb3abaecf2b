import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'puppeteer'
import type { ActionRun } from '@seine/activities/browser/actions/contract.ts'
import { action, launchBrowser, run, withPage } from './actions-lab.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
})

const onPage = <T>(html: string, work: (page: Page) => Promise<T>): Promise<T> => withPage(browser, html, work)

const ok = ({ results, failure }: ActionRun): void => {
  assert.equal(failure, null)
  assert.ok(results.every(({ status }) => status === 'ok'))
}
const value = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element as HTMLInputElement).value)
const log = (page: Page): Promise<string[]> => page.evaluate('window.log').then((lines) => lines as string[])

const button = `<button id=b onclick="(window.log ??= []).push(event.isTrusted ? 'trusted' : 'faked')">Go</button>`
/** For actions that must fail; long enough for one check of the page on a slow machine. */
const short = { timeoutMs: 1_500 }

describe('click', () => {
  it('presses with trusted events and reports how many elements matched', () =>
    onPage(`${button}<button hidden>Go</button>`, async (page) => {
      const { results, failure } = await run(page, action('click', { selector: 'button' }))
      assert.equal(failure, null)
      assert.equal(results[0]?.matched, 2)
      assert.deepEqual(await log(page), ['trusted'])
    }))

  it('takes the first visible match', () =>
    onPage(`<button style="display:none">Go</button>${button}`, async (page) => {
      ok(await run(page, action('click', { selector: 'Go', selectorType: 'text' })))
      assert.deepEqual(await log(page), ['trusted'])
    }))

  const faults: [string, string, string, RegExp][] = [
    ['missing', '<p>nothing</p>', 'not_found', /nothing matches/],
    ['not displayed', '<div id=box style="display:none"><button id=b>Go</button></div>', 'not_visible', /div#box/],
    ['without area', '<button id=b style="width:0;height:0;padding:0;border:0"></button>', 'not_visible', /area/],
    ['disabled by its fieldset', '<fieldset disabled><button id=b>Go</button></fieldset>', 'disabled', /button#b/],
    ['aria-disabled', '<div role=group aria-disabled=true><button id=b>Go</button></div>', 'disabled', /button#b/],
    [
      'in motion',
      `<button id=b style="position:relative">Go</button><script>let n = 0; const go = () => { b.style.left = (n += 3) % 300 + 'px'; requestAnimationFrame(go) }; go()</script>`,
      'unstable',
      /moving/,
    ],
    [
      'covered',
      `<button id=b>Go</button><div id=banner class="cookie wide" style="position:fixed;inset:0"><p>We value you</p></div>`,
      'covered_by',
      /div#banner\.cookie\.wide/,
    ],
    ['deaf to the pointer', '<button id=b style="pointer-events:none">Go</button>', 'covered_by', /covered by/],
    ['off the page', '<button id=b style="position:fixed;left:-500px">Go</button>', 'outside_viewport', /into view/],
  ]
  for (const [what, html, code, message] of faults) {
    it(`fails with a reason when the element is ${what}`, () =>
      onPage(html, async (page) => {
        const { failure, results } = await run(page, action('click', { selector: '#b', ...short }))
        assert.equal(failure?.code, code)
        assert.match(failure.message, message)
        assert.equal(results[0]?.status, 'failed')
      }))
  }

  it('presses what is transparent', () =>
    onPage(`<div style="opacity:0">${button}</div>`, async (page) => {
      ok(await run(page, action('click', { selector: '#b' })))
      assert.deepEqual(await log(page), ['trusted'])
    }))

  it('waits until the element comes, is enabled and is uncovered', () =>
    onPage(
      `<div id=cover style="position:fixed;inset:0"></div><main></main><script>
        setTimeout(() => { document.querySelector('main').innerHTML = ${JSON.stringify(button.replace('id=b', 'id=b disabled'))} }, 100)
        setTimeout(() => { b.disabled = false }, 200)
        setTimeout(() => { cover.remove() }, 300)
      </script>`,
      async (page) => {
        ok(await run(page, action('click', { selector: '#b' })))
        assert.deepEqual(await log(page), ['trusted'])
      },
    ))

  it('survives an element that the page keeps replacing', () =>
    onPage(
      `<main></main><script>
        let n = 0
        const draw = () => { document.querySelector('main').innerHTML = ${JSON.stringify(button)}; if (++n < 20) setTimeout(draw, 30) }
        draw()
      </script>`,
      async (page) => {
        ok(await run(page, action('click', { selector: '#b' })))
        assert.deepEqual(await log(page), ['trusted'])
      },
    ))

  it('gets out from under a sticky header', () =>
    onPage(
      `<header style="position:fixed;top:0;left:0;right:0;height:90vh;background:#eee">head</header>
       <div style="height:3000px"></div>${button}<div style="height:3000px"></div>`,
      async (page) => {
        ok(await run(page, action('click', { selector: '#b' })))
        assert.deepEqual(await log(page), ['trusted'])
      },
    ))

  it('scrolls at once on a page that scrolls smoothly, and to an element whose children alone are drawn', () =>
    onPage(
      `<style>html { scroll-behavior: smooth }</style>${button}<div style="height:30000px"></div><div id=c style="display:contents"><button onclick="log.push('inner')">in</button></div>`,
      async (page) => {
        ok(
          await run(
            page,
            action('click', { selector: '#b' }),
            action('click', { selector: '#c', timeoutMs: 0 }),
            action('click', { selector: '#b', timeoutMs: 0 }),
          ),
        )
        assert.deepEqual(await log(page), ['trusted', 'inner', 'trusted'])
      },
    ))

  it('presses at the right place in iframes that are turned and scaled', () => {
    const inner = `<button id=b onclick='parent.log.push(event.isTrusted)'>Go</button><p>below</p>`
    const frame = (id: string, style: string): string =>
      `<iframe id=${id} srcdoc="${inner}" style="margin:100px;border:9px solid;padding:4px;${style}"></iframe>`
    return onPage(
      `<script>log = []</script>${frame('r', 'transform:rotate(90deg)')}${frame('s', 'rotate:30deg;scale:1.2 0.8')}<div style="transform:skewX(20deg) rotate(-10deg)">${frame('n', 'transform:scale(.7)')}</div>`,
      async (page) => {
        const press = (frameSelector: string) => action('click', { selector: '#b', frameSelector })
        ok(await run(page, press('#r'), press('#s'), press('#n')))
        assert.deepEqual(await log(page), [true, true, true])
      },
    )
  })

  it('never lets a cover that appears under the pointer take the press', () =>
    onPage(
      `${button}<script>b.onmousemove = () => {
        const cover = document.createElement('div'); cover.id = 'late'; cover.style = 'position:fixed;inset:0'
        cover.onclick = () => (window.log ??= []).push('cover'); document.body.append(cover)
      }</script>`,
      async (page) => {
        const { failure } = await run(page, action('click', { selector: '#b', ...short }))
        assert.equal(failure?.code, 'covered_by')
        assert.match(failure.message, /div#late/)
        assert.equal(await log(page), undefined)
      },
    ))

  it('counts a press on any part of a button and through slots as one on it', () =>
    onPage(
      `<button onclick="(window.log ??= []).push('part')"><span id=s>in</span><b style="position:absolute;left:0;right:0;top:0;height:40px">over</b></button>
       <x-card><i id=i>slotted</i></x-card>
       <script>customElements.define('x-card', class extends HTMLElement { constructor() { super();
         this.attachShadow({ mode: 'open' }).innerHTML = '<p id=inner onclick="window.log.push(1)"><slot></slot></p>' } })</script>`,
      async (page) => {
        ok(await run(page, action('click', { selector: '#s' }), action('click', { selector: '#inner' })))
        assert.deepEqual(await log(page), ['part', 1])
      },
    ))

  it('holds the button down for the given time', () =>
    onPage(
      `<button id=b onmousedown="t = performance.now()" onmouseup="log = [performance.now() - t]">Go</button>`,
      async (page) => {
        ok(await run(page, action('click_and_hold', { selector: '#b', durationMs: 250 })))
        assert.ok(Number((await log(page))[0]) >= 240)
      },
    ))
})

describe('if_present', () => {
  it('skips what is not visible and fails what cannot be read', () =>
    onPage('<button hidden id=b>Go</button>', async (page) => {
      const given = { selector: '#b', ifPresent: true, timeoutMs: 100 }
      const { results, failure } = await run(
        page,
        action('click', given),
        action('click', { ...given, selector: '#none' }),
        action('click', { ...given, frameSelector: '#frame' }),
        action('click', { ...given, selector: '##' }),
      )
      assert.deepEqual(
        results.map(({ status }) => status),
        ['skipped', 'skipped', 'skipped', 'failed'],
      )
      assert.equal(failure?.code, 'invalid_selector')
      assert.equal(failure.index, 3)
    }))
})

describe('fields', () => {
  it('fills text, numbers, dates, areas and editable content, and fires the events of the page', () =>
    onPage(
      `<input id=t value=old><input id=n type=number><input id=d type=date><textarea id=a>old</textarea>
       <div id=e contenteditable>old <b>text</b></div><label id=l>Name <input id=w></label>
       <script>log = []; for (const type of ['input', 'change']) addEventListener(type, (event) => log.push(event.target.id + ' ' + type))</script>`,
      async (page) => {
        const fill = (selector: string, text: string) => action('fill', { selector, value: text })
        ok(
          await run(
            page,
            fill('#t', 'new "text" ü'),
            fill('#n', '42'),
            fill('#d', '2024-02-29'),
            fill('#a', 'two\nlines'),
            fill('#e', 'fresh'),
            fill('#l', 'Ann'),
          ),
        )
        assert.equal(await value(page, '#t'), 'new "text" ü')
        assert.equal(await value(page, '#n'), '42')
        assert.equal(await value(page, '#d'), '2024-02-29')
        assert.equal(await value(page, '#a'), 'two\nlines')
        assert.equal(await value(page, '#w'), 'Ann')
        assert.equal(await page.$eval('#e', (element) => element.textContent), 'fresh')
        const lines = await log(page)
        for (const id of ['t', 'n', 'd', 'a']) {
          assert.ok(lines.includes(`${id} input`), `${id} input`)
          assert.ok(lines.includes(`${id} change`), `${id} change`)
        }
        ok(await run(page, fill('#t', '')))
        assert.equal(await value(page, '#t'), '')
      },
    ))

  it('reports a filled value once, also when the focus leaves', () =>
    onPage(
      `<input id=t><button id=b>b</button><script>log = []; addEventListener('change', () => log.push(t.value))</script>`,
      async (page) => {
        const leave = action('click', { selector: '#b' })
        ok(await run(page, action('fill', { selector: '#t', value: 'x' }), leave))
        ok(await run(page, action('type', { selector: '#t', value: 'y' }), leave))
        assert.deepEqual(await log(page), ['x', 'yx'])
      },
    ))

  it('takes values that the browser writes in its own way', () =>
    onPage(
      '<input id=c type=color><input id=r type=range max=10 step=5><input id=d type=datetime-local><input id=n type=number><input id=a aria-readonly=true>',
      async (page) => {
        const fill = (selector: string, text: string) => action('fill', { selector, value: text, timeoutMs: 0 })
        ok(
          await run(
            page,
            fill('#c', 'red'),
            fill('#r', '42'),
            fill('#d', '2024-03-02T05:15:00'),
            fill('#n', '-1.5e3'),
            fill('#a', 'x'),
          ),
        )
        const values = await Promise.all(['#c', '#r', '#d', '#n', '#a'].map((selector) => value(page, selector)))
        assert.deepEqual(values, ['#ff0000', '10', '2024-03-02T05:15', '-1.5e3', 'x'])
        for (const wrong of [fill('#c', 'reddish'), fill('#r', 'much'), fill('#d', 'now'), fill('#n', 'Infinity')]) {
          assert.equal((await run(page, wrong)).failure?.code, 'invalid_value')
        }
      },
    ))

  it('refuses what takes no text and values that do not fit', () =>
    onPage('<p id=p>x</p><input id=r readonly><input id=c type=checkbox><input id=d type=date>', async (page) => {
      const codes = []
      for (const selector of ['#p', '#r', '#c', '#d']) {
        const { failure } = await run(page, action('fill', { selector, value: '30 Feb', timeoutMs: 0 }))
        codes.push(failure?.code)
      }
      assert.deepEqual(codes, ['not_editable', 'not_editable', 'not_editable', 'invalid_value'])
    }))

  it('types key by key, into the focus where no selector is given, and presses keys and chords', () =>
    onPage(`<input id=t onkeydown="(window.log ??= []).push(event.key)"><input id=u>`, async (page) => {
      ok(
        await run(
          page,
          action('type', { selector: '#t', value: 'aé' }),
          action('type', { value: 'B' }),
          action('press', { value: 'Control+A' }),
          action('press', { selector: '#t', value: 'Backspace' }),
          action('type', { value: 'z' }),
          action('press', { value: 'Tab' }),
          action('type', { value: 'next' }),
        ),
      )
      assert.equal(await value(page, '#t'), 'z')
      assert.equal(await value(page, '#u'), 'next')
      assert.ok((await log(page)).includes('B'))
      for (const wrong of ['Hyper+Q', 'F99', 'NumpadZebra']) {
        const { failure } = await run(page, action('press', { value: wrong }))
        assert.equal(failure?.code, 'invalid_value')
      }
    }))

  it('chooses options by value or label', () =>
    onPage(
      `<select id=s onchange="(window.log ??= []).push(value)"><option value=1>One, two<option value=2>Three<option disabled>No</select>
       <select id=m multiple><option>a<option>b<option>c</select>`,
      async (page) => {
        const select = (selector: string, text: string) => action('select_option', { selector, value: text, ...short })
        ok(await run(page, select('#s', '2'), select('#s', 'One, two'), select('#m', 'a, c')))
        assert.deepEqual(await log(page), ['2', '1'])
        assert.deepEqual(
          await page.$eval('#m', (element) =>
            [...(element as HTMLSelectElement).selectedOptions].map((option) => option.value),
          ),
          ['a', 'c'],
        )
        assert.equal((await run(page, select('#s', 'Nine'))).failure?.code, 'no_such_option')
        assert.equal((await run(page, select('#s', 'No'))).failure?.code, 'disabled')
      },
    ))
})

describe('pointer and page', () => {
  it('hovers', () =>
    onPage(`<p id=p onmouseenter="log = ['over']">x</p>`, async (page) => {
      ok(await run(page, action('hover', { selector: '#p' })))
      assert.deepEqual(await log(page), ['over'])
    }))

  it('drags with the HTML drag and drop events', () =>
    onPage(
      `<div id=a draggable=true style="width:80px;height:40px;background:#ccc">drag</div>
       <div id=z style="margin-top:50px;width:200px;height:100px;background:#eee">drop</div>
       <script>log = []
         a.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'cargo')
         z.ondragover = (event) => event.preventDefault()
         z.ondrop = (event) => { event.preventDefault(); log.push(event.dataTransfer.getData('text/plain')) }
       </script>`,
      async (page) => {
        ok(await run(page, action('drag_to', { selector: '#a', value: '#z' })))
        assert.deepEqual(await log(page), ['cargo'])
      },
    ))

  it('drags what follows the pointer', () =>
    onPage(
      `<div id=a style="width:80px;height:40px;background:#ccc"></div><div id=z style="position:absolute;top:300px;left:300px;width:50px;height:50px"></div>
       <script>log = []; let on = false
         a.onmousedown = () => { on = true }; z.onmousemove = () => { if (on && !log.length) log.push('over') }
         z.onmouseup = () => { if (on) log.push('dropped') }
       </script>`,
      async (page) => {
        ok(await run(page, action('drag_to', { selector: '#a', value: '#z' })))
        assert.deepEqual(await log(page), ['over', 'dropped'])
      },
    ))

  it('scrolls the page, a box in it, and to an element', () =>
    onPage(
      '<div id=box style="height:100px;overflow:auto"><div style="height:1000px"></div></div><div style="height:5000px"></div><p id=end>end</p>',
      async (page) => {
        const top = () => page.evaluate('scrollY')
        ok(await run(page, action('scroll', { value: '300' })))
        assert.equal(await top(), 300)
        ok(await run(page, action('scroll', { value: '-100' }), action('scroll', { selector: '#box', value: '50' })))
        assert.equal(await top(), 200)
        assert.equal(await page.$eval('#box', (element) => element.scrollTop), 50)
        ok(
          await run(
            page,
            action('scroll', { selector: '#end', value: '30' }),
            action('scroll', { selector: '#box div', value: '5' }),
          ),
        )
        assert.equal(await top(), 230)
        assert.equal(await page.$eval('#box', (element) => element.scrollTop), 55)
        ok(await run(page, action('scroll_into_view', { selector: '#end' })))
        assert.ok(Number(await top()) > 3_000)
      },
    ))

  it('waits for time and for elements to come and go', () =>
    onPage(
      `<script>setTimeout(() => { document.body.innerHTML = '<p id=p>x</p>' }, 100); setTimeout(() => { p.remove() }, 400)</script>`,
      async (page) => {
        ok(
          await run(
            page,
            action('wait_for_selector', { selector: '#p' }),
            action('wait_for_selector', { selector: '#p', value: 'detached' }),
            action('wait', { durationMs: 10 }),
            action('wait', { value: '10' }),
          ),
        )
      },
    ))
})

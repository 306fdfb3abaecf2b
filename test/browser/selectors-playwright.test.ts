/** Compares the selector engine with Playwright's own locators on the same pages. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import type { SelectorType } from '@seine/shared/selectors/selector-type.ts'
import { selectorEngineSource } from '@seine/activities/browser/selectors/engine.ts'
import { parseSelector } from '@seine/shared/selectors/parse.ts'
import { selectorPages } from './selectors-pages.ts'
import { enginePath, sandboxFlags } from './engine-path.ts'

const roles = (
  'alert application article banner blockquote button caption cell checkbox code columnheader combobox complementary ' +
  'contentinfo definition deletion dialog document emphasis figure form generic grid gridcell group heading img ' +
  'insertion link list listbox listitem main mark math menu menuitem menuitemcheckbox meter navigation none option ' +
  'paragraph presentation progressbar radio region row rowgroup rowheader search searchbox separator slider spinbutton ' +
  'status strong subscript superscript switch tab table term textbox time tree treeitem'
).split(' ') as Parameters<Page['getByRole']>[0][]
const texts = [
  'hello world', 'Hello', 'spaced out', 'outer', 'one', 'submit me', 'bv', 'Rs', 'no text', 'softzero', 'opt text',
  'hidden text', 'nest', 'quoted', 'sign in', 'label text', 'price: $10', 'upper', 'ÜNÏ', 'svg text', 'ta text', 'x',
] // prettier-ignore
const labels = [
  'first name', 'wrap', 'Aria name', 'span name', 'name', 'div name', 'deep', 'multi', 'one', 'hidden', 'both',
  'aria wins', 'empty aria', 'btn', 'hid', 'out', 'met', 'div no', 'two', 'leg', 'fallback', 'svg', 'alias',
] // prettier-ignore
const names = [
  'by label', 'blank label', 'first hidden ref', 'fallback', 'self first', 'vis', 'pic name', 'svg title', 'tip',
  'content2', 'yes', 'block two', 'abc', 'a b', 'link em', 'lt', 'User name', 'Wrap tail', 'Chk', 'Size 5 px', 'ph',
  'ti', 'onlyt', 'first User name', 'tph', 'sel', 'Sel', 'hidden label', 'al', 'one two', 'head anchor', 'div btn',
  'mix', 'inner value', 'iv', 'generic', 'imgsp', 'cell bold', 'head in', 'tab cap', 'leg end', 'fig cap',
  'be dxmid alt af', 'icon rr', 'nested', 'tab ic', 'c1 c2', 'txt so', 'range seven', 'owns owned', 'Submit', 'Reset',
  'alt im', 'Choose File', 'Up', 'dis', 'dc', 'vv', 'op', 'zero', 'in closed',
] // prettier-ignore

let browser: Browser
before(async () => {
  browser = await chromium.launch({
    executablePath: await enginePath(),
    args: [...sandboxFlags],
  })
})
after(async () => {
  await browser.close()
})

/** Compares element by element. */
async function compare(html: string, cases: (page: Page) => [SelectorType, string, Locator][]): Promise<void> {
  const page = await browser.newPage()
  try {
    await page.setContent(html)
    await page.evaluate(`window.engine = ${selectorEngineSource}
      window.all = engine.dom.everyElement(document)`)
    for (const [type, selector, locator] of cases(page)) {
      const query = JSON.stringify(parseSelector(type, selector))
      const ours = await page.evaluate(`engine.queries.find(document, ${query}).map((each) => all.indexOf(each))`)
      const theirs = await locator.evaluateAll((list) =>
        list.map((each) => (window as unknown as { all: unknown[] }).all.indexOf(each)),
      )
      assert.deepEqual(
        (ours as number[]).toSorted((a, b) => a - b),
        theirs.toSorted((a, b) => a - b),
        `${type} ${selector}`,
      )
    }
  } finally {
    await page.close()
  }
}

describe('selectors agree with Playwright on', () => {
  for (const name of ['tags', 'names', 'states'] as const) {
    it(`roles, shown and hidden (${name})`, () =>
      compare(selectorPages[name], (page) =>
        roles.flatMap((role): [SelectorType, string, Locator][] => [
          ['role', role, page.getByRole(role)],
          ['role', `${role}[include-hidden]`, page.getByRole(role, { includeHidden: true })],
        ]),
      ))
  }

  it('accessible names', () =>
    compare(selectorPages.names, (page) =>
      (['button', 'textbox'] as const).flatMap((role) =>
        names.flatMap((name): [SelectorType, string, Locator][] => [
          ['role', `${role}[name=${JSON.stringify(name)}s]`, page.getByRole(role, { name, exact: true })],
        ]),
      ),
    ))

  it('names from generated content, labels of measures, and cells that head nothing', () =>
    compare(
      `<style>.u::before { content: url(x) / "alt" } .e::before { content: "\\2014  dash\\9 z" } .p::before { content: "a" "b" / "c" "d" }</style>
       <button class=u>q</button><button class=e>q</button><button class=p>q</button><button aria-labelledby=r></button>
       <span id=r>ref <i hidden>more</i></span><input type=number placeholder=many><label>met <meter></meter></label>
       <label>prog <progress></progress></label><button aria-describedby=r>d</button>
       <table><tr><th>only</table><table><tr><th>first<tr><td>x</table>`,
      (page) => [
        ...['altq', '— dash zq', 'cdq', 'ref', 'ref more'].flatMap((name): [SelectorType, string, Locator][] => [
          ['role', `button[name="${name}"s]`, page.getByRole('button', { name, exact: true })],
          [
            'role',
            `button[name="${name}"s][include-hidden]`,
            page.getByRole('button', { name, exact: true, includeHidden: true }),
          ],
        ]),
        ['role', 'spinbutton[name=many]', page.getByRole('spinbutton', { name: 'many' })],
        ['role', 'meter[name=met]', page.getByRole('meter', { name: 'met' })],
        ['role', 'progressbar[name=prog]', page.getByRole('progressbar', { name: 'prog' })],
        ['role', 'button[description=more]', page.getByRole('button', { description: 'more' })],
        ['role', 'columnheader', page.getByRole('columnheader')],
      ],
    ))

  it('states and levels', () =>
    compare(selectorPages.states, (page) => [
      ...(['checkbox', 'radio', 'switch', 'menuitemcheckbox'] as const).flatMap((role) =>
        [true, false].map((checked): [SelectorType, string, Locator] => [
          'role',
          `${role}[checked=${checked}]`,
          page.getByRole(role, { checked }),
        ]),
      ),
      ...[true, false].flatMap((is): [SelectorType, string, Locator][] => [
        ['role', `button[pressed=${is}]`, page.getByRole('button', { pressed: is })],
        ['role', `button[expanded=${is}]`, page.getByRole('button', { expanded: is })],
        ['role', `button[disabled=${is}]`, page.getByRole('button', { disabled: is })],
        ['role', `textbox[disabled=${is}]`, page.getByRole('textbox', { disabled: is })],
        ['role', `link[disabled=${is}]`, page.getByRole('link', { disabled: is })],
        ['role', `option[selected=${is}]`, page.getByRole('option', { selected: is })],
      ]),
      ...[1, 2, 5, 6].map((level): [SelectorType, string, Locator] => [
        'role',
        `heading[level=${level}]`,
        page.getByRole('heading', { level }),
      ]),
    ]))

  it('text, loose, exact and by expression', () =>
    compare(selectorPages.texts, (page) => [
      ...texts.flatMap((text): [SelectorType, string, Locator][] => [
        ['text', text, page.getByText(text)],
        ['text', JSON.stringify(text), page.getByText(text, { exact: true })],
      ]),
      ...[/hello/i, /^one$/, /\$\d+/, /Sign/].map((expression): [SelectorType, string, Locator] => [
        'regex',
        String(expression),
        page.getByText(expression),
      ]),
    ]))

  it('labels and placeholders', () =>
    compare(selectorPages.labels, (page) => [
      ...labels.flatMap((text): [SelectorType, string, Locator][] => [
        ['label', text, page.getByLabel(text)],
        ['label', JSON.stringify(text), page.getByLabel(text, { exact: true })],
      ]),
      ...['holder', 'Place Holder', 'div'].map((text): [SelectorType, string, Locator] => [
        'placeholder',
        text,
        page.getByPlaceholder(text),
      ]),
    ]))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JSDOM } from 'jsdom'
import { parseCss } from '@seine/shared/selectors/parse-css.ts'
import { parseTree } from '../parse-tree.ts'
import { randomNumbers } from '../../extract/testing/random-numbers.ts'
import { attribute } from '../tree.ts'
import { SelectorBudgetError, SelectorMatcher } from './match-selectors.ts'

/** Returns the marks of the elements that a selector matches. */
const marksOf = (html: string, selector: string): (string | null)[] =>
  new SelectorMatcher(parseTree(html).document).all(parseCss(selector)).map((node) => attribute(node, 'm'))

/** Returns the same as matched by a browser DOM. */
const marksInDom = (html: string, selector: string): (string | null)[] =>
  [...new JSDOM(html).window.document.querySelectorAll(selector)].map((element) => element.getAttribute('m'))

const page = `<!doctype html><html m=0><head m=1><title m=2>T</title></head><body m=3 class="a  B" lang=EN-gb>
  <div m=4 id=x class="b a"><p m=5></p><p m=6><!-- c --></p><p m=7> </p><a m=8 href="/one" TYPE=Text>1</a></div>
  <div m=9 data-v="a-b c" class=c><section m=10><p m=11 class=b>p</p><span m=12></span><p m=13>q</p></section></div>
  <ul m=14><li m=15><li m=16 class=a><li m=17><li m=18 class="a b"><b m=19></b></ul>
  <svg m=20 viewBox="0 0 1 1"><a m=21 href=x></a></svg><template m=22><p m=23 class=a></p></template>
  <p m=24 class="é" title="say &quot;x&quot;"></p></body></html>`

const selectors = [
  '*', 'p', 'P', '.a', '.b.a', '#x', 'div.c', 'div p', 'div > p', 'p + p', 'p ~ p', 'p ~ a', 'section p ~ p',
  'div, .a, p', 'body div section > p.b', '[data-v]', '[data-v="a-b c"]', '[data-v~=c]', '[data-v|=a]', '[data-v^=a-]',
  '[data-v$="c"]', '[data-v*="b c"]', '[data-v=""]', '[data-v^=""]', '[data-v~=""]', '[lang=en-GB]', '[lang|=en]',
  '[type=text]', '[data-v="A-B C" i]', '[type=text s]', 'p:empty', 'div:empty', ':root', 'html:first-child',
  'li:first-child', 'li:last-child', 'li:nth-child(2)', 'li:nth-child(odd)', 'li:nth-child(even)',
  'li:nth-child(-n+2)', 'li:nth-child(2n + 1)', 'li:nth-last-child(2)', 'p:first-of-type', 'p:last-of-type',
  'p:nth-of-type(2n)', 'span:only-of-type', 'b:only-child', ':not(p)', 'li:not(.a)', ':not(div p)', ':not(.a, .b)',
  ':is(ul, section) > *', ':where(.a) .b', 'div:has(p)', 'div:has(> p)', 'p:has(+ p)', 'p:has(~ a)',
  'div:has(section p.b)', 'div:has(> section > p + span)', 'li:has(b), div:has(a)', ':has(.b ~ p)', 'ul:not(:has(.c))',
  'body > :nth-child(2) p', '.é', '[title=\'say "x"\']', '.\\61', 'svg a', 'svg > *', 'template p', 'div:is(:not(.c))',
  'li:nth-child(n+3):nth-child(-n+3)', '*:not(*)', 'div /* c */ > p', 'p+p', 'p~a', 'p>b,ul>li',
] // prettier-ignore

describe('SelectorMatcher', () => {
  for (const selector of selectors) {
    it(`finds what a browser finds for ${selector}`, () => {
      assert.deepEqual(marksOf(page, selector), marksInDom(page, selector))
    })
  }

  it('finds what a browser finds for selectors and pages of any make', () => {
    const random = randomNumbers(7)
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
    const names = ['div', 'p', 'b', 'i']
    const wrappers = ['', '', ':not(#)', ':is(#)', ':has(#)', ':has(> #)', ':has(+ #)', ':has(~ #)']
    /** Does not nest `:has`, because browsers reject that. */
    const compound = (wraps: readonly string[]): string => {
      const tag = pick(['', '*', ...names])
      const test = pick(['', '.x', '.y', ':first-child', ':nth-of-type(2)', ':nth-last-child(odd)'])
      const wrapper = pick(wraps)
      const inner =
        wrapper === ''
          ? ''
          : chain(wraps === wrappers && !wrapper.startsWith(':has') ? ['', ':not(#)', ':is(#)'] : [''])
      return `${tag}${test}${wrapper.replace('#', inner)}` || '*'
    }
    const chain = (wraps: readonly string[]): string =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => compound(wraps)).reduce(
        (left, right) => `${left}${pick([' ', ' > ', ' + ', ' ~ '])}${right}`,
      )
    const markup = (depth: number, mark: () => number): string =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const name = pick(['div', 'b', 'i'])
        return `<${name} m=${mark()} class="${pick(['', 'x', 'y', 'x y'])}">${depth === 0 ? '' : markup(depth - 1, mark)}</${name}>`
      }).join('')
    for (let round = 0; round < 20; round++) {
      let marks = 0
      const html = `<!doctype html>${markup(3, () => marks++)}`
      const { document } = new JSDOM(html).window
      for (let each = 0; each < 15; each++) {
        const selector = chain(wrappers)
        const expected = [...document.querySelectorAll(selector)].map((element) => element.getAttribute('m'))
        assert.deepEqual(marksOf(html, selector), expected, `${selector} in ${html}`)
      }
    }
  })

  it('takes time that grows with the page, not with its square', () => {
    const flat = '<i></i>'.repeat(100_000)
    const deep = '<div><p>'.repeat(200).repeat(200)
    const hostile = [
      'b ~ * ~ * ~ *',
      ':has(~ :has(b))',
      'b * * * * * *',
      ':nth-last-of-type(2n+1)',
      ':not(b *):not(b ~ *)',
    ]
    for (const html of [flat, deep]) {
      const matcher = new SelectorMatcher(parseTree(html).document)
      const before = process.threadCpuUsage()
      for (const selector of hostile) matcher.all(parseCss(selector))
      assert.ok(process.threadCpuUsage(before).user < 10_000_000)
    }
  })

  it('gives up when a page and its selectors are too much together', () => {
    const matcher = new SelectorMatcher(parseTree('<p></p>'.repeat(100)).document, 1_000)
    assert.equal(matcher.any(parseCss('p')), true)
    assert.throws(() => matcher.all(parseCss('* > * > * > * > * > * > * > * > * > * > p')), SelectorBudgetError)
  })
})
